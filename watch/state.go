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

// State stores the known rows of a watch for a later watch. A watch loads the state when it begins. It saves the state
// after each poll with changes, after a poll that missed other rows than the poll before, and when the loop ends
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

// snapshot is the state of a watch of games.
type snapshot struct {
	Version int            `json:"version"`         // version
	List    string         `json:"list"`            // identifies the list: variant, path and filters
	Games   []tourney.Game `json:"games"`           // without Extra, and without the names of won-bys with a code
	Missed  []int64        `json:"missed,omitzero"` // ids of games that the last poll missed, which the next may remove
	WonBy   map[int]string `json:"wonBy,omitzero"`  // names of the won-bys, by code
	Seeds   seeds          `json:"seeds,omitzero"`  // of the IDs of changes
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

// known are the rows that a watch compares the next poll with.
type known[T any] struct {
	rows   []T
	missed []key // of those rows that the last poll missed
	seeds  seeds // of the IDs of changes to these rows
}

// saved stores the known rows of one list in a State. Without a State it stores nothing.
type saved[T any] struct {
	state State
	list  string
	form  *form[T]
}

// newSaved returns a saved for the list with this name and these filters.
func newSaved[T any](f *form[T], state State, name string, o any) (saved[T], error) {
	values, err := query.Values(o)
	if err != nil || state == nil {
		return saved[T]{}, err
	}
	values.Del("page")
	values.Del("pagesize")
	return saved[T]{state, name + "?" + values.Encode(), f}, nil
}

// load returns the saved rows, and false when there are none.
func (s saved[T]) load(ctx context.Context) (k known[T], found bool, err error) {
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
	k, err = s.read(data)
	return k, err == nil, err
}

// read decodes the bytes of the state.
func (s saved[T]) read(data []byte) (k known[T], err error) {
	state := "the state"
	if path, ok := s.state.(file); ok {
		state += " in " + string(path)
	}
	var stated struct {
		Version int    `json:"version"` // says how to read the rest
		List    string `json:"list"`
	}
	switch err := json.Unmarshal(data, &stated); {
	case err != nil:
		return k, fmt.Errorf("cannot read %s: %w", state, err)
	case stated.Version == 0:
		return k, fmt.Errorf("%s is none of a watch: it has no version", state)
	case stated.Version != version:
		return k, fmt.Errorf("%s has version %d: expected %d", state, stated.Version, version)
	case stated.List != s.list:
		return k, fmt.Errorf("%s belongs to the list %q, not to %q: each list needs its own state",
			state, plaintext.Excerpt(stated.List, maxList), s.list)
	}
	if k, err = s.form.decode(data); err != nil {
		return known[T]{}, fmt.Errorf("cannot read %s: %w", state, err)
	}
	return k, nil
}

// maxList bounds the characters of another list's name that an error shows.
const maxList = 200

func (s saved[T]) save(ctx context.Context, k known[T]) error {
	if s.state == nil {
		return nil
	}
	data, err := s.form.encode(s.list, k)
	if err == nil {
		err = s.state.Save(context.WithoutCancel(ctx), data)
	}
	if err != nil {
		return fmt.Errorf("cannot save the state: %w", err)
	}
	return nil
}

func decodeGames(data []byte) (k known[tourney.Game], err error) {
	var read snapshot
	if err := json.Unmarshal(data, &read); err != nil {
		return k, err
	}
	for wonBy := range wonBys(read.Games) {
		if wonBy.Name == "" {
			wonBy.Name = read.WonBy[wonBy.Code]
		}
	}
	for _, id := range read.Missed {
		k.missed = append(k.missed, key{id})
	}
	k.rows, k.seeds = read.Games, read.Seeds
	return k, nil
}

func encodeGames(list string, k known[tourney.Game]) ([]byte, error) {
	now := snapshot{Version: version, List: list, Games: k.rows, Seeds: k.seeds}
	for _, missed := range k.missed {
		now.Missed = append(now.Missed, missed[0])
	}
	for wonBy := range wonBys(k.rows) {
		if wonBy.Code != 0 && wonBy.Name != "" {
			if now.WonBy == nil {
				now.WonBy = map[int]string{}
			}
			now.WonBy[wonBy.Code] = wonBy.Name
		}
	}
	return json.Marshal(now)
}
