package sidedoor

import (
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// Direct is what the methods of a World work with that send no request and read or change rows.
type Direct struct {
	Versions *history.State
	Time     *history.Clock
	Rules    model.KeyRules // for the keys of accounts
	Dangling bool           // see AllowDanglingReferences
}

// through calls f with a fork, which becomes the newest version. It panics with the problems that f found, and then
// changes nothing.
func through[T any](w *Direct, method string, f func(*Door) T) T {
	return history.Write(w.Versions, method, func(st *model.Version) T {
		d := NewDoor(st, w.Dangling)
		d.state, d.method = w.Versions, method
		return f(d)
	})
}
