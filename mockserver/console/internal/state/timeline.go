package state

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// timelinePath is the path of the page of writes.
const timelinePath = "timeline"

// timelinePage is the list of writes, with the detail of the write that a person chose.
type timelinePage struct {
	Writes []writeRow // newest first
	Oldest int64      // the write with the oldest rows that the mock keeps, -1 when it is not on the page
	Shown  int64      // the write after which the rows were what they are now
	Newest int64      // the newest write that did not go back
	Query  string     // of this page
	Pager  view.Pager
	Detail *writeDetail
}

// writeRow is a write in the list.
type writeRow struct {
	journal.Write

	Lines []changeLine
	Left  int // changed rows that the lines do not show
}

// detail is the detail of a write, nil for none.
func (p *timelinePage) detail(s *view.Sheet) templ.Component {
	if p.Detail == nil {
		return nil
	}
	return p.Detail.view(s, p)
}

// IsOpen reports whether the page shows the detail of a write.
func (p *timelinePage) IsOpen(number int64) bool { return p.Detail != nil && p.Detail.Number == number }

// Aside reports whether a write has no effect now, because the world shows rows from before the write.
func (p *timelinePage) Aside(number int64) bool { return number > p.Shown && number <= p.Newest }

// facts are the facts about a write.
func (d *writeDetail) facts() []view.Fact {
	facts := []view.Fact{
		view.FactOf("Made", prose.Moment(d.Made)), view.FactOf("Mock's clock", prose.Moment(d.Time)),
		view.FactOf("Rows", prose.Grouped(d.Changes)),
	}
	if d.Request == 0 {
		return facts
	}
	to := view.Cell{Text: "No. " + prose.Grouped(d.Request), To: "requests/" + prose.Digits(d.Request)}
	return slices.Insert(facts, 2, view.Fact{Label: "Request", Cell: to})
}

// whoOf returns the name of the operation that made a write, or the name of the method of the World.
func whoOf(w journal.Write) string { return cmp.Or(w.Op, w.Method, "no name") }

// left returns a text that says how many changed rows the lines leave out.
func (w *writeRow) left() string {
	more, rows := "and %s more %s", prose.Several(int64(w.Left), "row")
	if len(w.Lines) == 0 {
		more = "%s %s"
	}
	return fmt.Sprintf(more, prose.Grouped(w.Left), rows)
}

// ShowPath returns the path of the form that shows the rows after a write.
func ShowPath(number int64) string { return "timeline/" + prose.Digits(number) + "/show" }

// writesShown bounds how many writes a page lists.
const writesShown = 50

// maxListed bounds how many rows of a write the list reads. The detail of the write has more rows.
const maxListed = 20

func loadTimeline(v *view.Visit) (view.Body, error) {
	before, err := v.Number("before", 1)
	if err != nil {
		return nil, err
	}
	own, err := ask.Get[view.World](v.API, "info")
	if err != nil {
		return nil, err
	}
	writes, err := v.WritesBefore(before, writesShown+1)
	if err != nil {
		return nil, err
	}
	p := &timelinePage{Oldest: own.Oldest, Shown: own.Writes, Newest: own.Writes}
	gone, err := v.Past(own.Writes)
	if err != nil {
		return nil, err
	}
	if gone != nil {
		p.Shown, p.Newest = gone.Shown, gone.Newest
	}
	p.page(v.Base, before, writes)
	if p.Writes, err = linesOf(v, writes[:min(len(writes), writesShown)]); err != nil {
		return nil, err
	}
	if v.Named["number"] != "" {
		number, wrong := v.NamedNumber("number", "the number of a write")
		if wrong != nil {
			return nil, wrong
		}
		p.Detail, err = changesOf(v, number)
	}
	return p, err
}

// page sets the links to the pages with newer and older writes.
func (p *timelinePage) page(base string, before int64, writes []journal.Write) {
	if before > 0 {
		p.Query = "?before=" + strconv.FormatInt(before, 10)
		p.Pager.First = base + timelinePath
	}
	if len(writes) > writesShown {
		last := writes[writesShown-1].Number
		p.Oldest, p.Pager.Next = -1, base+timelinePath+"?before="+strconv.FormatInt(last, 10)
	}
	if len(writes) > 0 {
		last := writes[min(len(writes), writesShown)-1].Number
		p.Pager.Shown = prose.Grouped(writes[0].Number) + " – " + prose.Grouped(last)
	}
}

// linesOf returns writes with their first changes.
func linesOf(v *view.Visit, writes []journal.Write) (rows []writeRow, err error) {
	for _, w := range writes {
		row := writeRow{Write: w, Left: w.Changes}
		if w.Changes <= maxListed {
			detail, err := changesOf(v, w.Number)
			switch {
			case ask.FailureOf(err).Status == http.StatusNotFound: // the mock no longer keeps this write
			case err != nil:
				return nil, err
			default:
				row.Lines, row.Left = detail.lines()
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// changesOf returns a write with the rows that it changed.
func changesOf(v *view.Visit, number int64) (*writeDetail, error) {
	detail, err := ask.Get[writeDetail](v.API, "writes/"+strconv.FormatInt(number, 10))
	return &detail, err
}

// showWrite brings back the rows after a write. Until the next write, all pages say that they show older rows, with a
// link to the newest rows.
func showWrite(v *view.Visit) (view.Done, error) {
	n, err := v.NamedNumber("number", "the number of a write")
	if err != nil {
		return view.Done{}, err
	}
	back, err := ask.Change[wayBack](v.API, http.MethodPost, rewindTo(n).Path, nil)
	if err != nil {
		return view.Done{}, err
	}
	if back.Before == nil {
		return back.done("The rows are those after write " + prose.Grouped(n) + "."), nil
	}
	return view.Done{Text: "The rows are those after write " + prose.Grouped(n) + ". The clock stays as it was."}, nil
}
