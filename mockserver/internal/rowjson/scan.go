package rowjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// decoder reads JSON from the beginning to the end.
type decoder struct {
	data  []byte
	pos   int
	depth int
	known *known // nil for values that are not kept
}

// deepest bounds how deep lists and objects may stand in each other, and so the stack.
const deepest = 500

// skipped returns the offset of the next character that is no white space, and goes there.
func (d *decoder) skipped() int {
	for d.pos < len(d.data) {
		switch d.data[d.pos] {
		case ' ', '\t', '\n', '\r':
			d.pos++
		default:
			return d.pos
		}
	}
	return d.pos
}

// peek returns the first character of the next value, 0 at the end.
func (d *decoder) peek() byte {
	if d.skipped() == len(d.data) {
		return 0
	}
	return d.data[d.pos]
}

func (d *decoder) end() *Error {
	if d.peek() != 0 || d.pos < len(d.data) {
		return d.unexpected("the end")
	}
	return nil
}

// unexpected returns an error about the next value.
func (d *decoder) unexpected(expected string) *Error {
	return &Error{Offset: d.skipped(), Expected: expected, Found: d.kind()}
}

// kind names the kind of the next value.
func (d *decoder) kind() string {
	switch c := d.peek(); {
	case c == 0 && d.pos == len(d.data):
		return "the end"
	case c == '"':
		return "a text"
	case c == '{':
		return "an object"
	case c == '[':
		return "a list"
	case c == '-' || c-'0' <= 9:
		return "a number"
	case c == 't' || c == 'f':
		return "true or false"
	case c == 'n':
		return "null"
	}
	return "another character"
}

// word reads a word if it comes next.
func (d *decoder) word(word string) bool {
	if !bytes.HasPrefix(d.data[d.skipped():], []byte(word)) {
		return false
	}
	d.pos += len(word)
	return true
}

func (d *decoder) null() bool { return d.peek() == 'n' && d.word("null") }

// take reads a character if it comes next.
func (d *decoder) take(c byte) bool {
	if d.peek() != c {
		return false
	}
	d.pos++
	return true
}

// mostDigits is how many digits any int64 can have in its whole range.
const mostDigits = 18

// digits returns the integer that comes next and where it ends, if it is written as most ids are: from 1 on, without a
// sign, in at most mostDigits digits. It returns 0 for all others.
func (d *decoder) digits() (n int64, end int) {
	start := d.skipped()
	for end = start; end < len(d.data) && d.data[end]-'0' <= 9; end++ {
		if n = 10*n + int64(d.data[end]-'0'); end-start == mostDigits {
			return 0, 0
		}
	}
	if end == start || d.data[start] == '0' || end < len(d.data) && bytes.IndexByte([]byte("+-.eE"), d.data[end]) >= 0 {
		return 0, 0
	}
	return n, end
}

// number reads the text of a number, "" if none comes next, and returns its offset.
func (d *decoder) number() (text string, at int) {
	at = d.skipped()
	for d.pos < len(d.data) {
		c := d.data[d.pos]
		if c-'0' > 9 && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E' {
			break
		}
		d.pos++
	}
	if text = string(d.data[at:d.pos]); !json.Valid(d.data[at:d.pos]) {
		return "", at
	}
	return text, at
}

// quoted reads a text in quotes.
func (d *decoder) quoted(expected string) (text string, _ *Error) {
	quoted, plain, err := d.span(expected)
	switch {
	case err != nil:
		return "", err
	case plain:
		return d.known.text(quoted[1 : len(quoted)-1]), nil
	}
	_ = json.Unmarshal(quoted, &text) // span has checked it
	return text, nil
}

// span goes behind a text in quotes, and returns it with its quotes. A plain text has no escapes.
func (d *decoder) span(expected string) (quoted []byte, plain bool, _ *Error) {
	if d.peek() != '"' {
		return nil, false, d.unexpected(expected)
	}
	start := d.pos
	plain = true
	for i := start + 1; i < len(d.data); i++ {
		switch c := d.data[i]; {
		case c == '\\':
			plain = false
			i++
		case c == '"':
			d.pos = i + 1
			quoted = d.data[start:d.pos]
			return quoted, plain, checkText(quoted, plain, start)
		case c < ' ':
			return nil, false, &Error{Offset: i, Expected: expected, Found: "a control character"}
		}
	}
	return nil, false, &Error{Offset: start, Expected: expected, Found: "a text without its end"}
}

// checkText checks the text within quotes, and the escapes of a text that is not plain.
func checkText(quoted []byte, plain bool, at int) *Error {
	if plain && utf8.Valid(quoted) {
		return nil
	}
	if _, err := jsoncodec.ParseNode(quoted, jsoncodec.Limits{Whole: true}); !plain && err == nil {
		return nil
	}
	return &Error{Offset: at, Expected: "a text in UTF-8", Found: "other bytes"}
}

// inside reads the items of a list or the members of an object, between these characters.
func (d *decoder) inside(opens, closes byte, what string, item func(i int) *Error) *Error {
	if !d.take(opens) {
		return d.unexpected(what)
	}
	if d.depth++; d.depth > deepest {
		return &Error{Offset: d.pos, Expected: fmt.Sprintf("at most %d levels", deepest), Found: "more"}
	}
	defer func() { d.depth-- }()
	if d.take(closes) {
		return nil
	}
	for i := 0; ; i++ {
		if err := item(i); err != nil {
			return err
		}
		if d.take(closes) {
			return nil
		}
		if !d.take(',') {
			return d.unexpected("a comma or the end of " + what)
		}
	}
}

// items calls read for each item of a list.
func (d *decoder) items(read func(i int) *Error) *Error {
	return d.inside('[', ']', "a list", func(i int) *Error {
		err := read(i)
		if err != nil {
			err = err.Under(fmt.Sprintf("[%d]", i))
		}
		return err
	})
}

// members calls read for each member of an object.
func (d *decoder) members(read func(name string, at int) *Error) *Error {
	return d.inside('{', '}', "an object", func(int) *Error {
		at := d.skipped()
		name, err := d.quoted("a name")
		if err != nil {
			return err
		}
		if !d.take(':') {
			return d.unexpected("a colon").Under(name)
		}
		return read(name, at).Under(name)
	})
}

// value reads a value of any kind.
func (d *decoder) value() *Error {
	switch c := d.peek(); {
	case c == '"':
		_, _, err := d.span("a text")
		return err
	case c == '{':
		return d.members(func(string, int) *Error { return d.value() })
	case c == '[':
		return d.items(func(int) *Error { return d.value() })
	case d.word("true"), d.word("false"), d.word("null"):
		return nil
	}
	if text, at := d.number(); text == "" {
		d.pos = at
		return d.unexpected("a value")
	}
	return nil
}
