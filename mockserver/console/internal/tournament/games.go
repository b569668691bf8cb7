package tournament

import (
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// gameTable returns a table of games. The first column is the number in the schedule, by which people know a game.
func gameTable(rows []ask.GameRow) rowTable {
	t := rowTable{Title: "Games", Heads: []head{
		{"No.", "number"}, {"Away at home", ""}, {"Score", "number"}, {"Day", "number"}, {"Time", "number wide"},
		headDivision, {"Court", "wide"},
	}}
	for i := range rows {
		r := &rows[i]
		number := string(r.Number)
		if number == "" {
			number = ask.IDText(r.ID)
		}
		t.Lines = append(t.Lines, rowLine{"game-" + ask.IDText(r.ID), []cell{
			{Text: number}, linkTo("games", r.ID, r.Sides()), {Text: r.ScoreText()},
			{Text: r.ShortDay()}, {Text: r.ClockTime()}, {Text: r.DivisionName()},
			{Text: prose.Joined(", ", r.VenueName(), r.CourtName())},
		}})
	}
	return t
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
