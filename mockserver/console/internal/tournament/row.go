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

// playLinks returns the links to the pages schedule, standings, bracket and leaders that the console has.
func playLinks(v *view.Visit, by string, id int64) (links []cell) {
	for _, name := range []string{"schedule", "standings", "bracket", "leaders"} {
		if p, _ := v.Pages.At(name); p != nil {
			links = append(links, cell{p.Title, filtered(name, by, id)})
		}
	}
	return links
}
