package tournament

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// rowDetail is a row with its facts, and with tables of the rows that belong to it.
type rowDetail struct {
	Noun, One, Name string
	ID              int64
	List            string // the title of the list that has the row
	Facts           []fact
	Links           []cell
	Tables          []rowTable
	Score           *scoreForm   // of a game
	Values          []ask.Member // all members of the row
}

// fact is a member of a row as people read it.
type fact struct {
	Label string
	cell
}

func loadRow(v *view.Visit) (view.Body, error) {
	n, err := nounOf(v.Named["noun"])
	if err != nil {
		return nil, err
	}
	id, err := strconv.ParseInt(v.Named["id"], 10, 64)
	if err != nil {
		found := prose.Excerpt(v.Named["id"])
		return nil, ask.Invalid("the id of a row of %s: expected a whole number, found %q", n.name, found)
	}
	d, err := n.detail(v, id)
	if err != nil {
		return nil, err
	}
	d.Noun, d.One, d.List, d.ID = n.name, prose.Capital(ask.OneOf(n.name)), n.title, id
	return d, nil
}

// oneRow requests a row. It returns the row, and all members with their names.
func oneRow[T any](v *view.Visit, noun string, id int64) (row T, all []ask.Member, err error) {
	path := "rows/" + noun + "/" + strconv.FormatInt(id, 10)
	row, err = ask.Get[T](v.API, path)
	if err != nil {
		return row, nil, err
	}
	data, err := v.API.Send(http.MethodGet, path+"?form=edit", nil)
	if err != nil {
		return row, nil, err
	}
	all = ask.MembersIn(data)
	return row, all[:min(len(all), ask.MaxMembers)], nil
}

// some returns the facts that have a text.
func some(facts ...fact) (kept []fact) {
	for _, f := range facts {
		if f.Text != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

// filtered returns the path of a page with an id as parameter.
func filtered(path, name string, id int64) string {
	return path + "?" + url.Values{name: {ask.IDText(id)}}.Encode()
}

// tableOf returns a table of the first rows that belong to a row, with a link to the rest.
func tableOf(v *view.Visit, rows lister, noun, by string, id int64) (rowTable, error) {
	t, next, total, err := rows(v, by, ask.IDText(id))
	if next > 0 {
		t.More, t.All = filtered(nounPath+noun, by, id), "All "+noun
		if total != nil {
			t.All = "All " + prose.Grouped(int64(*total)) + " " + noun
		}
	}
	return t, err
}

func eventDetail(v *view.Visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[ask.EventRow](v, "events", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Facts: some(
		fact{"Days", cell{Text: prose.Joined(" – ", r.StartDate, r.EndDate)}}, fact{"Time zone", cell{Text: r.TimeZone}},
	)}
	for _, other := range nouns()[2:] {
		d.Links = append(d.Links, cell{other.title, filtered(nounPath+other.name, "event", id)})
	}
	d.Links = append(d.Links, playLinks(v, "event", id)...)
	t, err := tableOf(v, listerOf("divisions", divisionTable), "divisions", "event", id)
	d.Tables = []rowTable{t}
	return d, err
}

// playLinks returns the links to the pages schedule, standings, bracket and leaders that the console has.
func playLinks(v *view.Visit, by string, id int64) (links []cell) {
	for _, name := range []string{"schedule", "standings", "bracket", "leaders"} {
		if p, _ := v.Pages.At(name); p != nil {
			links = append(links, cell{p.Title, filtered(name, by, id)})
		}
	}
	return links
}

func divisionDetail(v *view.Visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[ask.DivisionRow](v, "divisions", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Links: playLinks(v, "division", id), Facts: some(
		fact{"Event", toNamed("events", r.Event)}, fact{"Active", yesNo(r.Active)},
	)}
	pools, err := ask.Get[struct{ Rows []ask.PoolRow }](v.API, "rows/pools?division="+ask.IDText(id))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range pools.Rows {
		names = append(names, p.Text())
	}
	d.Facts = append(d.Facts, some(fact{"Pools", cell{Text: prose.Joined(", ", names...)}})...)
	teams, err := tableOf(v, listerOf("teams", teamTable), "teams", "division", id)
	if err != nil {
		return nil, err
	}
	games, err := tableOf(v, listerOf("games", gameTable), "games", "division", id)
	d.Tables = []rowTable{teams, games}
	return d, err
}

func teamDetail(v *view.Visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[ask.TeamRow](v, "teams", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Facts: some(
		fact{"Division", toNamed("divisions", r.Division)}, fact{"Paid", yesNo(r.Paid)},
		fact{"External id", cell{Text: r.External}},
	)}
	for i := range r.Pools {
		pool := prose.Joined(", position ", r.Pools[i].Pool.Text(), string(r.Pools[i].Number))
		d.Facts = append(d.Facts, fact{"Pool", cell{Text: pool}})
	}
	for i := range r.Coaches {
		coach := prose.Joined(", ", r.Coaches[i].Name(), r.Coaches[i].Email)
		d.Facts = append(d.Facts, some(fact{"Coach", cell{Text: coach}})...)
	}
	games, err := tableOf(v, listerOf("games", gameTable), "games", "team", id)
	d.Tables = []rowTable{rosterTable(r.Players), games}
	return d, err
}

func playerDetail(v *view.Visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[ask.PlayerRow](v, "players", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name(), Values: all}
	for i := range r.Teams {
		team := toNamed("teams", &r.Teams[i].Named)
		if r.Teams[i].Number != "" {
			team.Text += ", number " + string(r.Teams[i].Number)
		}
		d.Facts = append(d.Facts, fact{"Team", team})
	}
	return d, nil
}

func venueDetail(v *view.Visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[ask.VenueRow](v, "venues", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Facts: some(fact{"Place", cell{Text: r.Place()}})}
	t := rowTable{Title: "Courts", Heads: []head{headID, headName, {"Short", ""}}}
	for _, c := range r.Locations {
		cells := []cell{{Text: ask.IDText(c.ID)}, {Text: c.Name}, {Text: c.Abbr}}
		t.Lines = append(t.Lines, rowLine{"court-" + ask.IDText(c.ID), cells})
	}
	d.Tables = []rowTable{t}
	return d, nil
}

func gameDetail(v *view.Visit, id int64) (*rowDetail, error) {
	g, all, err := oneRow[ask.GameRow](v, "games", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: g.Label() + ": " + g.Sides(), Values: all, Score: &scoreForm{
		Away: scoreOf(g.Away, g.Result() == ask.AwayWon), Home: scoreOf(g.Home, g.Result() == ask.HomeWon),
	}}
	division := cell{}
	if g.Division != nil {
		division = toNamed("divisions", &g.Division.Named)
	}
	venue := cell{}
	if g.VenueCourt != nil {
		venue = toNamed("venues", g.VenueCourt.Venue)
		venue.Text = prose.Joined(", ", venue.Text, g.CourtName())
	}
	d.Facts = some(
		fact{"Away", linkTo("teams", g.Away.Team(), g.Away.Text())},
		fact{"Home", linkTo("teams", g.Home.Team(), g.Home.Text())},
		fact{"Begins", cell{Text: prose.Joined(", ", g.DayText(), g.ClockTime())}}, fact{"Division", division},
		fact{"Place", venue},
		fact{"Bracket", cell{Text: g.BracketName}},
	)
	return d, nil
}
