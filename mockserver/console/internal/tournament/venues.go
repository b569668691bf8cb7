package tournament

import (
	"strconv"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// venueRow is a venue with its courts.
type venueRow struct {
	ask.Named

	Address *struct {
		Location string `json:"Location"`
		City     string `json:"City"`
		State    string `json:"StateRegion"`
	} `json:"Address"`
	Locations []ask.Named `json:"Locations"`
}

// place returns where the venue is, for people.
func (r *venueRow) place() string {
	if r.Address == nil {
		return ""
	}
	return prose.Joined(", ", r.Address.City, r.Address.State)
}

func venueTable(rows []venueRow) rowTable {
	t := rowTable{Title: "Venues", Heads: []head{headID, headName, {"Place", ""}, {"Courts", "number"}}}
	for i := range rows {
		r := &rows[i]
		t.add("venues", r.ID, r.Name, cell{Text: r.place()}, cell{Text: strconv.Itoa(len(r.Locations))})
	}
	return t
}

func venueDetail(v *view.Visit, id int64) (*rowDetail, error) {
	r, all, err := oneRow[venueRow](v, "venues", id)
	if err != nil {
		return nil, err
	}
	d := &rowDetail{Name: r.Name, Values: all, Facts: some(fact{"Place", cell{Text: r.place()}})}
	t := rowTable{Title: "Courts", Heads: []head{headID, headName, {"Short", ""}}}
	for _, c := range r.Locations {
		cells := []cell{{Text: ask.IDText(c.ID)}, {Text: c.Name}, {Text: c.Abbr}}
		t.Lines = append(t.Lines, rowLine{"court-" + ask.IDText(c.ID), cells})
	}
	d.Tables = []rowTable{t}
	return d, nil
}
