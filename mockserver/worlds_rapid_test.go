package mockserver_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// copiedWorld is a naive model of a world: it copies all rows after each step.
type copiedWorld struct {
	gambler

	after map[int64]mocktest.AllRows // the rows after each write that the model saw
	given map[string]bool            // ids since the world began or was reset
	ever  map[string]bool            // ids since the world began
}

func newCopiedWorld(rt *rapid.T, srv *mockserver.Server) *copiedWorld {
	return &copiedWorld{
		gambler: gambler{T: rt, srv: srv}, after: map[int64]mocktest.AllRows{srv.Writes.Newest(): mocktest.Dump(srv.World)},
		given: map[string]bool{}, ever: map[string]bool{},
	}
}

// note copies the rows.
func (w *copiedWorld) note() { w.after[w.srv.Writes.Newest()] = mocktest.Dump(w.srv.World) }

// back checks that the world shows rows of before, by one write.
func (w *copiedWorld) back(what string, writes int64, want mocktest.AllRows) {
	if got := w.srv.Writes.Newest(); got != writes+1 {
		w.Fatalf("%s: write %d, want %d", what, got, writes+1)
	}
	if diff := cmp.Diff(want, mocktest.Dump(w.srv.World)); diff != "" {
		w.Fatalf("%s (-want +got):\n%s", what, diff)
	}
	w.given = maps.Clone(w.ever)
	w.note()
}

// add adds rows that get ids from the world.
func (w *copiedWorld) add() {
	team := w.srv.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{FirstName: "x"}}})
	row, _ := w.srv.Teams.Get(team)
	for _, id := range []string{
		fmt.Sprint("team ", team), fmt.Sprint("line ", row.Players[0].ID), fmt.Sprint("player ", row.Players[0].PlayerID),
		"payment " + w.srv.Payments.Add(stored.Payment{TeamID: team}), fmt.Sprint("game ", w.srv.Games.Add(tourney.Game{})),
	} {
		if w.given[id] {
			w.Fatalf("%s was given before", id)
		}
		w.given[id], w.ever[id] = true, true
	}
}

// TestWorldsAgainstCopies changes worlds at random: by a World and requests, by snapshots, Rewind and Reset, and
// by sessions of sessions. Each world must show what a model shows that copies everything, and ids are given once.
func TestWorldsAgainstCopies(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		srv := populated(t)
		defer srv.Close() // and all sessions
		worlds := []*copiedWorld{newCopiedWorld(rt, srv)}
		start := mocktest.Empty(t, tourney.Soccer)
		type kept struct {
			snap *mockserver.Snapshot
			rows mocktest.AllRows
		}
		snaps := []kept{{start.Snapshots.Take(), mocktest.Dump(start.World)}}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			w := rapid.SampledFrom(worlds).Draw(rt, "world")
			writes := w.srv.Writes.Newest()
			switch rapid.IntRange(0, 8).Draw(rt, "step") {
			case 0:
				snaps = append(snaps, kept{w.srv.Snapshots.Take(), w.after[writes]})
			case 1:
				k := rapid.SampledFrom(snaps).Draw(rt, "snapshot")
				w.srv.Snapshots.Restore(k.snap)
				w.back("restore", writes, k.rows)
			case 2:
				number := rapid.SampledFrom(mocktest.Sorted(keys(w.after))).Draw(rt, "number")
				w.srv.Writes.Rewind(number)
				w.back(fmt.Sprint("rewind to ", number), writes, w.after[number])
			case 3:
				if len(worlds) == 4 {
					continue
				}
				session, err := w.srv.NewSession("")
				if err != nil {
					rt.Fatal(err)
				}
				worlds = append(worlds, newCopiedWorld(rt, mockserver.ServerOf(session)))
				if diff := cmp.Diff(w.after[writes], mocktest.Dump(session)); diff != "" {
					rt.Fatalf("the session (-server +session):\n%s", diff)
				}
			case 4:
				w.srv.Reset()
				w.note()
				w.given = map[string]bool{}
			case 5, 6:
				w.add()
				w.note()
			default:
				w.step(t)
				w.note()
			}
			for i, other := range worlds {
				if diff := cmp.Diff(other.after[other.srv.Writes.Newest()], mocktest.Dump(other.srv.World)); diff != "" {
					rt.Fatalf("world %d differs from its model (-model +world):\n%s", i, diff)
				}
			}
		}
	})
}

func keys[K comparable, V any](m map[K]V) (all []K) {
	for k := range m {
		all = append(all, k)
	}
	return all
}
