package redact

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// The expressions say what the scans of texts find. A regular expression is too slow for every text of a request.
var (
	cardLike = regexp.MustCompile(`\p{Nd}(?:\pC*[\p{Zs}\p{Pd}\x{2212}+]?\pC*\p{Nd}){11,}`)
	assigned = regexp.MustCompile(`([\w.-]+)["'\]]*\s*[=:>]`)
	userInfo = regexp.MustCompile(`://[^/?#\s]*@`)
	code     = regexp.MustCompile(`^[ -]*(\d[ -]*){3,4}$`)
	escape   = regexp.MustCompile(`[&\\%]`)
)

// scanned are texts with and without what the scans find.
var scanned = []string{
	"", "a", "4111111111111111", "41111111111", "411111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "4111+1111+1111",
	"4111  1111 1111", "4111 - 1111 1111 1111 1111", "4111\x00\x001111\t1111", "4111\u200b \u200b1111\u22121111",
	"x411111111111x422222222222x", "411111111111 - 422222222222",
	"٤١١١١١١١١١١١", "41111111111\xff1", "411111111111\xff", "41111111111\u00e91", "4111\u00a01111\u20131111",
	"\ufffd411111111111", "1\u0378" + strings.Repeat("1", 11), "1\u00ad" + strings.Repeat("1", 11), "1\ue000" + strings.Repeat("1", 11),
	"411111111111 ", " 411111111111-", "411111111111-+", "00000000000\U0001d7ce", "\U000110700 1 2 3 4 5 6 7 8 9 0 1",
	"password=x", `"cvv": 1`, "<Pin>1", "a.b-c_d\"']\t\n =", "a b=c", "pässword=1", "=", "==", "a\v=", "a]' \"=", "x://", "://@",
	"http://u@h", "http://h/u@", "http://h?://u:p@", "://a b@", "://\xff@", "http://a:b@c, http://d", "a://b\x0b@", "://://@",
	"7316", "731", "73", "73162", "7 3-1 6", "-731", "731 ", "7.31", "+731", "731\xff", "７３１", "a&b", `a\b`, "a%b", "a_b",
}

// sameAsExpressions compares the scans of a text with the expressions.
func sameAsExpressions(t *testing.T, text string) {
	t.Helper()
	if !strings.ContainsAny(text, "./_") { // between the groups of a number
		require.Equal(t, cardLike.ReplaceAllString(text, Mark), WithoutDigits(text, Mark), "%q", text)
	}
	require.Equal(t, WithoutDigits(text, Mark) != text, HasDigits(text), "%q", text)
	require.Equal(t, userInfo.MatchString(text), holdsUserInfo(text), "%q", text)
	require.Equal(t, code.MatchString(text), IsCode(text), "%q", text)
	require.Equal(t, escape.MatchString(text), MayHaveEscapes(text), "%q", text)
	var want []string
	for _, found := range assigned.FindAllStringSubmatch(text, -1) {
		want = append(want, found[1])
	}
	var got []string
	for name := range assignedNames(text) {
		got = append(got, name)
	}
	require.Empty(t, cmp.Diff(want, got), "%q", text)
}

func TestScansFindWhatTheExpressionsFind(t *testing.T) {
	for _, a := range scanned {
		for _, b := range scanned {
			sameAsExpressions(t, a+b)
		}
	}
	require.Equal(t, "card "+Mark, Masked("card 4111.1111/1111_1111"))
	const firstLetters, lastForms = 0x3100, 0xf800 // of Chinese; from which on there are forms of other characters
	for r := range rune(0x10000) {                 // every kind of character between the digits of a card
		if text := "0" + string(r) + strings.Repeat("1", 11); r < firstLetters || r > lastForms {
			require.Equal(t, cardLike.MatchString(text), HasDigits(text), "%q", text)
		}
	}
}

func FuzzScans(f *testing.F) {
	for _, text := range scanned {
		f.Add(text)
	}
	f.Fuzz(sameAsExpressions)
}

// TestWords compares the search for words with one search for each word.
func TestWords(t *testing.T) {
	list := []string{"ab", "abc", "b", "pass", "passe", "po1", "é", "1-"}
	w := NewWords(list...)
	for _, text := range []string{
		"", "a", "aB", "xABx", "xpASs", "pas", "PASS", "c", "É", "é", "ac\xc3", "ca", "bz", "zb", "B!", "ppPAss", "pPo1", "po", "1", "11-",
	} {
		want := slices.ContainsFunc(list, func(word string) bool { return strings.Contains(smallLetters(text), word) })
		require.Equal(t, want, HoldsWord(text, w), text)
		require.Equal(t, want, HoldsWord([]byte(text), w), text)
	}
	require.False(t, HoldsWord("anything", NewWords()))
}

// smallLetters returns a text with small letters in the place of the capitals of ASCII.
func smallLetters(text string) string {
	small := []byte(text)
	for i, c := range small {
		if c >= 'A' && c <= 'Z' {
			small[i] = c + 'a' - 'A'
		}
	}
	return string(small)
}
