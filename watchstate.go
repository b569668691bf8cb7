package tourney

import (
	"context"
	"fmt"

	"github.com/google/go-querystring/query"

	"github.com/tourney-go/tourney/internal/contract"
)

// WatchState stores the known games of a watch for a later watch. A watch loads the state when it begins. It saves the
// state after each poll with changes, after a poll that missed other games than the poll before, and when the loop ends
// between the changes of a poll.
type WatchState interface {
	// Load returns the last saved snapshot, or the zero WatchSnapshot when there is none.
	Load(ctx context.Context) (WatchSnapshot, error)
	// Save replaces the last snapshot, wholly or not at all. It must not change s. The context has the values of the
	// watch's context but does not end with it, because the watch saves after its own context has ended too. A Save
	// that may take long needs its own time limit.
	Save(ctx context.Context, s WatchSnapshot) error
}

// WatchVersion is the version of the snapshots that this version of the library writes. A watch refuses any other
// version.
const WatchVersion = 1

// WatchSnapshot is the state of a watch. encoding/json writes and reads it. Its content is not part of the
// compatibility promise.
type WatchSnapshot struct {
	Version int     `json:"version"`         // WatchVersion; 0 when nothing was saved
	List    string  `json:"list"`            // identifies the list: variant, path and filters
	Games   []Game  `json:"games"`           // JSON drops their Extra
	Missed  []int64 `json:"missed,omitzero"` // ids of the games that the last poll missed, which the next may remove
}

// knownGames are the games that a watch compares the next poll with.
type knownGames struct {
	games  []Game
	missed []int64 // ids of the games among them that the last poll missed
}

// savedWatch stores the known games of one list in a WatchState. Without a WatchState it stores nothing.
type savedWatch struct {
	state WatchState
	list  string
	wonBy []WonBy // pairs of the host
}

// newSavedWatch returns a savedWatch that identifies its list by variant, path and filters.
func newSavedWatch(core *core, state WatchState, service string, o GameListOptions) (savedWatch, error) {
	o.Page, o.PageSize = 0, 0
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
	list := core.variant.Name + " " + path + "?" + values.Encode()
	return savedWatch{state, list, core.config.profile.WonBy}, nil
}

// load returns the saved games, and false when there are none.
func (w savedWatch) load(ctx context.Context) (known knownGames, found bool, err error) {
	if w.state == nil {
		return known, false, nil
	}
	s, err := w.state.Load(ctx)
	switch {
	case err != nil:
		return known, false, &wrappedError{"Watch: cannot load the state", err}
	case s.Version == 0:
		return known, false, nil
	case s.Version != WatchVersion:
		return known, false, fmt.Errorf("tourney: Watch: the state has version %d: expected %d", s.Version, WatchVersion)
	case s.List != w.list:
		return known, false, fmt.Errorf(
			"tourney: Watch: the state belongs to the list %q, not to %q: each list needs its own state",
			printable(s.List), w.list,
		)
	}
	completeWonBy(s.Games, w.wonBy) // a state may have the codes alone
	return knownGames{s.Games, s.Missed}, true, nil
}

func (w savedWatch) save(ctx context.Context, known knownGames) error {
	if w.state == nil {
		return nil
	}
	err := w.state.Save(context.WithoutCancel(ctx), WatchSnapshot{
		Version: WatchVersion, List: w.list, Games: known.games, Missed: known.missed,
	})
	if err != nil {
		return &wrappedError{"Watch: cannot save the state", err}
	}
	return nil
}
