package mockserver_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestPagesAreThoseOfANaiveModel makes random writes through the interface and the side door, goes back to rows of before
// and forks sessions. After each step it compares pages, rows, leaders and standings with those that a naive model builds
// from scratch. The model also knows which writes the mock refuses and which ids it gives out.
//
// Each check draws few kinds of write, so that the same rows change again and again while the mock keeps answers with
// them.
func TestPagesAreThoseOfANaiveModel(t *testing.T) {
	srv := empty(t, tourney.Rugby)
	defer srv.Close()
	start := naiveStart(srv)
	rapid.Check(t, func(rt *rapid.T) {
		root := newNaiveWorld(rt, srv, start.clone())
		worlds := []*naiveWorld{root.fork()}
		kept := append(root.questions(2), root.askLeaders(), root.askStandings())
		worlds[0].compare(kept)
		kinds := rapid.SliceOfNDistinct(rapid.IntRange(0, len(naiveWrites)-1), 3, 5, rapid.ID).Draw(rt, "kinds")
		for range rapid.IntRange(1, 15).Draw(rt, "steps") {
			w := worlds[rapid.IntRange(0, len(worlds)-1).Draw(rt, "world")]
			switch rapid.IntRange(0, 15).Draw(rt, "what") {
			case 14:
				w.rewind()
			case 15:
				if len(worlds) == 1 {
					worlds = append(worlds, w.fork())
				}
			default:
				w.write(naiveWrites[rapid.SampledFrom(kinds).Draw(rt, "write")](w))
			}
			w.compare(slices.Concat(kept, w.questions(1)))
		}
		for _, w := range append(worlds, root) {
			w.compare(kept)
		}
	})
}

// naiveWorld is a session beside its model.
type naiveWorld struct {
	*rapid.T
	naive

	srv     *mockserver.Server
	clients [2]*tourney.Client // in JSON and in XML
	numbers []int64            // writes, the first of which is the start
	rows    map[int64]naive    // after these writes
}

func newNaiveWorld(rt *rapid.T, srv *mockserver.Server, rows naive) *naiveWorld {
	w := &naiveWorld{T: rt, naive: rows, srv: srv, rows: map[int64]naive{}}
	w.clients = [...]*tourney.Client{srv.Client(), srv.Client(tourney.WithFormat(tourney.XML))}
	w.wrote(srv.Writes())
	return w
}

func (w *naiveWorld) fork() *naiveWorld {
	session, err := w.srv.NewSession("")
	require.NoError(w.T, err)
	w.Cleanup(session.Close)
	return newNaiveWorld(w.T, session, w.clone())
}

// wrote notes the rows after a write, which must be the newest of the mock.
func (w *naiveWorld) wrote(number int64) {
	if w.srv.Writes() != number {
		w.Fatalf("the newest write is %d, want %d", w.srv.Writes(), number)
	}
	w.numbers, w.rows[number] = append(w.numbers, number), w.clone()
}

// rewind goes back to a write. Ids go on.
func (w *naiveWorld) rewind() {
	number, to, next := w.srv.Writes(), w.of(w.numbers...), w.next
	w.srv.Rewind(to)
	w.naive = w.rows[to].clone()
	w.next = next
	w.wrote(number + 1)
}

// compare asks each question three times in each format: the mock makes the first answer, keeps the second, and repeats
// it.
func (w *naiveWorld) compare(questions []naiveQuestion) {
	w.Helper()
	for _, differs := range questions {
		for i, c := range w.clients {
			for range 3 {
				if diff := differs(w, c); diff != "" {
					w.Fatalf("%s: %s", formats[i], diff)
				}
			}
		}
	}
}
