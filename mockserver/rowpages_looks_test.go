package mockserver

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// TestRowPageLooksAtFewRows: a search of many rows answers where to go on.
func TestRowPageLooksAtFewRows(t *testing.T) {
	srv, err := New(tourney.Soccer, Scenario("empty"))
	require.NoError(t, err)
	for i := range 1000 {
		srv.Teams.Add(tourney.Team{Name: fmt.Sprintf("Team %d", i)})
	}
	few := direct.Teams.Pages
	few.Looks = 300
	q := stored.Query{Text: "team 99", Limit: 5}
	for _, want := range []struct {
		rows []string
		next int64
	}{
		{[]string{"Team 99"}, 301}, {[]string{}, 601}, {[]string{}, 901}, // and then the limit
		{[]string{"Team 990", "Team 991", "Team 992", "Team 993", "Team 994"}, 996},
		{[]string{"Team 995", "Team 996", "Team 997", "Team 998", "Team 999"}, 0},
	} {
		page := few.Of(inner(srv).Access, q)
		require.Equal(t, want.rows, values.Mapped(page.Rows, func(t tourney.Team) string { return t.Name }))
		require.Equal(t, want.next, page.Next)
		require.Equal(t, -1, page.Total)
		q.After = page.Next
	}
	page := srv.Teams.Page(stored.Query{Limit: 2, After: 900})
	require.Equal(t, "Team 899", page.Rows[0].Name)
	require.Equal(t, 1000, page.Total)
	require.Empty(t, srv.Teams.Page(stored.Query{After: 1 << 40}).Rows)
}
