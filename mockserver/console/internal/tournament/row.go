package tournament

import (
	"net/url"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// rowDetail is a row with its facts, and with tables of the rows that belong to it.
type rowDetail struct {
	Noun, One, Name string
	ID              int64
	List            string // the title of the list that has the row
	Facts           []view.Fact
	Links           []view.Cell
	Tables          []rowTable
	Score           *scoreForm  // of a game
	Values          []view.Line // all members of the row
}

func loadRow(v *view.Visit) (view.Body, error) {
	n, err := nounNamed(v.Named["noun"])
	if err != nil {
		return nil, err
	}
	id, err := v.NamedNumber("id", "the id of a row of "+n.name)
	if err != nil {
		return nil, err
	}
	return n.detail(v, id)
}

// fact returns a fact whose value can have a link.
func fact(label string, value view.Cell) view.Fact { return view.Fact{Label: label, Cell: value} }

// filtered returns the path of a page with an id as parameter.
func filtered(path, name string, id int64) string {
	return path + "?" + url.Values{name: {ask.IDText(id)}}.Encode()
}

// addTables adds tables of the first rows of kinds that belong to the row, with links to the rest.
func (d *rowDetail) addTables(v *view.Visit, by string, kinds ...string) error {
	for _, kind := range kinds {
		n, err := nounNamed(kind)
		if err != nil {
			return err
		}
		t, next, total, err := n.list(v, by, ask.IDText(d.ID))
		if err != nil {
			return err
		}
		if next > 0 {
			t.More, t.All = filtered(nounPath+kind, by, d.ID), "All "+kind
			if total != nil {
				t.All = "All " + prose.Grouped(int64(*total)) + " " + kind
			}
		}
		d.Tables = append(d.Tables, t)
	}
	return nil
}

// playLinks returns the links to the pages schedule, standings, bracket and leaders that the console has.
func playLinks(v *view.Visit, by string, id int64) (links []view.Cell) {
	for _, name := range []string{"schedule", "standings", "bracket", "leaders"} {
		if p, _ := v.Pages.At(name); p != nil {
			links = append(links, view.Cell{Text: p.Title, To: filtered(name, by, id)})
		}
	}
	return links
}
