package secrets

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescaped removes one layer of escapes from a text: entities of HTML and XML, with or without their semicolon;
// backslash escapes of JSON, Go, Python, PHP, JavaScript and C; percent escapes of URLs and of JavaScript; and the
// names that .NET writes in XML. The result is never longer than the text, except for a few rare entities.
func unescaped(text string) (plain string, changed bool) {
	const starts = `&\%_`
	at := strings.IndexAny(text, starts)
	if at < 0 {
		return text, false
	}
	w := writer{}
	w.b.Grow(len(text))
	for at >= 0 {
		w.text(text[:at])
		text = text[at:]
		n := w.escape(text)
		if n == 0 {
			w.text(text[:1])
			n = 1
		} else {
			changed = true
		}
		text = text[n:]
		at = strings.IndexAny(text, starts)
	}
	w.text(text)
	w.flush()
	return w.b.String(), changed
}

// Stages returns a text and the results of removing its layers of escapes one by one, up to the bound of a Search.
func Stages(text string) []string {
	stages := []string{text}
	for range maxLayers {
		plain, changed := unescaped(text)
		if !changed {
			break
		}
		stages = append(stages, plain)
		text = plain
	}
	return stages
}

// writer writes plain text. It keeps the first half of a UTF-16 pair until the escape of the second half comes.
type writer struct {
	b    strings.Builder
	half rune
}

func (w *writer) text(text string) {
	if text != "" {
		w.flush()
		w.b.WriteString(text)
	}
}

func (w *writer) byte(c byte) {
	w.flush()
	w.b.WriteByte(c)
}

func (w *writer) flush() {
	if w.half != 0 {
		w.b.WriteRune(utf8.RuneError)
		w.half = 0
	}
}

func (w *writer) rune(r rune) {
	if whole := utf16.DecodeRune(w.half, r); w.half != 0 && whole != utf8.RuneError {
		w.b.WriteRune(whole)
		w.half = 0
		return
	}
	w.flush()
	if utf16.IsSurrogate(r) {
		w.half = r
		return
	}
	w.b.WriteRune(r)
}

// escape writes the meaning of the escape at the start of text, and returns its length; 0 when text starts with no
// escape.
func (w *writer) escape(text string) int {
	switch text[0] {
	case '&':
		return w.entity(text)
	case '\\':
		return w.backslash(text)
	case '%':
		return w.percent(text)
	default:
		return w.dotNetName(text)
	}
}

// maxName bounds the name of an entity: the longest of HTML, CounterClockwiseContourIntegral, has 31 letters.
const maxName = 31

func (w *writer) entity(text string) int {
	if strings.HasPrefix(text, "&#") {
		return w.numeric(text)
	}
	end := 1
	for end < len(text) && end <= maxName && isAlphanumeric(text[end]) {
		end++
	}
	name := text[:end]
	if end < len(text) && text[end] == ';' {
		end++
		name = text[:end]
	}
	if meant := html.UnescapeString(name); meant != name {
		w.text(meant) // the standard library also knows which names HTML lets end without a semicolon
		return end
	}
	if strings.HasPrefix(name, "&apos") { // XML and browsers accept it only with the semicolon
		w.text("'")
		return len("&apos")
	}
	return 0
}

// numeric writes the character of an entity like &#39; or &#x27;.
func (w *writer) numeric(text string) int {
	start, base := 2, byte(10)
	if len(text) > 2 && text[2]|0x20 == 'x' {
		start, base = 3, 16
	}
	end := start + digitsAt(text[start:], base, len(text))
	if !w.code(text[start:end], base) {
		return 0
	}
	if end < len(text) && text[end] == ';' {
		end++
	}
	return end
}

// digitsAt counts the digits at the start of a text, up to most.
func digitsAt(text string, base byte, most int) int {
	n := 0
	for n < len(text) && n < most && value(text[n]) < base {
		n++
	}
	return n
}

// value returns the value of a hexadecimal digit, 16 for any other byte.
func value(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 16
}

// code writes the character with this number, and reports whether there is one.
func (w *writer) code(digits string, base byte) bool {
	const most = 8 // digits with a meaning: a character has at most seven
	if meant := strings.TrimLeft(digits, "0"); meant != "" && len(meant) <= most {
		digits = meant
	}
	n, err := strconv.ParseUint(digits, int(base), 32)
	if err != nil || n > utf8.MaxRune {
		return false
	}
	w.rune(rune(n))
	return true
}

// short are the escapes of one letter.
var short = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', 'v': '\v', 'a': '\a', 'e': 0x1b}

func (w *writer) backslash(text string) int {
	if len(text) == 1 {
		return 0
	}
	c := text[1]
	switch c {
	case 'u', 'U', 'x':
		if n := w.hexadecimal(text[1:]); n > 0 {
			return 1 + n
		}
	case '\n': // a line continuation
		return 2
	}
	if n := digitsAt(text[1:], 8, 3); n > 0 {
		octal := byte(0)
		for i := range n {
			octal = octal<<3 | value(text[1+i])
		}
		w.byte(octal)
		return 1 + n
	}
	if meant, ok := short[c]; ok {
		c = meant
	}
	w.byte(c)
	return 2
}

// hexadecimal writes the character of an escape like x41, u0041, U00000041 or u{41}, which text starts with.
func (w *writer) hexadecimal(text string) int {
	if len(text) > 1 && text[1] == '{' {
		n := digitsAt(text[2:], 16, len(text))
		if end := 2 + n; end < len(text) && text[end] == '}' && w.code(text[2:end], 16) {
			return end + 1
		}
		return 0
	}
	want := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[0]]
	if digitsAt(text[1:], 16, want) < want {
		return 0
	}
	if text[0] == 'x' {
		w.byte(value(text[1])<<4 | value(text[2]))
		return 1 + want
	}
	if !w.code(text[1:1+want], 16) {
		return 0
	}
	return 1 + want
}

func (w *writer) percent(text string) int {
	if len(text) > 1 && text[1]|0x20 == 'u' {
		if digitsAt(text[2:], 16, 4) == 4 && w.code(text[2:6], 16) {
			return 6
		}
		return 0
	}
	if digitsAt(text[1:], 16, 2) < 2 {
		return 0
	}
	w.byte(value(text[1])<<4 | value(text[2]))
	return 3
}

// dotNetName writes the character of an escape like _x0041_.
func (w *writer) dotNetName(text string) int {
	const length = len("_x0041_")
	if len(text) < length || text[1] != 'x' || digitsAt(text[2:], 16, 4) < 4 || text[length-1] != '_' {
		return 0
	}
	if !w.code(text[2:6], 16) {
		return 0
	}
	return length
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
