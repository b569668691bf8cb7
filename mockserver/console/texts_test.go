package console_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestTexts: a name in which a person would see nothing shows as its codes, and so do characters that hide something.
// Emoji and words keep their joiners, and long names are cut.
func TestTexts(t *testing.T) {
	srv, b := open(t)
	for name, want := range map[string]string{
		" ":                       `\u0020`,
		"\u00a0\n":                `\u00a0\u000a`,
		"\u3164\u2800":            `\u3164\u2800`,
		"\u2003":                  `\u2003`,
		" Owls ":                  "Owls",
		strings.Repeat(" ", 1000): strings.Repeat(`\u0020`, 1000)[:200] + "…",
		strings.Repeat("ä", 1000): strings.Repeat("ä", 200) + "…",
		"\u202eslwO":              `\u202eslwO`,
		"Ow\u200dls":              `Ow\u200dls`,
		"O\u200bwls\u2060":        `O\u200bwls\u2060`,
		"\u200dOwls\u200c":        `\u200dOwls\u200c`,
		"👩\u200d👧 Owls":           "👩\u200d👧 Owls",
		"❤️\u200d🔥":               "❤️\u200d🔥",
		"👧🏽\u200d🚀":               "👧🏽\u200d🚀",
		"👩\u200dOwls":             `👩\u200dOwls`,
		"بازی\u200cکن":            "بازی\u200cکن",
		"क्\u200dष":               "क्\u200dष",
		"ا\u200c\u200cب":          `ا\u200c\u200cب`,
		"Owls\U000e0067\u0085b":   `Owls\U000e0067\u0085b`,
	} {
		srv.Teams.Edit(4005, func(row *tourney.Team) { row.Name = name })
		var heads []string
		for _, n := range parsed(t, b.get("tournament/teams/4005").body) {
			if n.Data == "h1" {
				heads = append(heads, textOf(n))
			}
		}
		require.Equal(t, []string{want}, heads, "%q", name)
	}
}

// FuzzRequests: whatever a request says, its pages are UTF-8, have no character that hides or turns others, and the
// detail leaves out no message of the answer.
func FuzzRequests(f *testing.F) {
	for _, body := range []string{
		`{"Id":7016,"Teams":[{"Name":"x"},null],"A":{}}`, `[1,[2]]`, `{"a":`, `<Request><Id>1</Id><A><B>x</B></A></Request>`,
		`<a><b></a>`, `</a>`, `<a/>`, "\x00", `{"a":"\u202e"}`, `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`,
		"a\x00\u202e\xff\r\n\t" + strings.Repeat("ä", 300), `{"Name":[` + strings.Repeat("1,", 600) + "1]}",
	} {
		f.Add("a=1&&b&%zz=%zz&a=2&divisionid=x", body, false)
		f.Add("", body, true)
	}
	f.Add("\xb8=\xff&a=\ufffd", "0", true)
	f.Fuzz(func(t *testing.T, query, body string, inXML bool) {
		srv, b := open(t)
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			req, err := http.NewRequestWithContext(t.Context(), method, "http://localhost:8080/api/v1/teams", strings.NewReader(body))
			require.NoError(t, err)
			req.URL.RawQuery = query
			req.Header.Set("Content-Type", "application/json")
			if inXML {
				req.Header.Set("Content-Type", "application/xml")
			}
			res, err := srv.RoundTrip(req)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
		}
		for i, c := range srv.Calls.All("") {
			list, detail := b.get("requests").body, b.get(fmt.Sprint("requests/", i+1)).body
			for _, page := range []string{list, detail} {
				require.True(t, utf8.ValidString(page))
				require.False(t, strings.ContainsAny(page, "\x00\x1b\u202e\u2066\u200f"), "%q", page)
			}
			require.LessOrEqual(t, strings.Count(tableOf(detail, "Parameters"), "<tr"), 1+500)
			require.Equal(t, len(c.Errors), max(1, strings.Count(tableOf(detail, "What was wrong"), "<tr"))-1)
		}
	})
}

// tableOf returns the table of a page with a label, "" for none.
func tableOf(page, label string) string {
	_, table, _ := strings.Cut(page, `aria-label="`+label+`"`)
	table, _, _ = strings.Cut(table, "</table>")
	return table
}
