package console

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// FuzzParameters: whatever a request says, the page lists values with names, and leaves out no message of the answer.
func FuzzParameters(f *testing.F) {
	for _, body := range []string{
		`{"Id":7016,"Teams":[{"Name":"x"},null],"A":{}}`, `[1,[2]]`, `{"a":`, `<Request><Id>1</Id><A><B>x</B></A></Request>`,
		`<a><b></a>`, `</a>`, `<a/>`, "\x00", `{"a":"\u202e"}`, `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`,
	} {
		f.Add("a=1&&b&%zz=%zz&a=2", body, "a must be b", true)
		f.Add("", body, "", false)
	}
	f.Fuzz(func(t *testing.T, query, body, message string, inXML bool) {
		c := call{Query: query, Body: body, Format: "JSON", Errors: []string{message, "Id is required"}}
		if inXML {
			c.Format = "XML"
		}
		values, others := c.parameters()
		require.LessOrEqual(t, len(values), maxAsked)
		said := len(others)
		for _, v := range values {
			said += len(v.Wrong)
		}
		require.Equal(t, len(c.Errors), said)
	})
}

// FuzzTexts: a text on a page is UTF-8, has no character that hides or turns others, and has an end.
func FuzzTexts(f *testing.F) {
	f.Add("a\x00\u202e\xff\r\n\t" + strings.Repeat("ä", 300))
	f.Fuzz(func(t *testing.T, s string) {
		require.LessOrEqual(t, utf8.RuneCountInString(excerpt(s)), maxShown+1)
		require.LessOrEqual(t, utf8.RuneCountInString(whole(s)), maxBlock+1)
		for _, text := range []string{excerpt(s), whole(s), words(shortWords, s)} {
			require.True(t, utf8.ValidString(text))
			require.False(t, strings.ContainsAny(text, "\x00\x1b\u202e\u2066\u200f"), "%q", text)
		}
	})
}
