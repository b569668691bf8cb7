package mockserver_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestPagesAreThoseOfANaiveModel makes random writes through the interface and the side door, goes back to rows of before
// and forks sessions. After each step it compares pages, rows, leaders and standings with those that a naive model builds
// from scratch: in JSON and in XML, the first answer and the one that is kept. The model also knows which writes the mock
// refuses and which ids it gives out.
func TestPagesAreThoseOfANaiveModel(t *testing.T) {
	srv := empty(t, tourney.Rugby)
	defer srv.Close()
	start := naiveStart(srv)
	rapid.Check(t, func(rt *rapid.T) {
		root := newNaiveWorld(rt, srv, start.clone())
		first := root.fork()
		worlds := []*naiveWorld{first}
		defer func() {
			for _, w := range worlds {
				w.srv.Close()
			}
		}()
		kept := first.questions(10)
		for range rapid.IntRange(1, 10).Draw(rt, "steps") {
			w := worlds[rapid.IntRange(0, len(worlds)-1).Draw(rt, "world")]
			switch rapid.IntRange(0, 11).Draw(rt, "what") {
			case 0:
				w.reset()
			case 1:
				w.rewind()
			case 2:
				if len(worlds) < 3 {
					worlds = append(worlds, w.fork())
				}
			default:
				w.write()
			}
			w.compare(slices.Concat(kept, w.questions(5)))
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
	highest naiveIDs           // that were ever next
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
	return newNaiveWorld(w.T, session, w.clone())
}

// wrote notes the rows after a write, which must be the newest of the mock.
func (w *naiveWorld) wrote(number int64) {
	if w.srv.Writes() != number {
		w.Fatalf("the newest write is %d, want %d", w.srv.Writes(), number)
	}
	w.highest = w.highest.orLater(w.next)
	w.numbers, w.rows[number] = append(w.numbers, number), w.clone()
}

// rewind goes back to a write. Ids go on.
func (w *naiveWorld) rewind() {
	number, to := w.srv.Writes(), w.of(w.numbers...)
	w.srv.Rewind(to)
	w.naive = w.rows[to].clone()
	w.next = w.highest
	w.wrote(number + 1)
}

// reset goes back to the start, and begins again with the ids of the start.
func (w *naiveWorld) reset() {
	number := w.srv.Writes()
	w.srv.Reset()
	w.naive = w.rows[w.numbers[0]].clone()
	w.wrote(number + 1)
}

// compare asks each question twice in each format.
func (w *naiveWorld) compare(questions []naiveQuestion) {
	w.Helper()
	for _, q := range questions {
		for i, c := range w.clients {
			for range 2 {
				want, got, err := q.ask(w, c)
				if want == nil && errors.Is(err, tourney.ErrNotFound) {
					continue
				}
				if err != nil {
					w.Fatalf("%s %s: %v", formats[i], q.name, err)
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					w.Fatalf("%s %s differs (-model +mock):\n%s", formats[i], q.name, diff)
				}
			}
		}
	}
}
