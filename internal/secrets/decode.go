package secrets

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// decoders find and decode the encoded runs of a text. Each returns all decoded runs, or "" when there are none. They
// may skip runs of fewer than least bytes.
var decoders = [...]func(text string, least int) string{fromBase64, fromHex, fromDecimal, fromQuoted}

// leastLine is the shortest line length at which encoders break base64: Ruby at 60 characters, PEM at 64, MIME at 76.
const leastLine = 60

// fromBase64 decodes every run of base64, in either alphabet. Other letters may stand directly before a run, and the
// beginning of a run may be cut off. So fromBase64 decodes each run four times, as if 0 to 3 characters were missing in
// front. A run continues on the next line when its line is long.
func fromBase64(text string, least int) string {
	var out, run []byte
	line := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) {
			if c := base64Char(text[i]); c != 0 {
				run = append(run, c)
				line++
				continue
			}
			if line >= leastLine {
				if n := wrapAt(text[i:]); n > 0 {
					i += n - 1
					line = 0
					continue
				}
			}
		}
		if base64.RawStdEncoding.DecodedLen(len(run)) >= least {
			out = appendBase64(out, run)
		}
		run, line = run[:0], 0
	}
	return string(out)
}

// base64Char converts a character of either alphabet to the standard alphabet, and returns 0 for any other byte.
func base64Char(c byte) byte {
	switch {
	case isAlphanumeric(c), c == '+', c == '/':
		return c
	case c == '-':
		return '+'
	case c == '_':
		return '/'
	}
	return 0
}

// wrapAt returns the length of a line break and of the next line's indentation; 0 when there is none.
func wrapAt(text string) int {
	rest := strings.TrimLeft(text, "\r\n")
	if len(rest) == len(text) {
		return 0
	}
	return len(text) - len(strings.TrimLeft(rest, " \t"))
}

func appendBase64(out, run []byte) []byte {
	for missing := range 4 {
		part := append([]byte("AAA"[:missing]), run...)
		if len(part)%4 == 1 {
			part = part[:len(part)-1]
		}
		out, _ = base64.RawStdEncoding.AppendDecode(append(out, '\n'), part) // the alphabet was checked
	}
	return out
}

// fromHex decodes every run of hexadecimal digits. Between the pairs there may be separators, 0x or \x, as in memory
// dumps. A run may begin in the middle of a pair.
func fromHex(text string, least int) string {
	var out, run []byte
	flush := func() {
		if len(run)/2 >= least {
			out = appendHex(appendHex(out, run), run[1:])
		}
		run = run[:0]
	}
	for i := 0; i < len(text); {
		n := digitsAt(text[i:], 16, len(text))
		if n == 0 {
			i += max(1, separatorAt(text[i:]))
			flush()
			continue
		}
		run = append(run, text[i:i+n]...)
		i += n
		gap := separatorAt(text[i:])
		if gap == 0 || n%2 != 0 {
			flush()
		}
		i += gap
	}
	flush()
	return string(out)
}

func appendHex(out, run []byte) []byte {
	out = append(out, '\n')
	for i := 0; i+1 < len(run); i += 2 {
		out = append(out, value(run[i])<<4|value(run[i+1]))
	}
	return out
}

// separatorAt returns the length of the gap between two bytes of a dump: up to two separators and a prefix.
func separatorAt(text string) int {
	n := 0
	for n < len(text) && n < 2 && strings.IndexByte(" ,:;-\n", text[n]) >= 0 {
		n++
	}
	if rest := text[n:]; len(rest) > 1 && (rest[0] == '0' || rest[0] == '\\') && rest[1]|0x20 == 'x' {
		n += 2
	}
	return n
}

// fromDecimal decodes lists of character numbers, such as [104 117 110], as Go prints bytes, and 104, 117, 110.
func fromDecimal(text string, least int) string {
	var out, run []byte
	count := 0
	flush := func() {
		if count >= least {
			out = append(append(out, '\n'), run...)
		}
		run, count = run[:0], 0
	}
	for i := 0; i < len(text); {
		n := digitsAt(text[i:], 10, 8)
		if n == 0 {
			i++
			flush()
			continue
		}
		run = appendCode(run, text[i:i+n])
		count++
		i += n
		gap := listGapAt(text[i:])
		if gap == 0 {
			flush()
		}
		i += gap
	}
	flush()
	return string(out)
}

// listGapAt returns the length of the gap between two numbers of a list.
func listGapAt(text string) int {
	n := 0
	for n < len(text) && n < 2 && strings.IndexByte(" ,;\n", text[n]) >= 0 {
		n++
	}
	return n
}

// appendCode appends the byte or character with this number.
func appendCode(out []byte, digits string) []byte {
	n := rune(0)
	for i := range len(digits) {
		n = n*10 + rune(value(digits[i]))
	}
	if n <= 0xff {
		return append(out, byte(n))
	}
	return utf8.AppendRune(out, n)
}

// fromQuoted decodes quoted-printable twice. The first result decodes every escape. The second decodes only the escapes
// of characters that must be escaped, because the first equals sign in key=00= begins no escape. unescaped does not do
// this, because ordinary texts such as id=4001 have an equals sign before two hexadecimal digits.
func fromQuoted(text string, _ int) string {
	if strings.IndexByte(text, '=') < 0 {
		return ""
	}
	needed := func(c byte) bool { return c == '=' || c >= 0x80 }
	all := appendQuoted(nil, text, func(byte) bool { return true })
	return string(appendQuoted(append(all, '\n'), text, needed))
}

// appendQuoted decodes soft line breaks, and the escapes of bytes for which meant returns true.
func appendQuoted(out []byte, text string, meant func(c byte) bool) []byte {
	for at := strings.IndexByte(text, '='); at >= 0; at = strings.IndexByte(text, '=') {
		out = append(out, text[:at]...)
		text = text[at+1:]
		switch {
		case digitsAt(text, 16, 2) == 2 && meant(value(text[0])<<4|value(text[1])):
			out = append(out, value(text[0])<<4|value(text[1]))
			text = text[2:]
		case strings.HasPrefix(text, "\r\n"):
			text = text[2:]
		case strings.HasPrefix(text, "\n"):
			text = text[1:]
		default:
			out = append(out, '=')
		}
	}
	return append(out, text...)
}
