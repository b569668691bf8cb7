package watch

import (
	"context"
	"crypto/rand"
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
	from  []byte
	list  string
	form  *form[T]
}

// newSaved returns a saved for a list with its filters.
func newSaved[T any](of source[T], o Options) (saved[T], error) {
	values, err := query.Values(of.list)
	if err != nil {
		return saved[T]{}, err
	}
	values.Del("page")
	values.Del("pagesize")
	return saved[T]{o.State, o.From, of.name + "?" + values.Encode(), of.form}, nil
}

// load returns the rows that the watch begins with, and false when there are none.
func (s saved[T]) load(ctx context.Context) (k known[T], found bool, err error) {
	from, data := "the From of the Options", s.from
	if len(data) == 0 {
		data = nil
	}
	if s.state != nil {
		stored, err := s.state.Load(ctx)
		if err != nil {
			return k, false, fmt.Errorf("cannot load the state: %w", err)
		}
		if stored != nil {
			from, data = "the state", stored
		}
		if path, ok := s.state.(file); ok {
			from += " in " + string(path)
		}
	}
	if data == nil {
		return k, false, nil
	}
	k, err = s.read(from, data)
	return k, err == nil, err
}

// read decodes the bytes of a state.
func (s saved[T]) read(from string, data []byte) (k known[T], err error) {
	var stated struct {
		Version int    `json:"version"` // says how to read the rest
		List    string `json:"list"`
	}
	switch err := json.Unmarshal(data, &stated); {
	case err != nil:
		return k, fmt.Errorf("cannot read %s: %w", from, err)
	case stated.Version == 0:
		return k, fmt.Errorf("%s is none of a watch: it has no version", from)
	case stated.Version != version:
		return k, fmt.Errorf("%s has version %d: expected %d", from, stated.Version, version)
	case stated.List != s.list && stated.List != anyList[T]():
		return k, fmt.Errorf("%s belongs to the list %q, not to %q: each list needs its own state",
			from, plaintext.Excerpt(stated.List, maxList), s.list)
	}
	if k, err = s.form.decode(data); err != nil {
		return known[T]{}, fmt.Errorf("cannot read %s: %w", from, err)
	}
	return k, nil
}

// maxList bounds the characters of another list's name that an error shows.
const maxList = 200

func (s saved[T]) save(ctx context.Context, k known[T]) error {
	if s.state == nil {
		return nil
	}
	data, err := s.encode(k)
	if err == nil {
		err = s.state.Save(context.WithoutCancel(ctx), data)
	}
	if err != nil {
		return fmt.Errorf("cannot save the state: %w", err)
	}
	return nil
}

func (s saved[T]) encode(k known[T]) ([]byte, error) { return s.form.encode(s.list, k) }

// anyList names a list of rows of a type, whatever its filters are.
func anyList[T any]() string { return rowName[T]() + "?*" }

// StateOf returns the state of a watch that has seen these rows, for the From of the [Options]. So a program that has
// the rows, from ReadAll or from its database, gets what changed since. The rows are those that the watched list has: a
// watch of one division reports the rows of others as removed. Rows without an id are left out.
func StateOf[T Row | StandingsRow](rows []T) ([]byte, error) {
	f := contentOf[T]()
	var all polled[T]
	all.add(f, map[key]bool{}, rows)
	data, err := f.encode(anyList[T](), known[T]{rows: all.rows, seeds: seeds{Next: rand.Text()}})
	if err != nil {
		return nil, fmt.Errorf("tourney: watch: cannot write the state: %w", err)
	}
	return data, nil
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
	if read.Games == nil { // a StateOf games
		return decodeRows[tourney.Game](data)
	}
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
