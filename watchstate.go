package tourney

import (
	"context"
	"fmt"

	"github.com/google/go-querystring/query"

	"github.com/tourney-go/tourney/internal/contract"
)

// WatchState keeps what a watch knows, for the next one. A watch loads it once, at its begin, and then saves it after polls
// and when the loop is left among the changes of one.
type WatchState interface {
	// Load returns what was saved last, the zero WatchSnapshot when nothing was.
	Load(ctx context.Context) (WatchSnapshot, error)
	// Save puts a snapshot in the place of the last one, wholly or not at all. It must not change it. The context has the
	// values of the watch's and does not end with it, because what was taken is saved after that as well: a Save that may
	// take long needs a time limit of its own.
	Save(ctx context.Context, s WatchSnapshot) error
}

// WatchVersion is the version of the snapshots that this version of the library writes, and the only one that it reads.
const WatchVersion = 1

// WatchSnapshot is what a watch knows. encoding/json writes and reads it; what it looks like inside is the library's
// business.
type WatchSnapshot struct {
	Version int    `json:"version"` // WatchVersion; 0 when nothing was saved
	List    string `json:"list"`    // which list it is of
	Games   []Game `json:"games"`   // without their Extra, once they have been through JSON
}

// scope names the list that is watched: variant, path and filters.
func (w *watching) scope() (string, error) {
	o := w.list
	o.Page, o.PageSize, o.Includes = 0, 0, nil
	values, err := query.Values(o)
	if err != nil {
		return "", err
	}
	op := contract.Lookup("Games.List")
	path := op.Path
	for _, a := range op.Aliases {
		if a.Service == w.games.alias {
			path = a.Path
		}
	}
	return w.games.core.variant.Name + " " + path + "?" + values.Encode(), nil
}

// load takes up what the last watch knew.
func (w *watching) load(ctx context.Context) error {
	if w.options.State == nil {
		return nil
	}
	s, err := w.options.State.Load(ctx)
	if err != nil {
		return &aboutError{"Watch: cannot load the state", err}
	}
	scope, err := w.scope()
	switch {
	case err != nil:
		return err
	case s.Version == 0:
		return nil
	case s.Version != WatchVersion:
		return fmt.Errorf("tourney: Watch: the state has version %d: expected %d", s.Version, WatchVersion)
	case s.List != scope:
		return fmt.Errorf("tourney: Watch: the state is of the list %q and not of %q: each list needs a state of its own", printable(s.List), scope)
	}
	w.known, w.begun = s.Games, true
	return nil
}

func (w *watching) save(ctx context.Context) error {
	if w.options.State == nil {
		return nil
	}
	scope, err := w.scope()
	if err != nil {
		return err
	}
	if err := w.options.State.Save(context.WithoutCancel(ctx), WatchSnapshot{Version: WatchVersion, List: scope, Games: w.known}); err != nil {
		return &aboutError{"Watch: cannot save the state", err}
	}
	return nil
}
