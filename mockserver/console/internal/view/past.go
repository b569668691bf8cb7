package view

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
)

// Write is a write in an answer of the admin API.
type Write struct {
	Number  int64     `json:"number"`
	Time    time.Time `json:"time"` // of the mock's clock
	Made    time.Time `json:"made"` // in real time
	Op      string    `json:"operation"`
	Request int64     `json:"request"`
	Method  string    `json:"method"`
	Changes int64     `json:"changes"`
	Notes   []string  `json:"notes"`
}

// Who returns the name of the operation that made the write. For a write without an operation, Who returns the name of
// the method of the World.
func (w *Write) Who() string {
	if w.Op != "" {
		return w.Op
	}
	return w.Method
}

// rewoundTo returns the number of the write to which a Rewind went back, and false for a write that is no Rewind.
func (w *Write) rewoundTo() (number int64, ok bool) {
	text, ok := strings.CutPrefix(w.Method, "Rewind to ")
	if !ok {
		return 0, false
	}
	number, err := strconv.ParseInt(text, 10, 64)
	return number, err == nil
}

// writeList is the answer of the admin API to a request for writes.
type writeList struct {
	Writes []Write `json:"writes"` // newest first
}

// WritesBefore returns the newest writes before the write with a number. With 0 it returns the newest of all writes.
func (v *Visit) WritesBefore(number int64, limit int) ([]Write, error) {
	path := "writes?limit=" + strconv.Itoa(limit)
	if number > 0 {
		path += "&before=" + strconv.FormatInt(number, 10)
	}
	found, err := ask.Get[writeList](v.API, path)
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
	found, err := v.findPast(newest)
	if err == nil {
		kept.known, kept.write, kept.past = true, newest, found
	}
	return found, err
}

// mostGoneBack bounds how many writes that went back findPast follows.
const mostGoneBack = 100

// findPast follows the writes that went back, from the newest write on, to find the write whose rows the world shows.
func (v *Visit) findPast(newest int64) (*Past, error) {
	p := &Past{newest, newest}
	for range mostGoneBack {
		to, err := v.goneBack(p.Newest)
		if err != nil {
			return nil, err
		}
		if to == p.Newest {
			break
		}
		p.Newest--
	}
	for range mostGoneBack {
		to, err := v.goneBack(p.Shown)
		if err != nil {
			return nil, err
		}
		if to == p.Shown {
			break
		}
		p.Shown = to
	}
	undone := false
	if p.Shown == p.Newest-1 {
		var err error
		if undone, err = v.replaced(p.Newest); err != nil {
			return nil, err
		}
	}
	if p.Shown == p.Newest || undone {
		return nil, nil //nolint:nilnil // the newest rows, or the rows from before an undone reset, are no past
	}
	return p, nil
}

// replaced reports whether a write replaced all rows, as a reset does. Going back to the write before it undoes the
// replacement.
func (v *Visit) replaced(number int64) (bool, error) {
	w, err := v.writeOf(number)
	known := slices.Contains([]string{"Reset", "Load"}, w.Method)
	return known || strings.HasPrefix(w.Method, "Reset to ") || strings.HasPrefix(w.Method, "Restore of "), err
}

// writeOf returns a write, and the zero Write when the mock no longer keeps the write.
func (v *Visit) writeOf(number int64) (Write, error) {
	found, err := v.WritesBefore(number+1, 1)
	if err != nil || len(found) == 0 || found[0].Number != number {
		return Write{}, err
	}
	return found[0], nil
}

// goneBack returns the number of the write whose rows this write brought back. It returns number itself if the write
// did not go back.
func (v *Visit) goneBack(number int64) (int64, error) {
	w, err := v.writeOf(number)
	if to, ok := w.rewoundTo(); ok && to < number {
		return to, nil
	}
	return number, err
}
