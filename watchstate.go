package tourney

import (
	"context"
	"fmt"

	"github.com/google/go-querystring/query"

	"github.com/tourney-go/tourney/internal/contract"
)

// WatchState keeps the games that a watch knows, for the next watch. A watch loads it once, when it begins, and saves
// it after polls with changes and when the loop ends among the changes of a poll.
type WatchState interface {
	// Load returns what was saved last, the zero WatchSnapshot when nothing was.
	Load(ctx context.Context) (WatchSnapshot, error)
	// Save puts a snapshot in the place of the last one, wholly or not at all. It must not change it. The context has the
	// values of the watch's and does not end with it, because what was taken is saved after that as well: a Save that may
	// take long needs a time limit of its own.
	Save(ctx context.Context, s WatchSnapshot) error
}

// WatchVersion is the version of the snapshots that this version of the library writes. It reads no other.
const WatchVersion = 1

// WatchSnapshot is the state of a watch. encoding/json writes and reads it; its content is not part of the
// compatibility promise.
type WatchSnapshot struct {
	Version int    `json:"version"` // WatchVersion; 0 when nothing was saved
	List    string `json:"list"`    // which list it is of
	Games   []Game `json:"games"`   // without their Extra, once they have been through JSON
}

// savedWatch is what a watch of one list knows, in a WatchState. Without one it keeps nothing.
type savedWatch struct {
	state WatchState
	list  string
}

// newSavedWatch names the list that is watched: variant, path and filters.
func newSavedWatch(state WatchState, variant *contract.Variant, service string, o GameListOptions) (savedWatch, error) {
	o.Page, o.PageSize, o.Includes = 0, 0, nil
	values, err := query.Values(o)
	if err != nil || state == nil {
		return savedWatch{}, err
	}
	op := contract.Lookup("Games.List")
	path := op.Path
	for _, a := range op.Aliases {
		if a.Service == service {
			path = a.Path
		}
	}
	return savedWatch{state: state, list: variant.Name + " " + path + "?" + values.Encode()}, nil
}

// load returns the games that the last watch knew, and false when none was saved.
func (w savedWatch) load(ctx context.Context) (games []Game, found bool, err error) {
	if w.state == nil {
		return nil, false, nil
	}
	s, err := w.state.Load(ctx)
	switch {
	case err != nil:
		return nil, false, &aboutError{"Watch: cannot load the state", err}
	case s.Version == 0:
		return nil, false, nil
	case s.Version != WatchVersion:
		return nil, false, fmt.Errorf("tourney: Watch: the state has version %d: expected %d", s.Version, WatchVersion)
	case s.List != w.list:
		return nil, false, fmt.Errorf(
			"tourney: Watch: the state is of the list %q and not of %q: each list needs a state of its own",
			printable(s.List), w.list,
		)
	}
	return s.Games, true, nil
}

func (w savedWatch) save(ctx context.Context, games []Game) error {
	if w.state == nil {
		return nil
	}
	err := w.state.Save(context.WithoutCancel(ctx), WatchSnapshot{Version: WatchVersion, List: w.list, Games: games})
	if err != nil {
		return &aboutError{"Watch: cannot save the state", err}
	}
	return nil
}
