package state

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/internal/form"
)

// overviewPage is the content of the overview: the data that a client needs for its first request, and the counts of
// rows in the mock.
type overviewPage struct {
	*view.World

	Keys   form.Keys
	Setups []setup
}

// counted are the kinds of rows in the order in which the page shows them, with the pages for them, "" for no page. The
// page shows other kinds of rows after these.
var counted = []view.Cell{
	{Text: "events", To: "tournament/events"}, {Text: "divisions", To: "tournament/divisions"},
	{Text: "teams", To: "tournament/teams"}, {Text: "players", To: "tournament/players"},
	{Text: "games", To: "schedule"}, {Text: "venues", To: "tournament/venues"},
	{Text: "registrations"}, {Text: "payments"},
}

// reach returns the facts that say how to reach the mock.
func (p *overviewPage) reach() []view.Fact {
	copied := func(label, what, text string) view.Fact {
		return view.Fact{Label: label, Cell: view.Cell{Text: text}, Code: true, Copy: what}
	}
	secret := view.FactOf("API secret", "no text: the admin API has it")
	if len(p.Keys.APISecret) > 0 && utf8.Valid(p.Keys.APISecret) {
		secret = copied("API secret", "the API secret", string(p.Keys.APISecret))
	}
	signatures := "not required"
	if p.Signed {
		signatures = "required"
	}
	return []view.Fact{
		copied("Address", "the address", p.Address), copied("Account", "the user name", p.Username),
		copied("API key", "the API key", p.Keys.APIKey), secret, view.FactOf("Signatures", signatures),
	}
}

// state returns the facts that say what the mock is.
func (p *overviewPage) state() []view.Fact {
	profile, world, writes := p.Profile, "main", "0"
	if profile == p.Variant {
		profile = ""
	}
	if p.Session != "" {
		world = "session " + p.Session
	}
	if p.Writes > 0 {
		writes = prose.Grouped(p.Writes) + "; the mock can go back to " + prose.Grouped(p.Oldest)
	}
	return []view.Fact{
		view.FactOf("Variant", p.Variant), view.FactOf("Profile", profile),
		view.FactOf("Scenario", fmt.Sprint(p.Scenario, ", seed ", p.Seed)), view.FactOf("World", world),
		view.FactOf("Clock", prose.Moment(p.Now)), view.FactOf("Writes", writes),
	}
}

// setup is code for a first request in a language.
type setup struct{ Language, Code string }

func loadOverview(v *view.Visit) (view.Body, error) {
	info, err := v.World()
	if err != nil {
		return nil, err
	}
	events, err := ask.RowsOf[tourney.Event](v.API, "events", 1)
	if err != nil {
		return nil, err
	}
	keys, err := ask.Get[form.Keys](v.API, "credentials")
	return &overviewPage{World: info, Keys: keys, Setups: setupsOf(info, events.Rows)}, err
}

// counts returns the lines of the kinds of rows, with their numbers.
func (p *overviewPage) counts() (lines []view.Line) {
	kinds := slices.Clone(counted)
	for _, name := range slices.Sorted(maps.Keys(p.Rows)) {
		if !slices.ContainsFunc(kinds, func(kind view.Cell) bool { return kind.Text == name }) {
			kinds = append(kinds, view.Cell{Text: name})
		}
	}
	for _, kind := range kinds {
		number := view.Cell{Text: prose.Grouped(p.Rows[kind.Text])}
		lines = append(lines, view.Line{Key: "rows-" + kind.Text, Cells: []view.Cell{kind, number}})
	}
	return lines
}

// setupsOf returns code for a first request in each language. Only the Go code signs requests, because in the other
// languages the code would have to make the signature itself. The code names an event, because some variants list no
// teams without an event.
func setupsOf(w *view.World, events []tourney.Event) []setup {
	address, signer, teams := strconv.Quote(w.Address), "", "/api/v1/teams"
	if len(events) > 0 {
		teams += "?eventid=" + ask.IDText(events[0].ID)
	}
	if w.Signed {
		signer = ",\n\ttourney.WithSigner(auth.HMAC{}),\n\ttourney.WithCredentials(auth.Credentials{\n" +
			"\t\tAPIKey: os.Getenv(\"API_KEY\"), APISecret: secret.New(os.Getenv(\"API_SECRET\")),\n\t}),\n"
	}
	return []setup{
		{"Go", "host, err := tourney.ParseHost(" + strconv.Quote(w.Profile) + ")\nif err != nil {\n\treturn err\n}\n" +
			"client, err := tourney.New(" + address + ", host" + signer + ")"},
		{"curl", "curl '" + w.Address + teams + "'"},
		{"Python", "import json, urllib.request\n\nHOST = " + address + "\nwith urllib.request.urlopen(HOST + \"" +
			teams + "\") as answer:\n    teams = json.load(answer)[\"Teams\"]"},
		{"JavaScript", "const host = " + address + ";\nconst answer = await fetch(`${host}" + teams +
			"`);\nconst { Teams } = await answer.json();"},
	}
}
