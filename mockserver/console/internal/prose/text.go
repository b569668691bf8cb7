// Package prose makes the texts of the pages: it makes values from outside safe to read, writes numbers and times for
// people, and replaces names in texts of the admin API by the words of the forms. Add words for a trigger or an
// action of faults to faultwords.go.
package prose

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// maxShown bounds the characters of a value in a table.
const maxShown = 200

// Excerpt returns a value from outside on one line, and cuts a value of more than maxShown characters. It shows the
// codes of characters that change the direction of the text around them.
func Excerpt(s string) string { return plaintext.Excerpt(visible(s), maxShown) }

// Readable returns a value from outside on one line, as Excerpt does. For a text of only blanks it returns the codes
// of the blanks, because nobody could see or click a link with that text.
func Readable(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !isBlank(r) }) {
		return Excerpt(s)
	}
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, "\\u%04x", r)
	}
	return plaintext.Excerpt(b.String(), maxShown)
}

// isBlank reports whether a character is not visible: a space, a filler of Hangul, or the blank of Braille.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r)
}

// maxBlock bounds the characters of a block of text.
const maxBlock = 20000

// Whole returns a text from outside with all its lines, and cuts it after maxBlock characters.
func Whole(s string) string {
	return plaintext.Clip(visible(strings.ToValidUTF8(s, "\uFFFD")), maxBlock)
}

// visible replaces invisible characters that change the text around them by their codes: control characters except
// line ends and tabs, and characters of direction and format. It keeps joiners within an emoji or a word.
func visible(s string) string {
	if !strings.ContainsFunc(s, isHidden) {
		return s
	}
	var b strings.Builder
	text := []rune(s)
	for i, r := range text {
		switch {
		case !isHidden(r) || joins(text, i):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, "\\U%08x", r)
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// isHidden reports whether a character is invisible and changes how the text around it looks.
func isHidden(r rune) bool {
	return r != '\n' && r != '\t' && r != '\r' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
}

// joins reports whether the character at i is a joiner that shapes its neighbours, as in an emoji of a family or a word
// of Persian. Between other characters a joiner is invisible, so two different names could look alike.
func joins(text []rune, i int) bool {
	if text[i] != '\u200c' && text[i] != '\u200d' || i == 0 || i == len(text)-1 {
		return false
	}
	return isShaped(text[i-1]) && isShaped(text[i+1])
}

// isShaped reports whether joiners change how a character looks: a character of an emoji, or of a script with joined
// letters.
func isShaped(r rune) bool {
	return r == '\ufe0f' || '\U0001f3fb' <= r && r <= '\U0001f3ff' || // the selector of emoji and the tones of skin
		unicode.In(r, unicode.So, unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
			unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala)
}

// Words returns the first n words of a text. If a clause ends in the second half of these words, it returns the words
// up to there.
func Words(n int, s string) string {
	all := strings.Fields(Readable(s))
	if len(all) <= n {
		return strings.Join(all, " ")
	}
	all = all[:n]
	for i := n - 1; i >= n/2; i-- { // stop at the end of a clause rather than within the next
		if clause := strings.TrimRight(all[i], ",:;"); clause != all[i] {
			return strings.Join(append(slices.Clone(all[:i]), clause), " ") + " …"
		}
	}
	return strings.Join(all, " ") + " …"
}

// Moment returns a time for people.
func Moment(t time.Time) string { return t.Format("Mon 2 Jan 2006, 15:04:05") }

// TimeOfDay returns the time of a day.
func TimeOfDay(t time.Time) string { return t.Format("15:04:05") }

// Milliseconds returns a duration as a number of milliseconds. All numbers have two decimals, so that they align in a
// column.
func Milliseconds(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	if ms < 0.005 {
		return "<0.01"
	}
	return fmt.Sprintf("%.2f", ms)
}

// ISOTime returns a time for programs.
func ISOTime(t time.Time) string { return t.Format(time.RFC3339) }

// Digits returns an id or a number as a path contains it, without separators.
func Digits(n int64) string { return strconv.FormatInt(n, 10) }

// Several returns the singular or the plural of a noun, as the number of things needs it.
func Several(n int64, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// Between returns what comes after the item at i when a sentence ends with a list of items.
func Between(i int, list []string) string {
	if i < len(list)-1 {
		return ", "
	}
	return "."
}

// Grouped returns a number with spaces between the thousands.
func Grouped[N int | int64](n N) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}

// Joined joins the texts that are not empty.
func Joined(separator string, texts ...string) string {
	var some []string
	for _, text := range texts {
		if strings.TrimSpace(text) != "" {
			some = append(some, text)
		}
	}
	return strings.Join(some, separator)
}

// Capital returns a text that begins with a capital letter.
func Capital(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}
