package redact

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// escapings are the forms in which a text is found.
var escapings = map[string]func(string) string{
	"as it is":      func(t string) string { return t },
	"capitals":      strings.ToUpper,
	"small letters": strings.ToLower,
	"query":         url.QueryEscape,
	"path":          url.PathEscape,
	"HTML":          html.EscapeString,
	"JSON":          inJSON,
	"XML": func(t string) string {
		var b bytes.Buffer
		_ = xml.EscapeText(&b, []byte(t))
		return b.String()
	},
	"base64":        func(t string) string { return base64.StdEncoding.EncodeToString([]byte(t)) },
	"base64url":     func(t string) string { return "id_" + base64.RawURLEncoding.EncodeToString([]byte(t)) },
	"hex":           func(t string) string { return hex.EncodeToString([]byte(t)) },
	"white space":   func(t string) string { return strings.ReplaceAll(t, " ", "\r\n ") },
	"trimmed":       strings.TrimSpace,
	"JSON in ASCII": func(t string) string { return strings.Trim(strconv.QuoteToASCII(t), `"`) },
	"every byte":    func(t string) string { return strings.ReplaceAll(fmt.Sprintf("% X", " "+t), " ", "%")[2:] },
	"a query in JSON in HTML": func(t string) string {
		return html.EscapeString(inJSON(html.EscapeString(url.QueryEscape(t))))
	},
}

func inJSON(t string) string {
	data, _ := json.Marshal(t)
	return string(data[1 : len(data)-1])
}

func TestSecretsAreFound(t *testing.T) {
	for _, secret := range []string{
		"the-api-key", "N7xQ2vKp9LmR4tYw", `s<e>c&r"e't/of+the=account é`, `100%25\n&amp;`, "hunter2", "7316", "é1!",
		"correct horse, battery", "ends in a blank ", "\tbegins with one", "two  blanks",
		"Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwYXQifQ.c2lnbmF0dXJl",
	} {
		for name, written := range escapings {
			for _, around := range []string{"%", "The request with % was refused.", `{"message":"%","code":3}`, "/?key=%&format=json"} {
				text := strings.ReplaceAll(around, "%", written(secret))
				require.True(t, SearchFor("", "another", secret).In(text), "%s: %q", name, text)
			}
		}
	}
}

func TestWhatIsNoSecret(t *testing.T) {
	for secret, text := range map[string]string{
		"Password1": "The password is wrong.", "spring-league-26": "Spring League 26 is over.", "123": "Team 4123 or x123",
		"a": "at a-1 is no word, banana", "": "", " ": "a b", "%20": "a b", "N7xQ2vKp9LmR4tYw": "N7xQ2vKp9LmR4tY…",
	} {
		require.Equal(t, secret == "a", SearchFor(secret).In(text), "%q in %q", secret, text)
	}
	require.False(t, new(Search).In("anything"))
}

func TestIDs(t *testing.T) {
	for _, c := range []struct {
		secret, id string
		found      bool
	}{
		{"378282246310005", "PAY 3782-822463\u00a010005-1", true},
		{"3782 822463 10005", "PAY-378282246310005", true},
		{"N7xQ2vKp9LmR4tYw", "x-n7xq2vkp9lmr4tyw", true},
		{"7316", "7316", false},
		{"378282246310005", "37828224631", false},
		{"3782 822463 10005", "r/Mzc4MjgyMjQ2MzEwMDA1", true},
		{"3782 822463 10005", "333738323832323436333130303035", true},
	} {
		require.Equal(t, c.found, SearchFor(c.secret).InID(c.id), c.id)
	}
}

