package console_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestParameters: a page whose parameter cannot be read, or names no row, says so. It once showed an empty page.
func TestParameters(t *testing.T) {
	srv, b := open(t)
	asked(b, srv)
	const number, row = "expected a whole number from 1 on, found", http.StatusNotFound
	for path, want := range map[string]struct {
		status int
		text   string
	}{
		"schedule?event=abc":                    {400, `Event: ` + number + ` "abc"`},
		"schedule?division=abc":                 {400, `Division: ` + number + ` "abc"`},
		"schedule?division=9":                   {row, "There is no division 9"},
		"schedule?after=x":                      {400, `After: expected`},
		"schedule?day=soon":                     {400, `Day: expected a day such as 2026-06-12, found "soon"`},
		"standings?event=9":                     {row, "There is no event 9"},
		"standings?division=-1":                 {400, `Division: ` + number + ` "-1"`},
		"standings?display=Nonsense":            {400, `Display: expected one of Pool, Division, Event, Bracket, found "Nonsense"`},
		"bracket?division=abc":                  {400, `Division: ` + number + ` "abc"`},
		"bracket?division=0":                    {400, `Division: ` + number + ` "0"`},
		"bracket?division=200":                  {row, "There is no division 200"},
		"bracket?event=1e3":                     {400, `Event: ` + number + ` "1e3"`},
		"bracket?event=1":                       {row, "There is no event 1"},
		"bracket?division=":                     {200, "12U Meadow"},
		"bracket?event=1001&division=2002":      {200, "Bracket"},
		"leaders?event=abc":                     {400, `Event: ` + number},
		"leaders?division=99999999999999999999": {400, `Division: ` + number},
		"leaders?division=9":                    {row, "There is no division 9"},
		"requests?before=x":                     {400, `Before: ` + number + ` "x"`},
		"requests?op=Teams.Lst":                 {400, `Op: there is no operation "Teams.Lst"`},
		"requests?answer=bad":                   {400, `Answer: expected a status or one of failed, unmatched, fault, ignored, found "bad"`},
		"requests?answer=fault:f9":              {200, "No request passes the filter"},
		"requests?assumed=no":                   {400, `Assumed: no assumption is called "no"`},
		"requests/1?before=x":                   {400, `Before: ` + number},
		"requests/99":                           {row, "The journal has no request 99: it keeps the newest."},
		"timeline/99":                           {row, "There is no write 99"},
		"requests/x":                            {400, `The number of a request: expected a whole number, found "x"`},
		"timeline?before=x":                     {400, `Before: ` + number + ` "x"`},
		"timeline?before=0":                     {400, `Before: ` + number + ` "0"`},
		"timeline/x":                            {400, `The number of a write: expected a whole number, found "x"`},
		"tournament/teams?after=x":              {400, `After: expected`},
		"tournament/teams?before=x":             {400, `Before: expected a whole number from 0 on, found "x"`},
		"tournament/teams?event=x":              {400, `Event: ` + number},
		"tournament/teams?event=9":              {row, "There is no event 9"},
		"tournament/teams?division=9":           {row, "There is no division 9"},
		"tournament/players?team=9":             {row, "There is no team 9"},
		"tournament/games?team=x":               {400, `Team: ` + number},
		"tournament/games?day=soon":             {400, `Day: expected a day such as 2026-06-12, found "soon"`},
		"tournament/venues?event=9":             {row, "There is no event 9"},
		"tournament/games/x":                    {400, `The id of a row of games: expected a whole number, found "x"`},
		"tournament/games/9":                    {row, "There is no game 9"},
		"tournament/coaches":                    {row, "The mock has no rows coaches"},
	} {
		t.Run(path, func(t *testing.T) {
			b := &browser{t, b.srv, b.cookies}
			page := b.get(path)
			require.Equal(t, want.status, page.status)
			require.Contains(t, plain(t, page.body), want.text)
			require.Len(t, railOf(t, page.body), 12)
		})
	}
}

// TestTheWayBackFromAParameter: the page of an error about a parameter leads to the page without it.
func TestTheWayBackFromAParameter(t *testing.T) {
	_, b := open(t)
	for path, want := range map[string]string{
		"bracket?division=abc":     `<a href="./bracket">Bracket without parameters</a>`,
		"tournament/teams?event=9": `<a href="../tournament/teams">Tournament without parameters</a>`,
	} {
		require.Contains(t, b.get(path).body, want)
	}
	for _, path := range []string{"requests/9", "requests/9?op=Teams.List", "nowhere?division=9"} {
		require.NotContains(t, b.get(path).body, "without parameters", path)
	}
}
