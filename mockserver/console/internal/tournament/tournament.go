package tournament

import (
	"cmp"
	"net/http"
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

// lister returns a page of rows as a table, the start of the next page, and the number of all rows, nil if it is not
// known. The pairs are names and values of parameters of the admin API.
type lister func(v *view.Visit, pairs ...string) (t rowTable, next int64, total *int, err error)

// nounOf returns a kind of rows. The function line returns a row of the table, and own adds to the detail of a row what
// other kinds do not have.
func nounOf[T any](
	name string, heads []view.Head, line func(*T) view.Line, own func(*view.Visit, *T, *rowDetail) error,
	filters ...string,
) noun {
	title := prose.Capital(name)
	list := func(v *view.Visit, pairs ...string) (rowTable, int64, *int, error) {
		rows, err := ask.RowsOf[T](v.API, name, rowsShown, pairs...)
		t := rowTable{Title: title, Heads: heads}
		for i := range rows.Rows {
			t.Lines = append(t.Lines, line(&rows.Rows[i]))
		}
		return t, rows.Next, rows.Total, err
	}
	return noun{name, title, filters, list, func(v *view.Visit, id int64) (*rowDetail, error) {
		path := "rows/" + name + "/" + strconv.FormatInt(id, 10)
		row, err := ask.Row[T](v.API, path)
		if err != nil {
			return nil, err
		}
		data, err := v.API.Send(http.MethodGet, path+"?form=edit", nil)
		if err != nil {
			return nil, err
		}
		d := &rowDetail{Noun: name, One: prose.Capital(ask.OneOf(name)), List: title, ID: id}
		values := ask.MembersIn(data)
		for _, v := range values[:min(len(values), ask.MaxMembers)] {
			d.Values = append(d.Values, view.Line{Cells: []view.Cell{text(v.Name), text(v.Text)}})
		}
		return d, own(v, &row, d)
	}}
}

// nounNamed returns the kind of rows with a name.
func nounNamed(name string) (noun, error) {
	for _, n := range nouns() {
		if n.name == name {
			return n, nil
		}
	}
	return noun{}, ask.FailureWith(http.StatusNotFound, "the mock has no rows "+prose.Excerpt(name))
}

// rowsShown bounds how many rows a page lists.
const rowsShown = 50

// tournamentList is the content of a page with a list of rows, with links to other lists and other pages of the list.
type tournamentList struct {
	Noun    string
	Tabs    []view.Tab
	Text    string // the text that a person searched for
	Filters [][2]string
	Table   rowTable
	Pager   view.Pager
	Looked  bool // the admin API stopped at its limit of rows to look at, and there are more rows
}

func loadTournament(v *view.Visit) (view.Body, error) {
	n, err := nounNamed(cmp.Or(v.Named["noun"], "teams"))
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
			if _, err := v.IDNamed(name); err != nil {
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
		p.Tabs = append(p.Tabs, view.Tab{
			To: nounPath + other.name, Title: other.title, Count: prose.Grouped(info.Rows[other.name]),
			Here: other.name == n.name,
		})
	}
	return p, err
}

// command returns a curl command that adds a first row.
func (p *tournamentList) command(address string) string {
	return "curl -X POST '" + address + "/_mock/rows/" + p.Noun + `' -d '{"Name":"Kites"}'`
}

// pages sets the links to the other pages of the list. The links contain the number of the first row, because a page of
// rows does not know how many rows are before it.
func (p *tournamentList) pages(v *view.Visit, next int64, total *int) error {
	before, err := v.Number("before", 0)
	if err != nil {
		return err
	}
	query := ask.Values("q", p.Text)
	for _, f := range p.Filters {
		query.Set(f[0], f[1])
	}
	here := v.Base + nounPath + p.Noun + "?"
	if v.Query.Get("after") != "" {
		p.Pager.First = here + query.Encode()
	}
	count := int64(len(p.Table.Lines))
	last := before + count
	p.Pager.Shown = prose.Grouped(before+min(1, count)) + "–" + prose.Grouped(last)
	if total != nil {
		p.Pager.Shown += " of " + prose.Grouped(int64(*total))
	}
	if next > 0 {
		query.Set("after", strconv.FormatInt(next, 10))
		query.Set("before", strconv.FormatInt(last, 10))
		p.Pager.Next = here + query.Encode()
	}
	p.Looked = next > 0 && count < rowsShown
	return nil
}
