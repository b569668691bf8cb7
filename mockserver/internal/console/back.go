package console

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// rewindTo returns the request that shows the rows after a write.
func rewindTo(write int64) step {
	return step{http.MethodPost, "rewind/" + strconv.FormatInt(write, 10), nil}
}

// clockBack returns the request that takes a move of the clock back. It moves the clock by the difference, so that a
// clock that runs does not lose the time since. It sets the clock where the difference is no duration.
func clockBack(before, after time.Time) step {
	by := before.Sub(after)
	if !after.Add(by).Equal(before) {
		return step{http.MethodPut, "clock", map[string]time.Time{"set": before}}
	}
	return step{http.MethodPut, "clock", map[string]string{"advance": by.String()}}
}

// replaced sends a request that replaces all rows. It returns what the page says: the text, and how to take it back.
func (v *visit) replaced(text string, send func() error) (done, error) {
	before, err := get[world](v, "info")
	if err != nil {
		return done{}, err
	}
	if err := send(); err != nil {
		return done{}, err
	}
	after, err := get[world](v, "info")
	switch {
	case err != nil:
		return done{}, err
	case after.Oldest > before.Writes:
		text += "\nThis cannot be undone: the mock does not keep the rows of before. RewindLimit keeps more."
		return done{Text: text}, nil
	}
	text += fmt.Sprintf("\nUndo shows the rows after write %s again. It also takes back what was written since.",
		grouped(before.Writes))
	return done{Text: text, Undo: []step{rewindTo(before.Writes)}}, nil
}
