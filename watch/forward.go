package watch

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/tourney-go/tourney/watch/webhook"
)

// Forward sends each change of a watch as an event, in order. The changes are those of [Games], [Rows] or [Standings],
// and send is usually the method Send of a [webhook.Sender]:
//
//	err := watch.Forward(ctx, watch.Games(ctx, client.Games, list, options), sender.Send, report)
//
// A change counts as taken when send returns nil. With a [State] each change is sent at least once, also when the
// program is killed or ctx ends in between: the next Forward sends the change again, with the same ID if the row is
// still the same. The watch does not poll while send runs. Its next poll finds what changed meanwhile.
//
// Forward ends with the first error of send, such as that of a receiver that refused the event. The change then does
// not count as taken. To leave such changes out, pass a send that calls Sender.Send and returns nil. Forward also ends
// with the final [Error] of the watch, and with the error of ctx. It calls report with the errors after which the watch
// continues; report may be nil.
func Forward[C interface{ Event() (webhook.Event, error) }](
	ctx context.Context, changes iter.Seq2[C, error],
	send func(ctx context.Context, e webhook.Event) error, report func(error),
) (err error) {
	if changes == nil || send == nil {
		return errors.New("watch: Forward needs changes, such as those of Games, and a function that sends them: one is nil")
	}
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case notSent:
			err = cause.err
		default:
			panic(cause)
		}
	}()
	for change, err := range changes {
		var failed *Error
		switch {
		case errors.As(err, &failed) && failed.Final:
			return err
		case err != nil:
			if report != nil {
				report(err)
			}
			continue
		}
		event, err := change.Event()
		if err == nil {
			err = send(ctx, event)
		}
		if err != nil {
			panic(notSent{err})
		}
	}
	return ctx.Err()
}

// notSent is the panic with which Forward leaves a loop: a watch counts a change as taken after break and return, and
// as not taken after a panic.
type notSent struct{ err error }

// Event returns the change as an event for a receiver. The type is the kind of the row and the kind of the change, such
// as game.score, team.added and standings.changed. Data is {"before": …, "after": …}, with the rows as answers in JSON
// spell them and without Extra; a row that is zero is absent. Decode Data into a Change of the same rows. The time is
// now.
func (c Change[T]) Event() (e webhook.Event, err error) {
	rows := struct {
		Before T `json:"before,omitzero"`
		After  T `json:"after,omitzero"`
	}{c.Before, c.After}
	noun := strings.ToLower(strings.TrimSuffix(rowName[T](), "Row"))
	e = webhook.Event{ID: c.ID, Type: noun + "." + string(c.Kind), Time: time.Now().UTC()}
	if e.Data, err = json.Marshal(rows); err != nil {
		return e, fmt.Errorf("tourney: watch: cannot write a %s as JSON: %w", noun, err)
	}
	return e, nil
}

// seeds make the IDs of changes: a random text stands for the rows before a change. So a poll that is yielded again has
// the same IDs, and a change, its reverse and the same change again have different IDs.
type seeds struct {
	Next string            `json:"next,omitzero"`
	Left map[string]string `json:"left,omitempty"` // of the changes that were yielded and not taken
}

// seedsAfter returns the seeds after a poll, of which the loop did not take the changes left.
func (f *form[T]) seedsAfter(s seeds, left []Change[T]) seeds {
	next := seeds{rand.Text(), map[string]string{}}
	for i := range left {
		next.Left[f.nameOf(&left[i])] = s.of(f.nameOf(&left[i]))
	}
	return next
}

func (s seeds) of(name string) string {
	if seed, left := s.Left[name]; left {
		return seed
	}
	return s.Next
}

// nameOf returns a text for the row and the kind of a change.
func (f *form[T]) nameOf(c *Change[T]) string {
	row := &c.After
	if c.Kind == KindRemoved {
		row = &c.Before
	}
	return fmt.Sprint(reflect.TypeFor[T](), f.key(row), c.Kind)
}

// identify sets the IDs of the changes of a poll. The row after a change counts too, because it can be another one when
// the poll is yielded again.
func (f *form[T]) identify(changes []Change[T], s seeds) {
	for i := range changes {
		name := f.nameOf(&changes[i])
		after, _ := json.Marshal(changes[i].After) // Event returns the error
		changes[i].ID = webhook.NewID(s.of(name), name, string(after))
	}
}
