package secrets

import (
	"strings"
	"testing"

	"github.com/tourney-go/tourney/internal/forms"
)

// hostile are texts and secrets that are expensive to search.
func hostile() map[string]struct{ secret, text string } {
	half := strings.Repeat("a", maxSecrets/2)
	return map[string]struct{ secret, text string }{
		"an ordinary text":    {"N7xQ2vKp9LmR4tYw", "Team 4001 was not found in event 1001."},
		"a page":              {"N7xQ2vKp9LmR4tYw", strings.Join(forms.Messages(), "\n")},
		"entities":            {"N7xQ2vKp9LmR4tYw", strings.Repeat("&amp;", MaxText/5)},
		"entities upon each":  {"N7xQ2vKp9LmR4tYw", "&" + strings.Repeat("amp;", MaxText/4-1)},
		"backslashes":         {"N7xQ2vKp9LmR4tYw", strings.Repeat(`\`, MaxText)},
		"percent":             {"N7xQ2vKp9LmR4tYw", strings.Repeat("%25", MaxText/3)},
		"base64":              {"N7xQ2vKp9LmR4tYw", strings.Repeat("QUFB", MaxText/4)},
		"hexadecimal":         {"N7xQ2vKp9LmR4tYw", strings.Repeat("41", MaxText/2)},
		"digits":              {"378282246310005", strings.Repeat("37828 ", MaxText/6)},
		"dots":                {"N7xQ2vKp9LmR4tYw", strings.Repeat("a…", MaxText/4)},
		"letters":             {half + "b", strings.Repeat("a", 15) + strings.Repeat("ba", MaxText/2-8)},
		"a long secret":       {half + "b" + half[1:], "Team 4001 was not found."},
		"a secret of words":   {strings.Repeat("Tournament", maxSecrets/20), strings.Repeat("tournamen ", MaxText/10)},
		"a long secret, long": {strings.Repeat("key-5-", maxSecrets/6), strings.Repeat("key-6-", MaxText/6)},
	}
}

func BenchmarkShown(b *testing.B) {
	for name, c := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				New([]Secret{{Text: c.secret, Chosen: true}}).Shown(c.text)
			}
		})
	}
}
