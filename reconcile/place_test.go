package reconcile_test

import (
	"encoding/json"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/reconcile"
)

// TestOneNoteServesManyWrites: with one note of a place, FindOut tells of each write what happened, also among rows that
// the program wrote since. No stranger is there.
func TestOneNoteServesManyWrites(t *testing.T) {
	named := map[string]func(*world, *string) tourney.Input{
		"teams": func(w *world, name *string) tourney.Input {
			return tourney.TeamCreateInput{DivisionID: w.gold, Name: name}
		},
		"divisions": func(w *world, name *string) tourney.Input {
			return tourney.DivisionCreateInput{EventID: w.event, Name: name}
		},
		"registrations": func(w *world, name *string) tourney.Input {
			in := registrationOf(w)
			in.Name = name
			return in
		},
	}
	for name, write := range named {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, tourney.Lacrosse)
				w.team("Herons", "pat@example.com")
				place := restarted(t, w.note(t, write(w, new("Row 0"))))
				for i := range 12 {
					in := write(w, new("Row "+strconv.Itoa(i)))
					note, err := place.For(in)
					require.NoError(t, err)
					if i%3 > 0 {
						w.lose(i%3 == 1)
					}
					made, err := clienttest.Call(t.Context(), w.client, note.Op, in)
					id, _ := made.(int64)
					if result, registered := made.(tourney.RegistrationResult); registered {
						id = result.TeamID
					}
					if i%3 > 0 {
						found, lost := reconcile.FindOut(t.Context(), w.client, restarted(t, note), err, time.Minute)
						require.NoError(t, lost)
						require.Equal(t, []reconcile.Outcome{
							reconcile.OutcomeHappened, reconcile.OutcomeDidNotHappen,
						}[i%3-1], found.Outcome, found.Reason)
						id = found.ID
					}
					if id != 0 {
						place.Learn(id)
					}
				}
				require.Len(t, place.Ours, 8)
			})
		})
	}
}

// TestPlacesAreOnTheSafeSide: what a place's note cannot tell stays unknown.
func TestPlacesAreOnTheSafeSide(t *testing.T) {
	w := newWorld(t, tourney.Lacrosse)
	w.team("OTTERS", "lee@example.com")
	herons := registrationOf(w)
	herons.Name = new("Herons")
	place := w.note(t, herons)
	outcome := func(place reconcile.Note, in tourney.Input) reconcile.Finding {
		note, err := place.For(in)
		require.NoError(t, err)
		found := w.findOut(t, note, nil, 1)
		return found
	}
	require.Contains(t, outcome(place, registrationOf(w)).Reason, "may have taken it", "a team of that name was there")
	require.Equal(t, reconcile.OutcomeDidNotHappen, outcome(place, herons).Outcome)
	learned := place
	learned.Learn(w.team("Herons", "pat@example.com"))
	require.Contains(t, outcome(learned, herons).Reason, "may have taken it", "the program made a team of that name")
	require.Equal(t, reconcile.OutcomeHappened, outcome(place, herons).Outcome, "For shares nothing that Learn changes")
	anonymous := herons
	anonymous.Coaches = nil
	require.Contains(t, outcome(place, anonymous).Reason, "primary contact")
	unpaid := tourney.TeamCreateInput{DivisionID: w.gold}
	untraced, err := reconcile.NoteBefore(t.Context(), w.client, unpaid)
	require.NoError(t, err)
	unpaid.Name = new("Otters")
	require.Contains(t, outcome(untraced, unpaid).Reason, "neither a name nor an external id")
}

// TestNotesOfVersion1: a note that an older version of the library wrote serves FindOut, and For on the safe side.
func TestNotesOfVersion1(t *testing.T) {
	w := newWorld(t, tourney.Lacrosse)
	id := w.team("Puffins", "lee@example.com")
	kept := `{"Version":1,"Op":"Registration.Register","Host":"mock.invalid","DivisionId":` + strconv.FormatInt(w.gold, 10) +
		`,"Name":"Otters","Contact":"pat@example.com","Rows":{"` + strconv.FormatInt(id, 10) + `":1}}`
	var old reconcile.Note
	require.NoError(t, json.Unmarshal([]byte(kept), &old))
	found := w.findOut(t, old, nil, 0)
	require.Contains(t, found.Reason, "new or changed")
	note, err := old.For(registrationOf(w))
	require.NoError(t, err)
	require.Equal(t, []int64{id}, note.Before, "the old note does not tell which names were there")
	require.NoError(t, clienttest.Err(w.client.Registration.Register(t.Context(), registrationOf(w))))
	found = w.findOut(t, note, nil, 0)
	require.Equal(t, reconcile.OutcomeHappened, found.Outcome)
}