func TestNumbers(t *testing.T) {
	const visa = "4111 1111 1111 1111"
	for _, c := range []struct{ text, want string }{
		{"card 4111111111111111 was declined", "card [number withheld] was declined"},
		{"card " + visa + " was declined", "card [number withheld] was declined"},
		{"card 4111-1111-1111-1111", "card [number withheld]"},
		{"card 4111\u00a01111\u00a01111\u00a01111.", "card [number withheld]."},
		{"card 4111\u202f1111\u20071111\u20091111", "card [number withheld]"},
		{"card=4111+1111+1111+1111&", "card=[number withheld]&"},
		{"card 4111\u20111111\u20131111\u22121111", "card [number withheld]"},
		{"card 41111\u00ad1111\u200b1111111", "card [number withheld]"},
		{"card ４１１１１１１１１１１１１１１１", "card [number withheld]"},
		{"card 3782 822463 10005, code 7", "card [number withheld], code 7"},
		{"x378282246310005y", "x[number withheld]y"},
		{"[3782-822463-10005]", "[[number withheld]]"},
		{"500000000009", "[number withheld]"},                // 12 digits
		{"6304000000000000000", "[number withheld]"},         // 19 digits
		{"4111111111111112", "4111111111111112"},             // the check digit is wrong
		{"41111111111", "41111111111"},                       // 11 digits
		{"40000000000000000002", "40000000000000000002"},     // 20 digits
		{"4111  1111  1111  1111", "4111  1111  1111  1111"}, // two spaces
		{"4111, 1111, 1111, 1111", "4111, 1111, 1111, 1111"},
		{"2 " + visa + " 395", "2 [number withheld] 395"},
		{"100 " + visa + " 12", "100 [number withheld] 12"},
		{visa + " " + visa, "[number withheld] [number withheld]"},
		{"00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000"},
		{"card 4111.1111.1111.1111.", "card [number withheld]."},
		{"card_3782/822463/10005/card", "card_[number withheld]/card"},
		{"4111_1111_1111-1111", "[number withheld]"},
		{"paid with 4111/1111.1111_1111 in 2026", "paid with [number withheld] in 2026"},
		{"4111.1111.1111.1112", "4111.1111.1111.1112"},     // the check digit is wrong
		{"192.168.100.100", "192.168.100.100"},             // an address that has a check digit
		{"139.6917064600005", "139.6917064600005"},         // a fraction
		{"2026/06/13.2026/06/13", "2026/06/13.2026/06/13"}, // dates
		{"Scores: 3-2, 4-1, 5-0", "Scores: 3-2, 4-1, 5-0"},
		{"\xff4111111111111111\xff", "\xff[number withheld]\xff"},
		{"", ""},
	} {
		require.Equal(t, c.want, WithoutNumbers(c.text))
		require.Equal(t, c.want != c.text, HasNumber(c.text), c.text)
	}
	for _, hidden := range []string{
		"4111&nbsp;1111&nbsp;1111&nbsp;1111", "%34111111111111111", `4111\u00201111\u00201111\u00201111`,
		"4111%201111%201111%201111", "NDExMTExMTExMTExMTExMQ==", "id-NDExMSAxMTExIDExMTEgMTExMQ.x", "34313131313131313131313131313131",
	} {
		require.False(t, HasNumber(Masked("id "+hidden)), hidden)
		require.True(t, HasNumber("card "+hidden), hidden)
	}
}

// FuzzIn plants a secret between texts of any kind, and behind one kind of escapes.
func FuzzIn(f *testing.F) {
	f.Add("N7xQ2vKp9LmR4tYw", "query", "The request with", `\u00`)
	f.Add(`100%25\n&amp;`, "JSON", "&", ";")
	f.Add("7316", "HTML", "", "")
	f.Fuzz(func(t *testing.T, secret, form, before, after string) {
		written, known := escapings[form]
		least := min(len(strings.TrimSpace(secret)), len(strings.TrimSpace(Plain(secret))))
		if !known || form == "capitals" || !utf8.ValidString(secret) || least < minWithin*utf8.UTFMax {
			t.Skip() // some letters have no capital or two
		}
		require.True(t, SearchFor(secret).In(before+secret+after))
		require.True(t, SearchFor(secret).In(" "+written(secret)+" "), written(secret))
	})
}

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
