package secrets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/forms"
)

// planted are secrets of every kind.
var planted = []Secret{
	{Text: "the-api-key", Chosen: true},
	{Text: `s<e>c&r"e't/of+the=account é 0123456789-0123456789-0123456789-0123456789-0123456789-0123456789`},
	{Text: `p<a>s&s"w'o/r+d=of pat é 0123456789-0123456789`, Chosen: true},
	{Text: "378282246310005"},
	{Text: "7316"},
	{Text: "N7xQ2vKp9LmR4tYw"},
	{Text: `k<e>y&i"s's/u+e=d é 0123456789-0123456789`},
	{Text: "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwYXQifQ.c2lnbmF0dXJl"},
	{Text: "hunter2"},
	{Text: `correct horse, battery\staple`, Chosen: true},
	{Text: "Password1", Chosen: true},
	{Text: "spring-league-26", Chosen: true},
	{Text: `100%25\x41&amp;`},
	{Text: "ææ00"}, // fewer characters than bytes
	{Text: "000ÿ"}, // whose capital is not in Latin-1
}

// contexts are texts around a secret.
var contexts = map[string][2]string{
	"nothing":     {"", ""},
	"a sentence":  {"The request with ", " was refused."},
	"JSON":        {`{"message":"cannot read `, `","code":3}`},
	"HTML":        {"<html><body><h1>403</h1><p>GET /?key=", "</p></body></html>"},
	"a query":     {"https://host.example.com/api/v1/teams?id=7&key=", "&format=json"},
	"other words": {"100% of 20 teams & 30 players, C:\\teams\\2026, a=b ", " ... and so on"},
}

func TestEveryFormIsWithheld(t *testing.T) {
	for _, secret := range planted {
		for _, form := range forms.All() {
			if form.Cut && len(secret.Text) < 15 {
				continue
			}
			for where, around := range contexts {
				text := around[0] + form.Write(secret.Text) + around[1]
				got := New([]Secret{secret}).Shown(text)
				found := got == notices[aSecret] || got == notices[aNumber]
				require.True(t, found, "%s, %s, in %s: %s", secret.Text, form.Name, where, got)
			}
		}
	}
}

// ordinary are passwords and keys as people choose them.
var ordinary = []string{
	"Password1", "spring-league-26", "Summer2026!", "Football7", "MyTournament1", "letmein99", "the-api-key",
	"mypassword", "welcome2026", "registration-key-1",
}

func TestOrdinaryMessagesAreShown(t *testing.T) {
	require.GreaterOrEqual(t, len(forms.Messages()), 200)
	for _, chosen := range []bool{true, false} {
		var all []Secret
		for _, text := range ordinary {
			all = append(all, Secret{text, chosen})
			for _, message := range forms.Messages() {
				require.Equal(t, message, New(all[len(all)-1:]).Shown(message), text)
			}
		}
		together := New(all)
		for _, message := range forms.Messages() {
			require.Equal(t, message, together.Shown(message))
		}
	}
}
