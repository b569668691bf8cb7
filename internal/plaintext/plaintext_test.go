package plaintext_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/plaintext"
)

func TestOneLine(t *testing.T) {
	require.Equal(t, "a b  c d", plaintext.OneLine("a\tb\r\nc\x7fd"))
	require.Equal(t, "a\uFFFDé", plaintext.OneLine("a\xff\xfeé"))
	require.Empty(t, plaintext.OneLine(""))
}

// TestEscape: what a terminal acts on is shown and not done, also in JSON, which stays the same text.
func TestEscape(t *testing.T) {
	for _, r := range "\x00\a\b\v\f\r\x1b\x1f\x7f\u0080\u0085\u009b\u009f\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069" {
		want := fmt.Sprintf(`a\u%04xb`, r)
		require.Equal(t, want, plaintext.Escape("a"+string(r)+"b"))
		if r > 0x7f {
			require.Equal(t, want, plaintext.OneLine("a"+string(r)+"b"))
		}
		var read string
		require.NoError(t, json.Unmarshal([]byte(`"`+want+`"`), &read))
		require.Equal(t, "a"+string(r)+"b", read)
	}
	require.Equal(t, `a\udb40\udc41b`, plaintext.Escape("a\U000E0041b"))
	const kept = "tab\tand line\n, no-break\u00a0space, é, 日本, 👩‍🚀, \u200b, \ufeff"
	require.Equal(t, kept, plaintext.Escape(kept))
	require.Equal(t, "a\uFFFDb", plaintext.Escape("a\x9b\x9bb"))
}

func TestClip(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "äöü": "äöü", "äöüß": "äöü…", "a\nbc": "a\nb…", "a\xff\xfe": "a\uFFFD", "ab\xffd": "ab\uFFFD…",
	} {
		require.Equal(t, want, plaintext.Clip(s, 3))
	}
}

func TestExcerpt(t *testing.T) {
	require.Equal(t, "äöü", plaintext.Excerpt("äöü", 3))
	require.Equal(t, "äö…", plaintext.Excerpt("äöü", 2))
	require.Equal(t, "a …", plaintext.Excerpt("a\nb", 2))
}

// TestInner: the prefix goes where an error begins, and no word that looks like it.
func TestInner(t *testing.T) {
	for text, want := range map[string]string{
		"tourney: a: tourney: b": "a: b", "of mine: tourney: b": "of mine: b", "a\ntourney: b": "a\nb",
		"the tourney: (mytourney: 7)": "the tourney: (mytourney: 7)",
	} {
		require.Equal(t, want, plaintext.Inner(errors.New(text)))
	}
	require.Equal(t, "<nil>", plaintext.Inner(nil))
}
