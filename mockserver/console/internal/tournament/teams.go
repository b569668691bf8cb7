package tournament

import (
	"strconv"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

func teamTable(rows []ask.TeamRow) rowTable {
	t := rowTable{Title: "Teams", Heads: []head{
		headID, headName, headDivision, {"Players", "number"}, {"Paid", ""}, {"External id", "wide"},
	}}
	for i := range rows {
		r := &rows[i]
		t.add("teams", r.ID, r.Name, toNamed("divisions", r.Division), cell{Text: strconv.Itoa(len(r.Players))},
			yesNo(r.Paid), cell{Text: r.External})
	}
	return t
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

func rosterTable(rows []ask.Person) rowTable {
	t := rowTable{Title: "Roster", Heads: []head{
		{"Number", "number"}, headName, {"Position", ""}, {"Born", "number wide"}, {"Line", "number wide"},
	}}
	for i := range rows {
		r := &rows[i]
		t.Lines = append(t.Lines, rowLine{"line-" + ask.IDText(r.ID), []cell{
			{Text: string(r.Number)}, linkTo("players", r.PlayerID, r.Name()), {Text: r.Position}, {Text: string(r.BirthYear)},
			{Text: ask.IDText(r.ID)},
		}})
	}
	return t
}
