package record

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// Error is the place in a body, a query or a Go value that could not be read or written, and the reason.
type Error struct {
	Path     string // as in /Teams/Results[3]/Paid; empty for the whole; of more than 2 KB only the end, after an ellipsis
	Offset   int64  // bytes of the body before the place
	Line     int    // in the body, from 1; 0 if there is no body or its text is not available
	Found    string // kind and content of the value in the body, cut to some 40 bytes; no content if Secret
	Expected string // may be empty
	Secret   bool   // the content is withheld
	Err      error  // from a method of the value; nil if Secret

	unknown int // bytes at the end of Path, from the first name that no plan knows on
}

// KnownPath returns Path without the part from the first name on that no plan knows, because the host chose
// that name.
func (e *Error) KnownPath() string { return e.Path[:len(e.Path)-e.unknown] }

// ErrStopped ends the reading of a body at the member that the caller named in Limits.Stop.
var ErrStopped = errors.New("stopped at a member")

// Error returns the place, Found, Expected and Err in one line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.place())
	before := ": "
	if e.Found != "" {
		b.WriteString(before + "found " + e.Found)
		before = ", "
	}
	if e.Expected != "" {
		b.WriteString(before + "expected " + e.Expected)
	}
	if e.Err != nil && !e.Secret {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

func (e *Error) place() string {
	path := e.Path
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	switch {
	case e.Line > 0:
		return path + " (line " + strconv.Itoa(e.Line) + ", offset " + strconv.FormatInt(e.Offset, 10) + ")"
	case e.Offset > 0:
		return path + " (offset " + strconv.FormatInt(e.Offset, 10) + ")"
	}
	return path
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Under adds the name of a member, in which e occurred, to the front of the path of e. If the member is a
// secret, Under removes the content from e.
//
// Each level of nesting calls Under or At while the error returns through it, so the reader of a body
// without errors need not keep a path.
func (e *Error) Under(f *Field) *Error {
	if f.Shape.Secret {
		e.Path, e.unknown = "", 0 // names inside a secret are content
		e.hide()
	}
	e.under("/" + Clip(f.Name))
	return e
}

// UnderName does what Under does, for the name of a member that no plan knows.
func (e *Error) UnderName(name string) *Error {
	e.under("/" + Clip(name))
	e.unknown = len(e.Path)
	return e
}

// At adds a position in an array, from 0, to the front of the path of e.
func (e *Error) At(i int) *Error {
	e.under("[" + strconv.Itoa(i) + "]")
	return e
}

// maxPath is the number of bytes of a path from which on no step is added. The last step may go beyond it.
const maxPath = 2048

// under adds a step to the front of the path. To a path of maxPath bytes or more it adds one ellipsis
// instead, for all further steps.
func (e *Error) under(step string) {
	switch {
	case len(e.Path) < maxPath:
		e.Path = step + e.Path
	case !strings.HasPrefix(e.Path, "…"):
		e.Path = "…" + e.Path
	}
}

func (e *Error) hide() {
	if !e.Secret && !errors.Is(e.Err, ErrMemory) {
		e.Secret, e.Found, e.Err = true, "content not shown", nil
	}
}

func (s *Shape) mismatch(k node.Kind, text []byte, cause error) *Error {
	e := &Error{Found: k.String(), Expected: s.expected, Secret: s.Secret}
	if s.Secret {
		return e
	}
	e.Err = cause
	switch k {
	case node.Bool, node.Number:
		e.Found += " " + Clip(string(text))
	case node.Text:
		e.Found += " " + strconv.Quote(Clip(string(text)))
	}
	return e
}

// maxFound is the most characters that an error quotes from a body.
const maxFound = 40

// Clip shortens text from a body to the maxFound characters that an error may quote.
func Clip(text string) string { return plaintext.Clip(text, maxFound) }
