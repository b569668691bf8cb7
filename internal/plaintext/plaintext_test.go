package plaintext_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/plaintext"
)

func TestOneLine(t *testing.T) {
	require.Equal(t, "a b  c d", plaintext.OneLine("a\tb\r\nc\x7fd"))
	require.Equal(t, "a\uFFFDé", plaintext.OneLine("a\xff\xfeé"))
	require.Empty(t, plaintext.OneLine(""))
}

func TestExcerpt(t *testing.T) {
	require.Equal(t, "äöü", plaintext.Excerpt("äöü", 3))
	require.Equal(t, "äö…", plaintext.Excerpt("äöü", 2))
	require.Equal(t, "a …", plaintext.Excerpt("a\nb", 2))
}
