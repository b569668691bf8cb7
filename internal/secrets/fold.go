package secrets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// canonical maps characters that look alike to one character: one kind of space, of dash and of quotation mark, ASCII
// digits, Latin letters without accents. It drops characters without width. Spaces in a row are one, because pages
// collapse them. Quotation marks in a row are one, because SQL, CSV and shells double them.
func canonical(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	last := rune(-1)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			r = rune(text[i]) // the text may be in Latin-1
		}
		i += size
		r = alike(r)
		if r < 0 || r == last && (r == ' ' || r == '\'' || r == '"') {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// dropped marks characters without width, and bytes that are no characters.
const dropped = rune(-1)

// alike returns the character that stands for all characters that look like r.
func alike(r rune) rune {
	switch {
	case r > ' ' && r < 0x7f:
		return r
	case unicode.IsSpace(r) && r != 0x85:
		return ' '
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Mn, r), r == utf8.RuneError:
		return dropped
	case r <= 0xff:
		return unaccented(r)
	case r == 'Ÿ': // the capital of a letter of Latin-1
		return 'Y'
	case isDash(r):
		return '-'
	case strings.ContainsRune("‘’‚‛′", r):
		return '\''
	case strings.ContainsRune("“”„‟″", r):
		return '"'
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	}
	if d, ok := digit(r); ok {
		return '0' + d
	}
	return r
}

// latin holds the letters of Latin-1 from U+00C0 on, without their accents. A host may write an accent apart from its
// letter (Unicode's form NFD), or not at all.
const latin = "AAAAAAÆCEEEEIIIIÐNOOOOO×OUUUUYÞßaaaaaaæceeeeiiiiðnooooo÷ouuuuyþy"

var unaccentedLatin = []rune(latin)

func unaccented(r rune) rune {
	if r >= 0xc0 {
		return unaccentedLatin[r-0xc0]
	}
	return r
}

// isDash reports whether a character is a dash, a hyphen or a minus.
func isDash(r rune) bool { return r == '-' || r == 0x2212 || r > 0x7f && unicode.Is(unicode.Pd, r) }

// digit returns the value of a decimal digit of any script. Unicode numbers the ten digits of a script in a row, and
// each range of its table begins with a zero.
func digit(r rune) (value rune, ok bool) {
	if r < 0x80 {
		return r - '0', r >= '0' && r <= '9'
	}
	if r < '٠' || r == utf8.RuneError { // the first digits after the ASCII ones are Arabic
		return 0, false
	}
	for _, row := range unicode.Nd.R16 {
		if r >= rune(row.Lo) && r <= rune(row.Hi) {
			return (r - rune(row.Lo)) % 10, true
		}
	}
	for _, row := range unicode.Nd.R32 {
		if uint32(r) >= row.Lo && uint32(r) <= row.Hi {
			return (r - rune(row.Lo)) % 10, true //nolint:gosec // characters are below 1<<21
		}
	}
	return 0, false
}

// lower returns a canonical text in small letters, with the same number of characters.
func lower(text string) string { return strings.Map(lowerRune, text) }

func lowerRune(r rune) rune {
	if r < 0x80 {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r)) // some small letters have one capital
}

// Folded returns the form of a text for comparisons: in small letters, and with one character for all that look alike.
func Folded(text string) string { return lower(canonical(text)) }
