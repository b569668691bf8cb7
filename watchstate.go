package tourney

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/go-querystring/query"

	"github.com/tourney-go/tourney/internal/contract"
)

// WatchState stores the known games of a watch for a later watch. A watch loads the state when it begins. It saves the
// state after each poll with changes, after a poll that missed other games than the poll before, and when the loop ends
// between the changes of a poll. The bytes are text in JSON and say their version. A watch refuses a version that it
// does not know. What else is in them is no part of the compatibility promise.
type WatchState interface {
	// Load returns the bytes that Save got last, or nil when it got none.
	Load(ctx context.Context) ([]byte, error)
	// Save replaces the bytes, wholly or not at all. The context has the values of the watch's context but does not end
	// with it, because the watch saves after its own context has ended too. A Save that may take long needs its own time
	// limit.
	Save(ctx context.Context, data []byte) error
}

// watchVersion is the version of the snapshots that this version of the library writes.
const watchVersion = 1

// watchSnapshot is the state of a watch.
type watchSnapshot struct {
	Version int     `json:"version"`         // watchVersion
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
	data, err := w.state.Load(ctx)
	if err != nil {
		return known, false, &wrappedError{"Watch: cannot load the state", err}
	}
	if data == nil {
		return known, false, nil
	}
	s, err := w.read(data)
	if err != nil {
		return known, false, err
	}
	completeWonBy(s.Games, w.wonBy) // a state may have the codes alone
	return knownGames{s.Games, s.Missed}, true, nil
}

// read decodes the bytes of the state.
func (w savedWatch) read(data []byte) (s watchSnapshot, err error) {
	state := "the state"
	if file, ok := w.state.(watchFile); ok {
		state += " in " + string(file)
	}
	var stated struct {
		Version int `json:"version"` // says how to read the rest
	}
	switch err := json.Unmarshal(data, &stated); {
	case err != nil:
		return s, &wrappedError{"Watch: cannot read " + state, err}
	case stated.Version == 0:
		return s, fmt.Errorf("tourney: Watch: %s is none of a watch: it has no version", state)
	case stated.Version != watchVersion:
		return s, fmt.Errorf("tourney: Watch: %s has version %d: expected %d", state, stated.Version, watchVersion)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, &wrappedError{"Watch: cannot read " + state, err}
	}
	if s.List != w.list {
		return s, fmt.Errorf("tourney: Watch: %s belongs to the list %q, not to %q: each list needs its own state",
			state, printable(s.List), w.list)
	}
	return s, nil
}

func (w savedWatch) save(ctx context.Context, known knownGames) error {
	if w.state == nil {
		return nil
	}
	data, err := json.Marshal(watchSnapshot{watchVersion, w.list, known.games, known.missed})
	if err == nil {
		err = w.state.Save(context.WithoutCancel(ctx), data)
	}
	if err != nil {
		return &wrappedError{"Watch: cannot save the state", err}
	}
	return nil
}
