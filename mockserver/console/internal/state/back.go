package state

import (
	"net/http"
	"strconv"
	"time"

	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// rewindTo returns the request that brings back the rows after a write.
func rewindTo(write int64) view.Step {
	return view.Step{Method: http.MethodPost, Path: "rewind/" + strconv.FormatInt(write, 10)}
}

// wayBack is the answer of the admin API to a request that replaces rows. It has the write and the time before the
// request. It is empty when the mock does not keep the earlier rows.
type wayBack struct {
	Before *struct {
		Write int64     `json:"write"`
		Time  time.Time `json:"time"`
	} `json:"before"`
}

// done returns the result of a form that replaced rows: the text, and the requests that undo the change.
func (b wayBack) done(text string) view.Done {
	if b.Before == nil {
		text += "\nThis cannot be undone: the mock does not keep the rows of before."
		return view.Done{Text: text}
	}
	text += "\nUndo shows the rows after write " + prose.Grouped(b.Before.Write) +
		" again. It also takes back what was written since."
	return view.Done{Text: text, Undo: []view.Step{rewindTo(b.Before.Write)}}
}

// clockBack returns the request that undoes a move of the clock. The request moves the clock by the difference of
// before and after, so that a running clock keeps the time that has passed since the move. If the difference is too
// large for a duration, the request sets the clock.
func clockBack(before, after time.Time) view.Step {
	by := before.Sub(after)
	if !after.Add(by).Equal(before) {
		return view.Step{Method: http.MethodPut, Path: "clock", Body: map[string]time.Time{"set": before}}
	}
	return view.Step{Method: http.MethodPut, Path: "clock", Body: map[string]string{"advance": by.String()}}
}
