package secrets

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/forms"
)

// FuzzShown plants secrets in every form between texts of any kind. Shown returns the text without numbers, or a
// notice, and never a secret.
func FuzzShown(f *testing.F) {
	for i, secret := range planted {
		f.Add(secret.Text, uint8(i), "The request with", "was refused.")
	}
	for i, message := range forms.Messages() {
		f.Add("N7xQ2vKp9LmR4tYw", uint8(i), message, `\u00`)
	}
	all := forms.All()
	f.Fuzz(func(t *testing.T, secret string, which uint8, before, after string) {
		if len(secret)+len(before)+len(after) > MaxText/64 || !latin1(secret) {
			t.Skip()
		}
		s := New([]Secret{{Text: secret}})
		for _, text := range []string{before + after, secret + after} {
			got := s.Shown(text)
			known := got == text || isNotice(got) || strings.Contains(got, numberWithheld)
			require.True(t, known, "%q became %q", text, got)
			require.LessOrEqual(t, len(got), max(2*len(text), len(notices[tooMuch])))
		}
		form := all[int(which)%len(all)]
		if form.Cut || form.Name == forms.NoSemicolons && strings.Contains(secret, ";") || isSmall(secret) {
			return
		}
		text := before + "\n" + form.Write(secret) + "\n" + after
		require.True(t, isNotice(New([]Secret{{Text: secret}}).Shown(text)), "%s: %q holds %q", form.Name, text, secret)
	})
}

// isSmall reports whether a secret has few characters, at once or after unescaping. The text behind a secret may turn
// its end into an escape.
func isSmall(secret string) bool {
	whole := strings.TrimRight(secret, `\%&_`)
	return slices.ContainsFunc(Stages(whole), func(stage string) bool {
		return utf8.RuneCountInString(strings.TrimSpace(canonical(stage))) < leastAnywhere
	}) || whole != secret && len(whole) < 2*mostRun
}

func isNotice(text string) bool {
	return text == notices[aSecret] || text == notices[aNumber] || text == notices[tooMuch]
}

// latin1 reports whether a text has only characters that all forms can write.
func latin1(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r > 0xff || r >= 0x7f && r < 0xa0
	})
}
