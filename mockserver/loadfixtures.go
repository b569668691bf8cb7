package mockserver

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney/internal/nearest"
)

// Fixtures adds the rows of files to those of the scenario, as LoadFixtures does. New refuses files with mistakes.
// Reset restores these rows.
func Fixtures(fsys fs.FS, names ...string) Option {
	return func(o *options) error {
		files, err := readFixtureFiles(fsys, names)
		if err != nil {
			return fmt.Errorf("mockserver: Fixtures: %w", err)
		}
		o.fixtures = append(o.fixtures, files...)
		return nil
	}
}

// LoadFixtures adds the rows of files that people write: JSON with lists of events, venues, divisions, pools, teams,
// players and games. Rows have the members of the interface, in any letter case, and refer to each other by names
// ("ref": "hawks", "$hawks"), in any order. Several files can refer to each other. docs/data.md has an example.
//
// All rows are one write, and no write if there are none. The error lists up to 100 problems with file and line, and
// then nothing changes. It names no wrong value of a row that also has unknown names or wrong references. References
// that AddTeam and its like refuse are problems too. It is an error to name no file.
func (s *Server) LoadFixtures(fsys fs.FS, names ...string) error {
	files, err := readFixtureFiles(fsys, names)
	if err == nil {
		read := readFixtures(files)
		_, err = inner(s).state.commit(origin{method: "LoadFixtures"}, func(next *version) error {
			if read.empty() {
				return errUnchanged
			}
			bytes, before := int64(0), next.count()
			for _, file := range files {
				bytes += int64(len(file.data))
			}
			err := read.addTo(next, inner(s).state, inner(s).options.dangling)
			next.source = next.source.with(bytes, next.count()-before)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("mockserver: LoadFixtures: %w", err)
	}
	return nil
}

// count returns how many rows there are of the nouns that files have most of.
func (s *version) count() int {
	teams := s.teams.List(teamKey{status: anyStatus, paid: paidOrNot})
	return teams.Len() + s.people.List(scope{}).Len() + s.games.List(gameKey{}).Len()
}

// ID returns the id of the row with a ref in fixtures. It panics if there is none. Refs belong to the rows: Rewind,
// Restore, Reset and Load bring back those of the rows that they show, and Save and DataFile keep them. A ref whose row
// was removed still has its id. The function of an Edit method can call ID.
func (s *Server) ID(ref string) int64 {
	ids := inner(s).state.newest.Load().refs.of()
	id, ok := ids[ref]
	if !ok && len(ids) > 0 {
		hint := "no ref is like it"
		if known := nearest.Of(slices.Sorted(maps.Keys(ids)), ref); known != "" {
			hint = "the nearest is " + strconv.Quote(safe(known))
		}
		panic(fmt.Sprintf("mockserver: ID: no row of the fixtures has the ref %q: %s", safe(ref), hint))
	}
	if !ok {
		panic("mockserver: ID: the server has no fixtures with refs")
	}
	return id
}
