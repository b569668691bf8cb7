package tournament

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// nouns are the kinds of rows that the tournament page shows, in the order of its tabs.
func nouns() []noun {
	row := func(more ...string) []view.Head {
		return view.Heads(append([]string{"Id", "number", "Name", ""}, more...)...)
	}
	return []noun{
		nounOf("events", row("From", "number", "To", "number", "Time zone", "wide"), eventLine, eventDetail),
		nounOf("divisions", row("Event", "wide", "Active", ""), divisionLine, divisionDetail, "event"),
		nounOf("teams", row("Division", "wide", "Players", "number", "Paid", "", "External id", "wide"),
			teamLine, teamDetail, "event", "division"),
		nounOf("players", row("Team", ""), playerLine, playerDetail, "event", "division", "team"),
		nounOf("games", view.Heads("No.", "number", "Away at home", "", "Score", "number", "Day", "number",
			"Time", "number wide", "Division", "wide", "Court", "wide"),
			gameLine, gameDetail, "event", "division", "team", "day"),
		nounOf("venues", row("Place", "", "Courts", "number"), venueLine, venueDetail, "event"),
	}
}

func eventLine(r *ask.EventRow) rowLine {
	return lineOf("events", &r.Named, text(r.StartDate), text(r.EndDate), text(r.TimeZone))
}

func eventDetail(v *view.Visit, r *ask.EventRow, d *rowDetail) error {
	d.Name = r.Name
	d.Facts = []view.Fact{
		view.FactOf("Days", prose.Joined(" – ", r.StartDate, r.EndDate)), view.FactOf("Time zone", r.TimeZone),
	}
	for _, other := range nouns()[2:] {
		d.Links = append(d.Links, view.Cell{Text: other.title, To: filtered(nounPath+other.name, "event", d.ID)})
	}
	d.Links = append(d.Links, playLinks(v, "event", d.ID)...)
	return d.addTables(v, "event", "divisions")
}

func divisionLine(r *ask.DivisionRow) rowLine {
	return lineOf("divisions", &r.Named, toNamed("events", r.Event), yesNo(r.Active))
}

func divisionDetail(v *view.Visit, r *ask.DivisionRow, d *rowDetail) error {
	d.Name, d.Links = r.Name, playLinks(v, "division", d.ID)
	pools, err := ask.Get[struct{ Rows []ask.PoolRow }](v.API, "rows/pools?division="+ask.IDText(d.ID))
	if err != nil {
		return err
	}
	var names []string
	for _, p := range pools.Rows {
		names = append(names, p.Text())
	}
	d.Facts = []view.Fact{
		fact("Event", toNamed("events", r.Event)), fact("Active", yesNo(r.Active)),
		view.FactOf("Pools", prose.Joined(", ", names...)),
	}
	return d.addTables(v, "division", "teams", "games")
}

func teamLine(r *ask.TeamRow) rowLine {
	return lineOf("teams", &r.Named, toNamed("divisions", r.Division), text(strconv.Itoa(len(r.Players))),
		yesNo(r.Paid), text(r.External))
}

func teamDetail(v *view.Visit, r *ask.TeamRow, d *rowDetail) error {
	d.Name = r.Name
	d.Facts = []view.Fact{
		fact("Division", toNamed("divisions", r.Division)), fact("Paid", yesNo(r.Paid)),
		view.FactOf("External id", r.External),
	}
	for i := range r.Pools {
		pool := prose.Joined(", position ", r.Pools[i].Pool.Text(), string(r.Pools[i].Number))
		d.Facts = append(d.Facts, view.FactOf("Pool", pool))
	}
	for i := range r.Coaches {
		d.Facts = append(d.Facts, view.FactOf("Coach", prose.Joined(", ", r.Coaches[i].Name(), r.Coaches[i].Email)))
	}
	roster := rowTable{Title: "Roster", Heads: view.Heads(
		"Number", "number", "Name", "", "Position", "", "Born", "number wide", "Line", "number wide",
	)}
	for i := range r.Players {
		p := &r.Players[i]
		roster.Lines = append(roster.Lines, rowLine{"line-" + ask.IDText(p.ID), []view.Cell{
			text(string(p.Number)), linkTo("players", p.PlayerID, p.Name()), text(p.Position), text(string(p.BirthYear)),
			text(ask.IDText(p.ID)),
		}})
	}
	d.Tables = []rowTable{roster}
	return d.addTables(v, "team", "games")
}

