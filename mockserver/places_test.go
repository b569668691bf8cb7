package mockserver

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestPlacesOfASavedFile: the lines of a table's rows take as much memory for a thousand rows as for one.
func TestPlacesOfASavedFile(t *testing.T) {
	srv, err := New(tourney.Soccer, SmallScenario(ScenarioInfo{Name: hugeName, Teams: 1000}))
	require.NoError(t, err)
	var file strings.Builder
	require.NoError(t, srv.Save(&file))
	l := newLoader(savedHostOf(inner(srv).profile), inner(srv).responder.variant)
	require.NoError(t, l.readAll(strings.NewReader(file.String())))
	lines := strings.Split(file.String(), "\n")
	for _, table := range savedTables {
		require.LessOrEqual(t, len(*l.places[table.name()]), 1, table.name())
	}
	for r := range l.st.teams.Rows() {
		line := lines[l.lineOf("teams", r.team.ID)-1]
		require.Contains(t, line, `{"teams":{"Team":{"ID":`)
		require.Contains(t, line, `"Name":"`+r.team.Name+`"`)
	}
	require.Zero(t, l.lineOf("teams", 7))
}

func TestPlaces(t *testing.T) {
	var p places
	for _, s := range []struct{ pos, line int32 }{
		{0, 5}, {1, 6}, {2, 7}, // rows
		{3, 9}, {4, 10}, // behind a line of another kind
		{5, 20}, {6, 20}, // a write
		{1, 21}, {2, 22}, // rows that were replaced
	} {
		p.add(s.pos, s.line)
	}
	require.Equal(t, places{{0, 5, 3}, {3, 9, 2}, {5, 20, 1}, {6, 20, 1}, {1, 21, 2}}, p)
	var got []int32
	for pos := int32(-1); pos < 8; pos++ {
		got = append(got, p.line(pos))
	}
	require.Equal(t, []int32{0, 5, 21, 22, 9, 10, 20, 20, 0}, got)
}
