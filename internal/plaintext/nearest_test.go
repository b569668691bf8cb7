package plaintext_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/plaintext"
)

func TestOf(t *testing.T) {
	members := strings.Fields("Id Name Paid Age Division Players HomeTeam AwayTeam HomeScore Wins")
	operations := strings.Fields("Teams.List Teams.Get Payments.Pay Venues.List")
	for _, c := range []struct {
		names   []string
		typed   string
		nearest string
	}{
		{members, "Nme", "Name"},
		{members, "naem", "Name"}, // two letters swapped are one mistake
		{members, "NAME", "Name"},
		{members, "Idd", "Id"},
		{members, "Divisin", "Division"},
		{members, "Devission", "Division"},
		{members, "Players\u200b", "Players"},
		{members, "Player\u017f", "Players"},
		{members, "Home", "HomeTeam"}, // the part of a name, and of two names the shorter one
		{members, "score", "HomeScore"},
		{members, "TeamName", "Name"},
		{members, "Divan", ""},
		{strings.Fields("games teams"), "teens", "teams"}, // they begin alike
		{members, "Number", ""},
		{members, "Sum", ""}, // two letters of three differ from those of any name
		{members, "Logo", ""},
		{members, "x", ""},
		{members, "xx", ""},
		{members, "", ""},
		{members, "Bidder", ""}, // Id is in it, and says nothing
		{members, "Lines", ""},  // as long as Wins, and two letters differ
		{members, "Organization", ""},
		{operations, "Team.List", "Teams.List"},
		{operations, "Teams.Lst", "Teams.List"},
		{operations, "Payments", "Payments.Pay"},
		{operations, "[redacted]", ""},
		{strings.Fields("limit after q event division"), "team", ""},
		{strings.Fields("limit after q event division"), "qq", ""},
		{strings.Fields("y"), "x", ""},
		{[]string{"h\u00e4"}, "ha\u0308", "h\u00e4"},
		{nil, "Name", ""},
		{[]string{strings.Repeat("a", 200)}, strings.Repeat("a", 199), strings.Repeat("a", 200)},
		{[]string{strings.Repeat("a", 200)}, "b", ""},
	} {
		require.Equal(t, c.nearest, plaintext.Nearest(c.names, c.typed), "%q of %.60q", c.typed, c.names)
	}
}

// TestOfAll finds a name also where none is like the mistyped one.
func TestOfAll(t *testing.T) {
	require.Equal(t, "/teams", plaintext.AllNearest([]string{"/games", "/teams", "/teams/{id}"}, "/teamz"))
	require.Equal(t, "/games", plaintext.AllNearest([]string{"/teams/{id}", "/games"}, "/"))
	require.Equal(t, "/games", plaintext.AllNearest([]string{"/games"}, strings.Repeat("/x", 1000)))
	require.Empty(t, plaintext.AllNearest(nil, "/"))
}

// TestFold: equal results are exactly the names that differ in letter case and white space alone.
func TestFold(t *testing.T) {
	for _, same := range []string{"Blue  Kites", " blue kites", "BLUE\tKITES ", "blue \u212aites"} { // the sign of the kelvin
		require.Equal(t, plaintext.Fold("Blue Kites"), plaintext.Fold(same), same)
	}
	for _, other := range []string{"", "Bluekites", "Blue Kites 2"} {
		require.NotEqual(t, plaintext.Fold("Blue Kites"), plaintext.Fold(other), other)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