func playerLine(r *ask.PlayerRow) rowLine {
	team := view.Cell{}
	if len(r.Teams) > 0 {
		team = toNamed("teams", &r.Teams[0].Named)
	}
	if more := len(r.Teams) - 1; more > 0 {
		team.Text += fmt.Sprintf(" and %d more", more)
	}
	return lineOf("players", &ask.Named{ID: r.ID, Name: r.Name()}, team)
}

func playerDetail(_ *view.Visit, r *ask.PlayerRow, d *rowDetail) error {
	d.Name = r.Name()
	for i := range r.Teams {
		team := toNamed("teams", &r.Teams[i].Named)
		if r.Teams[i].Number != "" {
			team.Text += ", number " + string(r.Teams[i].Number)
		}
		d.Facts = append(d.Facts, fact("Team", team))
	}
	return nil
}

// gameLine begins with the number in the schedule, by which people know a game.
func gameLine(r *ask.GameRow) rowLine {
	return rowLine{"game-" + ask.IDText(r.ID), []view.Cell{
		text(cmp.Or(string(r.Number), ask.IDText(r.ID))), linkTo("games", r.ID, r.Sides()), text(r.ScoreText()),
		text(r.ShortDay()), text(r.ClockTime()), text(r.DivisionName()),
		text(prose.Joined(", ", r.VenueName(), r.CourtName())),
	}}
}

func gameDetail(_ *view.Visit, g *ask.GameRow, d *rowDetail) error {
	d.Name = g.Label() + ": " + g.Sides()
	d.Score = &scoreForm{
		Away: scoreOf(g.Away, g.Result() == ask.AwayWon), Home: scoreOf(g.Home, g.Result() == ask.HomeWon),
	}
	var division, venue view.Cell
	if g.Division != nil {
		division = toNamed("divisions", &g.Division.Named)
	}
	if g.VenueCourt != nil {
		venue = toNamed("venues", g.VenueCourt.Venue)
		venue.Text = prose.Joined(", ", venue.Text, g.CourtName())
	}
	d.Facts = []view.Fact{
		fact("Away", linkTo("teams", g.Away.Team(), g.Away.Text())),
		fact("Home", linkTo("teams", g.Home.Team(), g.Home.Text())),
		view.FactOf("Begins", prose.Joined(", ", g.DayText(), g.ClockTime())), fact("Division", division),
		fact("Place", venue), view.FactOf("Bracket", g.BracketName),
	}
	return nil
}

// venueRow is a venue with its courts.
type venueRow struct {
	ask.Named

	Address struct {
		City  string `json:"City"`
		State string `json:"StateRegion"`
	} `json:"Address"`
	Locations []ask.Named `json:"Locations"`
}

// place returns where the venue is, for people.
func (r *venueRow) place() string { return prose.Joined(", ", r.Address.City, r.Address.State) }

func venueLine(r *venueRow) rowLine {
	return lineOf("venues", &r.Named, text(r.place()), text(strconv.Itoa(len(r.Locations))))
}

func venueDetail(_ *view.Visit, r *venueRow, d *rowDetail) error {
	d.Name, d.Facts = r.Name, []view.Fact{view.FactOf("Place", r.place())}
	t := rowTable{Title: "Courts", Heads: view.Heads("Id", "number", "Name", "", "Short", "")}
	for _, c := range r.Locations {
		cells := []view.Cell{text(ask.IDText(c.ID)), text(c.Name), text(c.Abbr)}
		t.Lines = append(t.Lines, rowLine{"court-" + ask.IDText(c.ID), cells})
	}
	d.Tables = []rowTable{t}
	return nil
}
