package mockserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// membersOf returns the JSON of an object with n members that no row has.
func membersOf(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `,"Member%d":%d`, i, i)
	}
	return "{" + text.String()[1:] + "}"
}

// TestPatchWithManyMembers: a patch of many members takes a time in proportion to them. Else this test would not end.
func TestPatchWithManyMembers(t *testing.T) {
	srv := world(t, tourney.Soccer)
	id := srv.Teams.All()[0].ID
	path := fmt.Sprintf("/_mock/rows/teams/%d", id)

	refused := send(t, srv, "PATCH", path, membersOf(50_000))
	require.Equal(t, 400, refused.status)
	require.Contains(t, refused.body, "Member99: unknown")
	require.Contains(t, refused.body, "There may be more: these are the first 100 problems")
	require.NotContains(t, refused.body, "Member100:")

	require.Equal(t, 204, send(t, srv, "PATCH", path+"?unknown=keep", membersOf(50_000)).status)
	team, _ := srv.Teams.Get(id)
	require.Len(t, team.Extra, 50_000)
}

// TestPatchRemovesAndAddsAgain: null removes a member wherever it stands, in any letter case.
func TestPatchRemovesAndAddsAgain(t *testing.T) {
	srv := world(t, tourney.Soccer)
	path := fmt.Sprintf("/_mock/rows/teams/%d", srv.Teams.All()[0].ID)
	require.Equal(t, 204, send(t, srv, "PATCH", path+"?unknown=keep", `{"A":1,"B":{"c":1,"d":2},"E":3,"Ä":4,"ä":5}`).status)
	require.Equal(t, 204, send(t, srv, "PATCH", path+"?unknown=keep", `{"a":null,"b":{"C":null,"x":5},"none":null}`).status)
	body := send(t, srv, "GET", path, "").body
	require.Contains(t, body, `"B":{"d":2,"x":5},"E":3,"Ä":4,"ä":5}`)
	require.NotContains(t, body, `"A"`)
	require.NotContains(t, body, "none")
}
