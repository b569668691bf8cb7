package console

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// rewindTo returns the request that shows the rows after a write.
func rewindTo(write int64) step {
	return step{http.MethodPost, "rewind/" + strconv.FormatInt(write, 10), nil}
}

// wayBack is what the admin API answers to a request that replaces rows: what was before. It is empty where the mock
// does not keep the rows of before.
type wayBack struct {
	Before *struct {
		Write int64     `json:"write"`
		Time  time.Time `json:"time"`
	} `json:"before"`
}

// wayBackOf decodes an answer, which may be empty.
func wayBackOf(answer []byte) (back wayBack, err error) {
	if len(answer) > 0 {
		err = json.Unmarshal(answer, &back)
	}
	return back, err
}

// done returns what a page says about rows that were replaced: a text, and how to take it back.
func (b wayBack) done(text string) done {
	if b.Before == nil {
		text += "\nThis cannot be undone: the mock does not keep the rows of before."
		return done{Text: text}
	}
	text += "\nUndo shows the rows after write " + grouped(b.Before.Write) +
		" again. It also takes back what was written since."
	return done{Text: text, Undo: []step{rewindTo(b.Before.Write)}}
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
