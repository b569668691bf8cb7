package view

import (
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// WritesBefore returns the newest writes before the write with a number. With 0 it returns the newest of all writes.
func (v *Visit) WritesBefore(number int64, limit int) ([]journal.Write, error) {
	query := ask.Values("limit", strconv.Itoa(limit), "before", ask.IDText(number))
	found, err := ask.Get[form.Writes](v.API, "writes?"+query.Encode())
	return found.Writes, err
}

// Past describes a world that shows older rows, because a person went back and nothing was written since.
type Past struct {
	Shown  int64 // the write after which the rows were what they are now
	Newest int64 // the newest write that did not go back
}

// Pasts keeps the result of Past for the newest write, because every page needs it.
type Pasts struct {
	mu    sync.Mutex
	known bool
	write int64
	past  *Past
}

// Past returns which older rows the world shows, given the number of its newest write. It returns nil when the world
// shows the newest rows.
func (v *Visit) Past(newest int64) (*Past, error) {
	kept := v.Pasts
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.known && kept.write == newest {
		return kept.past, nil
	}
	writes, err := v.WritesBefore(newest+1, mostGoneBack)
	if err != nil {
		return nil, err
	}
	kept.known, kept.write, kept.past = true, newest, pastOf(newest, writes)
	return kept.past, nil
}

// mostGoneBack bounds how many writes Past looks at.
const mostGoneBack = 100

// pastOf follows the writes that went back, from the newest write on, to find the write whose rows the world shows. The
// newest rows, and the rows from before an undone reset, are no past.
func pastOf(newest int64, writes []journal.Write) *Past {
	p, undone := &Past{newest, newest}, false
	for i := range writes {
		w := &writes[i]
		to, wentBack := rewoundTo(w)
		if w.Number == p.Newest {
			if undone = replaced(w); wentBack {
				p.Newest--
			}
		}
		if w.Number == p.Shown && wentBack {
			p.Shown = to
		}
	}
	if p.Shown == p.Newest || undone && p.Shown == p.Newest-1 {
		return nil
	}
	return p
}

// rewoundTo returns the number of the write to which a Rewind went back, and false for a write that is no Rewind.
func rewoundTo(w *journal.Write) (number int64, ok bool) {
	text, ok := strings.CutPrefix(w.Method, "Rewind to ")
	if !ok {
		return 0, false
	}
	number, err := strconv.ParseInt(text, 10, 64)
	return number, err == nil && number < w.Number
}

// replaced reports whether a write replaced all rows, as a reset does. Going back to the write before it undoes the
// replacement.
func replaced(w *journal.Write) bool {
	return w.Method == "Reset" || w.Method == "Load" || strings.HasPrefix(w.Method, "Reset to ") ||
		strings.HasPrefix(w.Method, "Restore of ")
}
