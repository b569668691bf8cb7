package record

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// Error says where in a body, a query or a Go value something could not be read or written, and why.
type Error struct {
	Path     string // as in /Teams/Results[3]/Paid; empty for the whole; of more than 2 KB only the end, after an ellipsis
	Offset   int64  // bytes before it in the body
	Line     int    // in the body, from 1; 0 where there is no body or its text is not at hand
	Found    string // kind and content of the value in the body, cut to some 40 bytes; no content when Secret
	Expected string // may be empty
	Secret   bool   // the content is withheld
	Err      error  // from a method of the value; nil when Secret

	unknown int // bytes at the end of Path that begin with a name from the body that no plan knows
}

// KnownPath returns Path up to the first name that no plan knows, which is the host's own.
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

// Under puts the member that e occurred in before its path. An error inside a secret loses its content.
//
// Each level of nesting adds its step while the error returns through it. So reading without errors keeps no path.
func (e *Error) Under(f *Field) *Error {
	if f.Shape.Secret {
		e.Path, e.unknown = "", 0 // names inside a secret are content
		e.hide()
	}
	e.under("/" + Clip(f.Name))
	return e
}

// UnderName puts a member that no plan knows before the path of e.
func (e *Error) UnderName(name string) *Error {
	e.under("/" + Clip(name))
	e.unknown = len(e.Path)
	return e
}

// At puts the position in an array, from 0, before the path of e.
func (e *Error) At(i int) *Error {
	e.under("[" + strconv.Itoa(i) + "]")
	return e
}

// maxPath bounds how much of a path there is; a step may go beyond it.
const maxPath = 2048

// under puts a step before the path. A path that is long enough has an ellipsis for all that is before it.
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

// maxFound bounds the characters that an error quotes from a body.
const maxFound = 40

// Clip cuts text from a body to what an error may quote.
func Clip(text string) string { return plaintext.Clip(text, maxFound) }
