package console

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// TestSpans: code and links become parts, and what is neither stays as it is.
func TestSpans(t *testing.T) {
	for text, want := range map[string][]span{
		"":          nil,
		"plain *x*": {{Text: "plain *x*"}},
		"a `b` c":   {{Text: "a "}, {Text: "b", Code: true}, {Text: " c"}},
		"`known`":   {{Text: "known", Code: true, To: "assumptions#known"}},
		"[see](requests.md#x), [out](https://evil.example/requests.md) [no](javascript:x)": {
			{Text: "see", To: "requests"}, {Text: ", "}, {Text: "out"}, {Text: " "}, {Text: "no"},
		},
		"`open [a](b": {{Text: "`open [a](b"}},
	} {
		require.Empty(t, cmp.Diff(want, spans(text, map[string]bool{"known": true}), cmp.AllowUnexported(span{})), text)
	}
}

// FuzzSpans: no text is lost but the marks, and every link is one of the console.
func FuzzSpans(f *testing.F) {
	for _, text := range []string{"a `b` c", "[see](requests.md)", "[a](javascript:x)", "``[](", "`a`[b](c)`"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rest := text
		for _, s := range spans(text, map[string]bool{"known": true}) {
			_, after, found := strings.Cut(rest, s.Text)
			require.True(t, found, "%q in %q", s.Text, text)
			rest = after
			if s.To != "" {
				path, _, _ := strings.Cut(s.To, "#")
				p, _ := pageOf(path)
				require.NotNil(t, p, s.To)
			}
		}
	})
}
