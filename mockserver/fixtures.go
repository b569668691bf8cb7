package mockserver

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/mockserver/internal/fixture"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
)

// Fixtures adds the rows of files to those of the scenario, as LoadFixtures does. New refuses files with mistakes.
// Reset restores these rows.
func Fixtures(fsys fs.FS, names ...string) Option {
	return Option{func(o *options) error {
		files, err := fixture.ReadFiles(fsys, names)
		if err != nil {
			return fmt.Errorf("mockserver: Fixtures: %w", err)
		}
		o.fixtures = append(o.fixtures, files...)
		return nil
	}}
}

// prepared returns the scenario with the rows of the fixtures, and their names. A server starts with it as often as
// Reset is called, so the rows are made once. Without fixtures it builds no rows, because the server may start with
// those of a file. It is no method of options, from where each compile of a user's package would take in the rows.
func prepared(o *options, v *contract.Variant) (*scenario.Prepared, error) {
	p := scenario.Prepare(v, o.choice())
	if len(o.fixtures) == 0 {
		return p, nil
	}
	built := p.Fork(v, o.choice())
	if err := fixture.Read(o.fixtures).AddTo(built, o.dangling); err != nil {
		return nil, err
	}
	return p.With(built), nil
}

func (s *server) LoadFixtures(fsys fs.FS, names []string) error {
	files, err := fixture.ReadFiles(fsys, names)
	if err == nil {
		read := fixture.Read(files)
		_, err = s.state.Commit(model.Origin{Method: "LoadFixtures"}, func(next *model.Version) error {
			if read.Empty() {
				return history.ErrUnchanged
			}
			bytes, before := int64(0), count(next)
			for _, file := range files {
				bytes += int64(len(file.Data))
			}
			err := read.AddTo(next, s.Dangling)
			next.Source = next.Source.With(bytes, count(next)-before)
			return err
		})
	}
	return refusal.Wrap("LoadFixtures", err)
}

// count returns how many rows there are of the nouns that files have most of.
func count(s *model.Version) int {
	teams := s.Teams.List(model.TeamKey{Status: model.AnyStatus, Paid: model.PaidOrNot})
	return teams.Len() + s.People.List(model.Scope{}).Len() + s.Games.List(model.GameKey{}).Len()
}

func (s *server) ID(ref string) int64 {
	ids := s.state.Newest().Refs.IDs()
	id, ok := ids[ref]
	if !ok && len(ids) > 0 {
		hint := "no ref is like it"
		if known := nearest.Of(slices.Sorted(maps.Keys(ids)), ref); known != "" {
			hint = "the nearest is " + strconv.Quote(redact.Safe(known))
		}
		panic(refusal.Wrap("ID", refusal.Absentf("no row of the fixtures has the ref %q: %s", redact.Safe(ref), hint)))
	}
	if !ok {
		panic(refusal.Wrap("ID", refusal.Absentf("the server has no fixtures with refs")))
	}
	return id
}
