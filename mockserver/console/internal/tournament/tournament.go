package tournament

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

const tournamentPage = "tournament"

// noun is a kind of rows.
type noun struct {
	name, title string
	filters     []string // the parameters of the list of these rows in the admin API
	list        lister
	detail      func(v *view.Visit, id int64) (*rowDetail, error)
}

// nouns are the kinds of rows that the tournament page shows, in the order of its tabs.
func nouns() []noun {
	return []noun{
		{"events", "Events", nil, listerOf("events", eventTable), eventDetail},
		{"divisions", "Divisions", []string{"event"}, listerOf("divisions", divisionTable), divisionDetail},
		{"teams", "Teams", []string{"event", "division"}, listerOf("teams", teamTable), teamDetail},
		{"players", "Players", []string{"event", "division", "team"}, listerOf("players", playerTable), playerDetail},
		{"games", "Games", []string{"event", "division", "team", "day"}, listerOf("games", gameTable), gameDetail},
		{"venues", "Venues", []string{"event"}, listerOf("venues", venueTable), venueDetail},
	}
}

// nounOf returns the kind of rows with a name.
func nounOf(name string) (noun, error) {
	for _, n := range nouns() {
		if n.name == name {
			return n, nil
		}
	}
	return noun{}, ask.FailureWith(http.StatusNotFound, "the mock has no rows "+prose.Excerpt(name))
}

// rowsShown bounds how many rows a page lists.
const rowsShown = 50

// lister returns a page of rows as a table, the start of the next page, and the number of all rows, nil if it is not
// known. The pairs are names and values of parameters of the admin API.
type lister func(v *view.Visit, pairs ...string) (t rowTable, next int64, total *int, err error)

// listerOf returns the lister of a kind of rows.
func listerOf[T any](name string, table func([]T) rowTable) lister {
	return func(v *view.Visit, pairs ...string) (rowTable, int64, *int, error) {
		rows, err := ask.RowsOf[T](v.API, name, rowsShown, pairs...)
		return table(rows.Rows), rows.Next, rows.Total, err
	}
}

// tournamentList is the content of a page with a list of rows, with links to other lists and other pages of the list.
type tournamentList struct {
	Noun    string
	Tabs    []tab
	Text    string // the text that a person searched for
	Filters [][2]string
	Table   rowTable
	First   string // the link to the first page, "" on the first page
	Next    string // the link to the next page, "" on the last page
	Shown   string
	Looked  bool // the admin API stopped at its limit of rows to look at, and there are more rows
}

// tab is a link to a list of rows of a kind.
type tab struct {
	To, Title string
	Count     int
	Here      bool
}

func loadTournament(v *view.Visit) (view.Body, error) {
	n, err := nounOf(nounName(v))
	if err != nil {
		return nil, err
	}
	p := &tournamentList{Noun: n.name, Text: v.Query.Get("q")}
	pairs := []string{"q", p.Text, "after", v.Query.Get("after")}
	for _, name := range n.filters {
		value := v.Query.Get(name)
		if value == "" {
			continue
		}
		if name != "day" { // the admin API says what is wrong with a day
			if _, _, err := view.RowNamed[ask.Named](v, name); err != nil {
				return nil, err
			}
		}
		pairs, p.Filters = append(pairs, name, value), append(p.Filters, [2]string{name, value})
	}
	table, next, total, err := n.list(v, pairs...)
	if err != nil {
		return nil, err
	}
	p.Table = table
	if err := p.pages(v, next, total); err != nil {
		return nil, err
	}
	info, err := ask.Get[view.World](v.API, "info")
	for _, other := range nouns() {
		p.Tabs = append(p.Tabs, tab{nounPath + other.name, other.title, info.Rows[other.name], other.name == n.name})
	}
	return p, err
}

// command returns a curl command that adds a first row.
func (p *tournamentList) command(address string) string {
	return "curl -X POST '" + address + "/_mock/rows/" + p.Noun + `' -d '{"Name":"Kites"}'`
}

// nounName returns the name of the kind of rows in the path, or teams if the path has no kind.
func nounName(v *view.Visit) string {
	if name := v.Named["noun"]; name != "" {
		return name
	}
	return "teams"
}

// pages sets the links to the other pages of the list. The links contain the number of the first row, because a page of
// rows does not know how many rows are before it.
func (p *tournamentList) pages(v *view.Visit, next int64, total *int) error {
	before, err := v.Number("before", 0)
	if err != nil {
		return err
	}
	query := url.Values{}
	for _, f := range append([][2]string{{"q", p.Text}}, p.Filters...) {
		if f[1] != "" {
			query.Set(f[0], f[1])
		}
	}
	here := v.Base + nounPath + p.Noun + "?"
	if v.Query.Get("after") != "" {
		p.First = here + query.Encode()
	}
	count := int64(len(p.Table.Lines))
	last := before + count
	p.Shown = prose.Grouped(before+min(1, count)) + "–" + prose.Grouped(last)
	if total != nil {
		p.Shown += " of " + prose.Grouped(int64(*total))
	}
	if next > 0 {
		query.Set("after", strconv.FormatInt(next, 10))
		query.Set("before", strconv.FormatInt(last, 10))
		p.Next = here + query.Encode()
	}
	p.Looked = next > 0 && count < rowsShown
	return nil
}
