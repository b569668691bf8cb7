package tournament

import (
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

func divisionTable(rows []ask.DivisionRow) rowTable {
	t := rowTable{Title: "Divisions", Heads: []head{headID, headName, {"Event", "wide"}, {"Active", ""}}}
	for i := range rows {
		r := &rows[i]
		t.add("divisions", r.ID, r.Name, toNamed("events", r.Event), yesNo(r.Active))
	}
	return t
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
