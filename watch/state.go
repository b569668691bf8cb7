package watch

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/google/go-querystring/query"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// State stores the known games of a watch for a later watch. A watch loads the state when it begins. It saves the state
// after each poll with changes, after a poll that missed other games than the poll before, and when the loop ends
// between the changes of a poll. The bytes are JSON text, and hold the version of its form. A watch returns an error
// for a version that it does not know. The rest of the content is no part of the compatibility promise.
type State interface {
	// Load returns the bytes that Save got last, or nil when Save was never called.
	Load(ctx context.Context) ([]byte, error)
	// Save replaces the bytes. A Save that fails must leave the earlier bytes unchanged. The context has the values of
	// the watch's context, but does not end when that context ends, because the watch also saves after that. A Save
	// that may take long needs its own time limit.
	Save(ctx context.Context, data []byte) error
}

// version is the version of the snapshots that this version of the library writes.
const version = 1

// snapshot is the state of a watch.
type snapshot struct {
	Version int            `json:"version"`         // version
	List    string         `json:"list"`            // identifies the list: variant, path and filters
	Games   []tourney.Game `json:"games"`           // without Extra, and without the names of won-bys with a code
	Missed  []int64        `json:"missed,omitzero"` // ids of games that the last poll missed, which the next may remove
	WonBy   map[int]string `json:"wonBy,omitzero"`  // names of the won-bys, by code
}

// wonBys yields the won-bys of games.
func wonBys(games []tourney.Game) iter.Seq[*tourney.WonBy] {
	return func(yield func(*tourney.WonBy) bool) {
		for i := range games {
			for _, side := range []*tourney.GameSide{games[i].AwayTeam, games[i].HomeTeam} {
				if side != nil && side.WonBy != nil && !yield(side.WonBy) {
					return
				}
			}
		}
	}
}

// knownGames are the games that a watch compares the next poll with.
type knownGames struct {
	games  []tourney.Game
	missed []int64 // ids of those games that the last poll missed
}

// saved stores the known games of one list in a State. Without a State it stores nothing.
type saved struct {
	state State
	list  string
}

// newSaved returns a saved for the list with this variant, path and filters.
func newSaved(state State, service string, o tourney.GameListOptions) (saved, error) {
	o.Page, o.PageSize = 0, 0
	values, err := query.Values(o)
	if err != nil || state == nil {
		return saved{}, err
	}
	return saved{state, service + "?" + values.Encode()}, nil
}

// load returns the saved games, and false when there are none.
func (s saved) load(ctx context.Context) (k knownGames, found bool, err error) {
	if s.state == nil {
		return k, false, nil
	}
	data, err := s.state.Load(ctx)
	if err != nil {
		return k, false, fmt.Errorf("cannot load the state: %w", err)
	}
	if data == nil {
		return k, false, nil
	}
	read, err := s.read(data)
	if err != nil {
		return k, false, err
	}
	for wonBy := range wonBys(read.Games) {
		if wonBy.Name == "" {
			wonBy.Name = read.WonBy[wonBy.Code]
		}
	}
	return knownGames{read.Games, read.Missed}, true, nil
}

// read decodes the bytes of the state.
func (s saved) read(data []byte) (read snapshot, err error) {
	state := "the state"
	if path, ok := s.state.(file); ok {
		state += " in " + string(path)
	}
	var stated struct {
		Version int `json:"version"` // says how to read the rest
	}
	switch err := json.Unmarshal(data, &stated); {
	case err != nil:
		return read, fmt.Errorf("cannot read %s: %w", state, err)
	case stated.Version == 0:
		return read, fmt.Errorf("%s is none of a watch: it has no version", state)
	case stated.Version != version:
		return read, fmt.Errorf("%s has version %d: expected %d", state, stated.Version, version)
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return read, fmt.Errorf("cannot read %s: %w", state, err)
	}
	if read.List != s.list {
		return read, fmt.Errorf("%s belongs to the list %q, not to %q: each list needs its own state",
			state, plaintext.Excerpt(read.List, maxList), s.list)
	}
	return read, nil
}

// maxList bounds the characters of another list's name that an error shows.
const maxList = 200

func (s saved) save(ctx context.Context, k knownGames) error {
	if s.state == nil {
		return nil
	}
	now := snapshot{Version: version, List: s.list, Games: k.games, Missed: k.missed}
	for wonBy := range wonBys(k.games) {
		if wonBy.Code != 0 && wonBy.Name != "" {
			if now.WonBy == nil {
				now.WonBy = map[int]string{}
			}
			now.WonBy[wonBy.Code] = wonBy.Name
		}
	}
	data, err := json.Marshal(now)
	if err == nil {
		err = s.state.Save(context.WithoutCancel(ctx), data)
	}
	if err != nil {
		return fmt.Errorf("cannot save the state: %w", err)
	}
	return nil
}
