package tournament

import (
	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

func eventTable(rows []ask.EventRow) rowTable {
	t := rowTable{Title: "Events", Heads: []head{
		headID, headName, {"From", "number"}, {"To", "number"}, {"Time zone", "wide"},
	}}
	for i := range rows {
		r := &rows[i]
		t.add("events", r.ID, r.Name, cell{Text: r.StartDate}, cell{Text: r.EndDate}, cell{Text: r.TimeZone})
	}
	return t
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
