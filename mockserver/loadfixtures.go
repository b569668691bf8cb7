package mockserver

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// Fixtures adds the rows of files to those of the scenario, as LoadFixtures does. New refuses files with mistakes.
// Reset restores these rows.
func Fixtures(fsys fs.FS, names ...string) Option {
	return Option{func(o *options) error {
		files, err := readFixtureFiles(fsys, names)
		if err != nil {
			return fmt.Errorf("mockserver: Fixtures: %w", err)
		}
		o.fixtures = append(o.fixtures, files...)
		return nil
	}}
}

func (s *server) LoadFixtures(fsys fs.FS, names []string) error {
	files, err := readFixtureFiles(fsys, names)
	if err == nil {
		read := readFixtures(files)
		_, err = s.state.commit(origin{method: "LoadFixtures"}, func(next *version) error {
			if read.empty() {
				return errUnchanged
			}
			bytes, before := int64(0), next.count()
			for _, file := range files {
				bytes += int64(len(file.data))
			}
			err := read.addTo(next, s.state, s.dangling)
			next.source = next.source.with(bytes, next.count()-before)
			return err
		})
	}
	return failing("LoadFixtures", err)
}

// count returns how many rows there are of the nouns that files have most of.
func (s *version) count() int {
	teams := s.teams.List(teamKey{status: anyStatus, paid: paidOrNot})
	return teams.Len() + s.people.List(scope{}).Len() + s.games.List(gameKey{}).Len()
}

func (s *server) ID(ref string) int64 {
	ids := s.state.newest.Load().refs.of()
	id, ok := ids[ref]
	if !ok && len(ids) > 0 {
		hint := "no ref is like it"
		if known := nearest.Of(slices.Sorted(maps.Keys(ids)), ref); known != "" {
			hint = "the nearest is " + strconv.Quote(redact.Safe(known))
		}
		panic(failing("ID", absentf("no row of the fixtures has the ref %q: %s", redact.Safe(ref), hint)))
	}
	if !ok {
		panic(failing("ID", absentf("the server has no fixtures with refs")))
	}
	return id
}
