package console

import (
	"net/http"
	"strconv"
)

// timelinePath is the path of the page.
const timelinePath = "timeline"

// timelinePage is the list of writes, with the detail of one.
type timelinePage struct {
	Writes []writeRow // newest first
	Oldest int64      // the oldest rows that the mock keeps, -1 when the page does not reach them
	Shown  int64      // the write after which the rows were what they are now
	Newest int64      // the newest write that did not go back
	Query  string     // of this page
	Pager  pager
	Detail *writeDetail
}

// writeRow is a write in the list.
type writeRow struct {
	write

	Lines []changeLine
	Left  int64 // changed rows that the lines do not show
}

// IsOpen reports whether the page shows the detail of a write.
func (p *timelinePage) IsOpen(number int64) bool { return p.Detail != nil && p.Detail.Number == number }

// Aside reports whether the world goes without a write, because it shows older rows.
func (p *timelinePage) Aside(number int64) bool { return number > p.Shown && number <= p.Newest }

// left says how many rows the lines leave out.
func (w *writeRow) left() string {
	if len(w.Lines) == 0 {
		return grouped(w.Left) + " " + several(w.Left, "row")
	}
	return "and " + grouped(w.Left) + " more " + several(w.Left, "row")
}

// showPath returns the path of the form that shows the rows after a write.
func showPath(number int64) string { return "timeline/" + digits(number) + "/show" }

// writesShown is how many writes a page lists.
const writesShown = 50

// maxListed bounds the rows of a write that the list looks at: more of them are in its detail.
const maxListed = 20

func loadTimeline(v *visit) (body, error) {
	before, err := v.number("before", 1)
	if err != nil {
		return nil, err
	}
	own, err := get[world](v.API, "info")
	if err != nil {
		return nil, err
	}
	writes, err := v.writesBefore(before, writesShown+1)
	if err != nil {
		return nil, err
	}
	p := &timelinePage{Oldest: own.Oldest, Shown: own.Writes, Newest: own.Writes}
	gone, err := v.past(own.Writes)
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
	if number := v.Named["number"]; number != "" {
		p.Detail, err = changesOf(v, number)
	}
	return p, err
}

// page sets the links to newer and older writes.
func (p *timelinePage) page(base string, before int64, writes []write) {
	if before > 0 {
		p.Query = "?before=" + strconv.FormatInt(before, 10)
		p.Pager.Newer = base + timelinePath
	}
	if len(writes) > writesShown {
		last := writes[writesShown-1].Number
		p.Oldest, p.Pager.Older = -1, base+timelinePath+"?before="+strconv.FormatInt(last, 10)
	}
	if len(writes) > 0 {
		last := writes[min(len(writes), writesShown)-1].Number
		p.Pager.Shown = grouped(writes[0].Number) + " – " + grouped(last)
	}
}

// linesOf returns writes with their first changes.
func linesOf(v *visit, writes []write) (rows []writeRow, err error) {
	for _, w := range writes {
		row := writeRow{write: w, Left: w.Changes}
		if w.Changes <= maxListed {
			detail, err := changesOf(v, strconv.FormatInt(w.Number, 10))
			switch {
			case failureOf(err).status == http.StatusNotFound: // it is no longer kept, because others came meanwhile
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

// changesOf returns a write with what it changed.
func changesOf(v *visit, number string) (*writeDetail, error) {
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, invalid("the number of a write: expected a whole number, found %q", excerpt(number))
	}
	detail, err := get[writeDetail](v.API, "writes/"+strconv.FormatInt(n, 10))
	return &detail, err
}

// showWrite makes the rows those after a write. The page goes on to say that older rows are shown, with the way back.
func showWrite(v *visit) (done, error) {
	n, err := strconv.ParseInt(v.Named["number"], 10, 64)
	if err != nil {
		return done{}, invalid("the number of a write: expected a whole number, found %q", excerpt(v.Named["number"]))
	}
	back, err := change[wayBack](v.API, http.MethodPost, rewindTo(n).Path, nil)
	if err != nil {
		return done{}, err
	}
	if back.Before == nil {
		return back.done("The rows are those after write " + grouped(n) + "."), nil
	}
	return done{Text: "The rows are those after write " + grouped(n) + ". The clock stays as it was."}, nil
}
