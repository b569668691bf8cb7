package tournament

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
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

func eventLine(r *tourney.Event) view.Line {
	return lineOf("events", r.ID, r.Name, text(r.StartDate.String()), text(r.EndDate.String()), text(r.TimeZone))
}

func eventDetail(v *view.Visit, r *tourney.Event, d *rowDetail) error {
	d.Name = r.Name
	d.Facts = []view.Fact{
		view.FactOf("Days", prose.Joined(" – ", r.StartDate.String(), r.EndDate.String())),
		view.FactOf("Time zone", r.TimeZone),
	}
	for _, other := range nouns()[2:] {
		d.Links = append(d.Links, view.Cell{Text: other.title, To: filtered(nounPath+other.name, "event", d.ID)})
	}
	d.Links = append(d.Links, playLinks(v, "event", d.ID)...)
	return d.addTables(v, "event", "divisions")
}

func divisionLine(r *tourney.Division) view.Line {
	event := valueOf(r.Event)
	return lineOf("divisions", r.ID, r.Name, linkTo("events", event.ID, event.Name), yesNo(r.Active))
}

func divisionDetail(v *view.Visit, r *tourney.Division, d *rowDetail) error {
	d.Name, d.Links = r.Name, playLinks(v, "division", d.ID)
	pools, err := ask.RowsOf[tourney.Pool](v.API, "pools", rowsShown, "division", ask.IDText(d.ID))
	if err != nil {
		return err
	}
	var names []string
	for _, p := range pools.Rows {
		names = append(names, cmp.Or(p.Label, p.Name))
	}
	event := valueOf(r.Event)
	d.Facts = []view.Fact{
		fact("Event", linkTo("events", event.ID, event.Name)), fact("Active", yesNo(r.Active)),
		view.FactOf("Pools", prose.Joined(", ", names...)),
	}
	return d.addTables(v, "division", "teams", "games")
}

func teamLine(r *tourney.Team) view.Line {
	division := valueOf(r.Division)
	return lineOf("teams", r.ID, r.Name, linkTo("divisions", division.ID, division.Name),
		text(strconv.Itoa(len(r.Players))), yesNo(r.Paid), text(r.ExternalTeamID))
}

func teamDetail(v *view.Visit, r *tourney.Team, d *rowDetail) error {
	division := valueOf(r.Division)
	d.Name = r.Name
	d.Facts = []view.Fact{
		fact("Division", linkTo("divisions", division.ID, division.Name)), fact("Paid", yesNo(r.Paid)),
		view.FactOf("External id", r.ExternalTeamID),
	}
	for _, p := range r.Pools {
		pool := fmt.Sprintf("%s, position %d", cmp.Or(p.Pool.Label, p.Pool.Name), p.Number)
		d.Facts = append(d.Facts, view.FactOf("Pool", pool))
	}
	for i := range r.Coaches {
		c := &r.Coaches[i]
		d.Facts = append(d.Facts, view.FactOf("Coach", prose.Joined(", ", nameOf(c.FirstName, c.LastName), c.Email)))
	}
	roster := rowTable{Title: "Roster", Heads: view.Heads(
		"Number", "number", "Name", "", "Position", "", "Born", "number wide", "Line", "number wide",
	)}
	for i := range r.Players {
		p := &r.Players[i]
		roster.Lines = append(roster.Lines, view.Line{Key: view.Key("line", p.ID), Cells: []view.Cell{
			text(numberText(p.Number)), linkTo("players", p.PlayerID, nameOf(p.FirstName, p.LastName)), text(p.Position),
			text(ask.IDText(int64(p.BirthYear))),
			text(ask.IDText(p.ID)),
		}})
	}
	d.Tables = []rowTable{roster}
	return d.addTables(v, "team", "games")
}

// nameOf returns first and last name.
func nameOf(first, last string) string { return strings.TrimSpace(first + " " + last) }

// numberText returns a number on a jersey, "" for none.
func numberText(number *int) string {
	if number == nil {
		return ""
	}
	return strconv.Itoa(*number)
}

func playerLine(r *tourney.Player) view.Line {
	team := view.Cell{}
	if len(r.Teams) > 0 {
		team = linkTo("teams", r.Teams[0].ID, r.Teams[0].Name)
	}
	if more := len(r.Teams) - 1; more > 0 {
		team.Text += fmt.Sprintf(" and %d more", more)
	}
	return lineOf("players", r.ID, nameOf(r.FirstName, r.LastName), team)
}

func playerDetail(_ *view.Visit, r *tourney.Player, d *rowDetail) error {
	d.Name = nameOf(r.FirstName, r.LastName)
	for i := range r.Teams {
		team := linkTo("teams", r.Teams[i].ID, r.Teams[i].Name)
		team.Text = prose.Joined(", number ", team.Text, numberText(r.Teams[i].Number))
		d.Facts = append(d.Facts, fact("Team", team))
	}
	return nil
}

// gameLine begins with the number in the schedule, by which people know a game.
func gameLine(r *tourney.Game) view.Line {
	g := game{*r}
	place := prose.Joined(", ", nameOr(g.venue().Name, g.venue().ID), g.CourtName())
	return view.Line{Key: view.Key("game", r.ID), Cells: []view.Cell{
		text(g.number()), linkTo("games", r.ID, g.Sides()), text(g.ScoreText()), text(dayText(r.Date, shortDay)),
		text(g.ClockTime()), text(g.DivisionName()), text(place),
	}}
}

func gameDetail(_ *view.Visit, r *tourney.Game, d *rowDetail) error {
	g := game{*r}
	won, division, venue := g.Winner(), valueOf(g.Division), g.venue()
	d.Name = g.Label() + ": " + g.Sides()
	d.Score = &scoreForm{
		Away: scoreOf(g.AwayTeam, won == tourney.WinnerAway), Home: scoreOf(g.HomeTeam, won == tourney.WinnerHome),
	}
	place := linkTo("venues", venue.ID, venue.Name)
	place.Text = prose.Joined(", ", place.Text, g.CourtName())
	d.Facts = []view.Fact{
		fact("Away", linkTo("teams", teamOf(g.AwayTeam), sideName(g.AwayTeam))),
		fact("Home", linkTo("teams", teamOf(g.HomeTeam), sideName(g.HomeTeam))),
		view.FactOf("Begins", prose.Joined(", ", dayText(g.Date, longDay), g.ClockTime())),
		fact("Division", linkTo("divisions", division.ID, division.Name)), fact("Place", place),
		view.FactOf("Bracket", g.BracketName),
	}
	return nil
}

// townOf returns where a venue is, for people.
func townOf(r *tourney.Venue) string {
	address := valueOf(r.Address)
	return prose.Joined(", ", address.City, address.StateRegion)
}

func venueLine(r *tourney.Venue) view.Line {
	return lineOf("venues", r.ID, r.Name, text(townOf(r)), text(strconv.Itoa(len(r.Locations))))
}

func venueDetail(_ *view.Visit, r *tourney.Venue, d *rowDetail) error {
	d.Name, d.Facts = r.Name, []view.Fact{view.FactOf("Place", townOf(r))}
	t := rowTable{Title: "Courts", Heads: view.Heads("Id", "number", "Name", "", "Short", "")}
	for _, c := range r.Locations {
		cells := []view.Cell{text(ask.IDText(c.ID)), text(c.Name), text(c.Abbr)}
		t.Lines = append(t.Lines, view.Line{Key: view.Key("court", c.ID), Cells: cells})
	}
	d.Tables = []rowTable{t}
	return nil
}
