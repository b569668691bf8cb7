package console

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"sync"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// note is the result of a form, or the reason why the form was refused. The next page shows the note.
type note struct {
	ID     string
	Text   string
	Failed bool

	undo []view.Step
	form url.Values // the values of a refused form, to fill in the form again
}

// noteParameter is the parameter of a query that has the id of a note. The query does not have the text of the note,
// because otherwise a link could put any words on a page.
const noteParameter = "note"

// maxNotes bounds how many notes a console keeps.
const maxNotes = 64

// notes are the newest notes.
type notes struct {
	mu  sync.Mutex
	all []*note // oldest first
}

// add keeps a note under a new id.
func (n *notes) add(made *note) *note {
	if made.Text == "" {
		return nil
	}
	made.ID = rand.Text()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, made)
	if len(n.all) > maxNotes {
		n.all = append([]*note(nil), n.all[1:]...)
	}
	return made
}

// find returns a copy of the note with an id, nil if there is no such note.
func (n *notes) find(id string) *note {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, kept := range n.all {
		if id != "" && kept.ID == id {
			shown := *kept
			return &shown
		}
	}
	return nil
}

// takeUndo returns the requests that undo the change of a note. A second call for the note returns nothing, so that a
// change is undone only once.
func (n *notes) takeUndo(id string) (steps []view.Step) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, kept := range n.all {
		if kept.ID == id {
			steps, kept.undo = kept.undo, nil
		}
	}
	return steps
}

// undo undoes the change of a note.
func (v *exchange) undo(*view.Visit) (view.Done, error) {
	steps := v.console.notes.takeUndo(v.Named["id"])
	if steps == nil {
		return view.Done{}, ask.FailureWith(http.StatusNotFound, "This was undone already, or is too long ago.")
	}
	for _, s := range steps {
		if _, err := ask.Change[any](v.API, s.Method, s.Path, s.Body); err != nil {
			return view.Done{}, err
		}
	}
	return view.Done{Text: "Undone."}, nil
}

// maxKeptForm bounds the bytes of a refused form that is filled in again.
const maxKeptForm = 64 << 10

// keptForm returns the values of a form, to fill it in again. It returns nil for a form larger than maxKeptForm.
func keptForm(form url.Values) url.Values {
	if len(form.Encode()) > maxKeptForm {
		return nil
	}
	return form
}
