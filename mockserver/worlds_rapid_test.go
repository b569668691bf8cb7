package mockserver_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// shown is what a world shows: its rows, and the refs of fixtures.
type shown struct {
	Rows mocktest.AllRows
	Refs map[string]int64
}

func shownBy(srv *mockserver.Server) shown {
	return shown{mocktest.Dump(srv.World), mockserver.Newest(srv).Refs.IDs()}
}

// copiedWorld is a naive model of a world: it copies all rows after each step.
type copiedWorld struct {
	gambler

	begin shown           // what Reset brings back
	now   time.Time       // the time that it brings back
	after map[int64]shown // after each write that the model saw
	given map[string]bool // ids since the world began or was reset
	ever  map[string]bool // ids since the world began
}

func newCopiedWorld(rt *rapid.T, srv *mockserver.Server, begin shown) *copiedWorld {
	return &copiedWorld{
		gambler: gambler{T: rt, srv: srv}, begin: begin, now: srv.Clock.Now(),
		after: map[int64]shown{srv.Writes.Newest(): shownBy(srv)}, given: map[string]bool{}, ever: map[string]bool{},
	}
}

// note copies the rows.
func (w *copiedWorld) note() { w.after[w.srv.Writes.Newest()] = shownBy(w.srv) }

// back checks that the world shows rows of before, by one write.
func (w *copiedWorld) back(what string, writes int64, want shown) {
	if got := w.srv.Writes.Newest(); got != writes+1 {
		w.Fatalf("%s: write %d, want %d", what, got, writes+1)
	}
	if diff := cmp.Diff(want, shownBy(w.srv)); diff != "" {
		w.Fatalf("%s (-want +got):\n%s", what, diff)
	}
	w.given = maps.Clone(w.ever)
	w.note()
}

// add adds rows that get ids from the world.
func (w *copiedWorld) add() {
	ref := w.text()
	before := mockserver.Newest(w.srv).Refs.IDs()[ref]
	err := w.srv.LoadFixtures(mocktest.OneFile(teamsNamed(ref)), "rows.json") // a ref stands for its newest row
	if err != nil || w.srv.ID(ref) == before {
		w.Fatalf("%s stands for the row %d as before: %v", ref, before, err)
	}
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

// TestWorldsAgainstCopies changes worlds at random: by a World and requests, by snapshots, files, Rewind and Reset, and
// by sessions of sessions. Each world must show what a model shows that copies everything, and ids are given once.
func TestWorldsAgainstCopies(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		srv, start := populated(t), mocktest.Empty(t, tourney.Soccer)
		defer srv.Close() // and all sessions
		worlds := []*copiedWorld{newCopiedWorld(rt, srv, shownBy(start))}
		type kept struct {
			snap *mockserver.Snapshot
			file string
			shown
		}
		snaps := []kept{{start.Snapshots.Take(), mocktest.Saved(t, start), shownBy(start)}}
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			w := rapid.SampledFrom(worlds).Draw(rt, "world")
			writes := w.srv.Writes.Newest()
			switch rapid.IntRange(0, 9).Draw(rt, "step") {
			case 0:
				snaps = append(snaps, kept{w.srv.Snapshots.Take(), mocktest.Saved(t, w.srv), w.after[writes]})
			case 1:
				k := rapid.SampledFrom(snaps).Draw(rt, "snapshot")
				w.srv.Snapshots.Restore(k.snap)
				w.back("restore", writes, k.shown)
			case 2:
				if w.chance() {
					w.srv.Reset()
					writes++
				}
				k := rapid.SampledFrom(snaps).Draw(rt, "file")
				if err := w.srv.Load(strings.NewReader(k.file)); err != nil {
					rt.Fatal(err)
				}
				w.back("load", writes, k.shown)
				w.add() // ids go on behind those before a Reset too
				w.note()
			case 3:
				number := rapid.SampledFrom(slices.Sorted(maps.Keys(w.after))).Draw(rt, "number")
				w.srv.Writes.Rewind(number)
				w.back(fmt.Sprint("rewind to ", number), writes, w.after[number])
			case 4:
				if len(worlds) == 4 {
					continue
				}
				session, err := w.srv.NewSession("")
				if err != nil {
					rt.Fatal(err)
				}
				worlds = append(worlds, newCopiedWorld(rt, mockserver.ServerOf(session), w.after[writes]))
			case 5:
				w.srv.Clock.Advance(time.Hour)
				w.srv.Reset()
				w.back("reset", writes, w.begin)
				if now := w.srv.Clock.Now(); now != w.now {
					rt.Fatalf("the clock shows %s after a reset, want %s", now, w.now)
				}
				w.given = map[string]bool{}
			case 6, 7:
				w.add()
				w.note()
			default:
				w.step(t)
				w.note()
			}
			for i, other := range worlds {
				if diff := cmp.Diff(other.after[other.srv.Writes.Newest()], shownBy(other.srv)); diff != "" {
					rt.Fatalf("world %d differs from its model (-model +world):\n%s", i, diff)
				}
			}
		}
	})
}
