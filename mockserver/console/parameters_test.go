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
		"schedule?division=9":                   {row, "There is no division 9"},
		"schedule?after=x":                      {400, `After: expected`},
		"schedule?day=soon":                     {400, `Day: expected a day such as 2026-06-12, found "soon"`},
		"standings?event=9":                     {row, "There is no event 9"},
		"standings?division=-1":                 {400, `Division: ` + number + ` "-1"`},
		"standings?display=Nonsense":            {400, `Display: expected one of Pool, Division, Event, Bracket, found "Nonsense"`},
		"bracket?division=0":                    {400, `Division: ` + number + ` "0"`},
		"bracket?division=":                     {200, "12U Meadow"},
		"bracket?event=1001&division=2002":      {200, "Bracket"},
		"leaders?division=99999999999999999999": {400, `Division: ` + number},
		"requests?before=x":                     {400, `Before: ` + number + ` "x"`},
		"requests?op=Teams.Lst":                 {400, `Op: there is no operation "Teams.Lst"`},
		"requests?answer=bad":                   {400, `Answer: expected a status or one of failed, unmatched, fault, ignored, found "bad"`},
		"requests?answer=fault:f9":              {200, "No request passes the filter"},
		"requests?assumed=no":                   {400, `Assumed: no assumption is called "no"`},
		"requests/99":                           {row, "The journal has no request 99: it keeps the newest."},
		"timeline/99":                           {row, "There is no write 99"},
		"requests/x":                            {400, `The number of a request: expected a whole number, found "x"`},
		"timeline?before=x":                     {400, `Before: ` + number + ` "x"`},
		"timeline/x":                            {400, `The number of a write: expected a whole number, found "x"`},
		"tournament/teams?after=x":              {400, `After: expected`},
		"tournament/teams?before=x":             {400, `Before: expected a whole number from 0 on, found "x"`},
		"tournament/teams?event=x":              {400, `Event: ` + number},
		"tournament/teams?event=9":              {row, "There is no event 9"},
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

// TestPagesSay: the page of a request says field by field what was asked, and why the answer is what it is. The page of a
// row has what belongs to it, and all that the row says. The pages of the interface have types, rules, examples and
// assumptions in words.
func TestPagesSay(t *testing.T) {
	srv, b := open(t)
	asked(b, srv)
	for path, wants := range map[string][]string{
		"requests/1": {"No. 1: GET Teams.List", "200 OK after", "eventid 1001", "Nothing was wrong.", "relied on the assumptions"},
		"requests/2": {
			"eventid wrong x", "foo ignored 2", `eventid eventid must be an integer, found "x"`,
			"These names mean nothing to the mock, so it ignored them: foo",
		},
		"requests/3":             {"No. 3: GET /api/v1/temas", "The request had no parameters.", "The nearest route is GET /api/v1/teams"},
		"requests/4":             {"Id 7016", "HomeScore wrong x", "Nonsense.a", "bytes of JSON"},
		"requests/5":             {"Id 7016", "HomeScore 4", "bytes of XML", "Write 1"},
		"requests/6":             {"The fault f1 fired.", "503 Service Unavailable", "The answer names no error."},
		"tournament/events/1001": {"Soccer Firefly Classic", "6/12/2026 – 6/14/2026", "14U Harbor"},
		"tournament/divisions/2001": {
			"12U Meadow", "Pools Pool A, Pool B", "Canyon Geckos", "River Skylarks at Juniper Foxes", "Settings.RosterLimit 12",
		},
		"tournament/teams/4002":    {"River Skylarks", "Pool Pool A, position 2", "Coach", "Hazel Bumblethorpe", "Roster", "5 : 4"},
		"tournament/players/60201": {"Hazel Bumblethorpe", "River Skylarks, number 18", "Thistle Waffles, number 78"},
		"tournament/venues/9001":   {"Whistlestop Fieldhouse", "Court 3", "Address.City Prairie Puddle"},
		"tournament/games/7001":    {"Game 1: River Skylarks at Juniper Foxes", "Fri 12 Jun 2026, 08:00", "Goals of River Skylarks won"},
		"tournament/games/7018":    {"Goals of Marsh Wombats won", "Goals of Thistle Waffles forfeited"},
		"tournament/games/7043":    {"L1 (Championship)", "Bracket Third Place"},
		"api/operations/TeamsRead": {
			"GET /teams", "Assumed: includes", "teamids list of integer, int64 each from 1", "TeamsReadAnswer",
			"default", "Refusal", "Open in a new tab", "/api/v1/teams?eventid=1001'",
		},
		"api/operations/TeamsCreate": {"curl -X POST", "TeamsCreateRequest", "Example"},
		"api/schemas/TeamStatus": {
			"Observed: 0 None, 1 Active, 2 Inactive, 3 WaitingList.",
			"Used by RegistrationRegisterAnswer Team TeamsCreateRequest",
		},
		"api/schemas/TeamsReadAnswer": {"TeamsGetAnswer or TeamsListAnswer"},
		"api/schemas/TeamsListAnswer": {"Teams required TeamPage"},
		"api/schemas/AuthenticationAuthenticateRequest": {
			"Password required string, password at most 50 characters", "in no answer", "Section 4.1: username, password is required.",
		},
	} {
		page := b.get(path)
		require.Equal(t, http.StatusOK, page.status, path)
		for _, want := range wants {
			require.Contains(t, plain(t, page.body), want, path)
		}
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
