package tourney_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/record"
)

// TestBadMembersLeaveNothingBehind: a member that cannot be decoded keeps its previous value.
func TestBadMembersLeaveNothingBehind(t *testing.T) {
	for body, want := range map[string]tourney.PlayerGame{
		`{"Id":1,"Time":"soon"}`:                                           {ID: 1},
		`{"Time":"9:30 AM","Time":"soon"}`:                                 {Time: &tourney.TimeOfDay{Hour: 9, Minute: 30}},
		`<Response><Id>1</Id><Time>soon</Time></Response>`:                 {ID: 1},
		`<Response><Time>9:30 AM</Time><Time>soon</Time></Response>`:       {Time: &tourney.TimeOfDay{Hour: 9, Minute: 30}},
		`<Response><Date>1/5/2026</Date><Date>2/30/2026</Date></Response>`: {Date: tourney.Date{Year: 2026, Month: 1, Day: 5}},
	} {
		f := tourney.FormatJSON
		if body[0] == '<' {
			f = tourney.FormatXML
		}
		var got tourney.PlayerGame
		require.Error(t, clienttest.Decode(f, []byte(body), &got), body)
		require.Empty(t, cmp.Diff(want, got), body)
	}
}

// TestUnwritableMembersAreNamed: the error of a nested value that cannot be written has its path.
func TestUnwritableMembersAreNamed(t *testing.T) {
	no := tourney.Date{Year: 2026, Month: 2, Day: 30}
	page := struct{ Players tourney.Page[tourney.Player] }{tourney.Page[tourney.Player]{Results: []tourney.Player{
		{ID: 1},
		{ID: 2, Teams: []tourney.PlayerTeam{{Games: []tourney.PlayerGame{{ID: 3}, {Date: no}}}}},
	}}}
	const want = "/Players/Results[1]/Teams[0]/Games[1]/Date"
	for _, f := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		_, err := clienttest.Marshal(f, page)
		var found *record.Error
		require.ErrorAs(t, err, &found, f)
		require.Equal(t, want, found.Path, f)
	}
}
