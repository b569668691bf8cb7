package tournament

import (
	"fmt"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

func playerTable(rows []ask.PlayerRow) rowTable {
	t := rowTable{Title: "Players", Heads: []head{headID, headName, {"Team", ""}}}
	for i := range rows {
		r, team := &rows[i], cell{}
		if len(r.Teams) > 0 {
			team = toNamed("teams", &r.Teams[0].Named)
		}
		if more := len(r.Teams) - 1; more > 0 {
			team.Text += fmt.Sprintf(" and %d more", more)
		}
		t.add("players", r.ID, r.Name(), team)
	}
	return t
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
