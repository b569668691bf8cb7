package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// fixedScenarios returns the scenarios whose numbers of rows are no choice. The page describes the others in words.
func fixedScenarios() []mockserver.ScenarioInfo {
	return slices.DeleteFunc(mockserver.Scenarios(), func(s mockserver.ScenarioInfo) bool { return s.Teams > 0 })
}

// startedAt returns a server of each scenario.
func startedAt(t *testing.T) (servers []*mockserver.Server) {
	t.Helper()
	for _, scenario := range fixedScenarios() {
		srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario(scenario.Name))
		require.NoError(t, err)
		servers = append(servers, srv)
	}
	return servers
}

// scenariosTable has a line for each noun, with the number of its rows in each scenario.
func scenariosTable(t *testing.T) string {
	t.Helper()
	servers := startedAt(t)
	lines := newLines("rows")
	lines.row(servers, "events", func(srv *mockserver.Server) int { return len(srv.Events.All()) })
	lines.row(servers, "divisions", func(srv *mockserver.Server) int { return len(srv.Divisions.All()) })
	lines.row(servers, "pools", func(srv *mockserver.Server) int { return len(pools(srv)) })
	lines.row(servers, "positions in pools", func(srv *mockserver.Server) int { return len(positions(srv)) })
	lines.row(servers, "– with a team", func(srv *mockserver.Server) int {
		return count(positions(srv), func(p stored.Position) bool { return p.TeamID != 0 })
	})
	lines.row(servers, "teams", func(srv *mockserver.Server) int { return len(srv.Teams.All()) })
	lines.row(servers, "– in a division", func(srv *mockserver.Server) int {
		return count(srv.Teams.All(), func(t tourney.Team) bool { return t.Division != nil })
	})
	lines.row(servers, "– on the waiting list", func(srv *mockserver.Server) int {
		return count(srv.Teams.All(), func(t tourney.Team) bool { return *t.Status == tourney.TeamWaitingList })
	})
	lines.row(servers, "– not paid", func(srv *mockserver.Server) int {
		return count(srv.Teams.All(), func(t tourney.Team) bool { return !*t.Paid })
	})
	lines.row(servers, "players", func(srv *mockserver.Server) int { return len(srv.Players.All()) })
	lines.row(servers, "venues", func(srv *mockserver.Server) int { return len(srv.Venues.All()) })
	lines.row(servers, "games", func(srv *mockserver.Server) int { return len(srv.Games.All()) })
	lines.row(servers, "– played", func(srv *mockserver.Server) int { return count(srv.Games.All(), tourney.Game.Played) })
	lines.row(servers, "statistics", func(srv *mockserver.Server) (n int) {
		for _, g := range srv.Games.All() {
			n += len(srv.Statistics.OfGame(g.ID))
		}
		return n
	})
	lines.row(servers, "registrations", func(srv *mockserver.Server) int { return len(srv.Registrations.All()) })
	lines.row(servers, "payments", func(srv *mockserver.Server) int { return len(srv.Payments.All()) })
	return lines.String()
}

// lines is a table with a column for each scenario.
type lines struct{ strings.Builder }

func newLines(first string) *lines {
	l := &lines{}
	l.WriteString("| " + first)
	for _, scenario := range fixedScenarios() {
		l.WriteString(" | `" + scenario.Name + "`")
	}
	l.WriteString(" |\n" + strings.Repeat("|---", len(fixedScenarios())+1) + "|\n")
	return l
}

func (l *lines) row(servers []*mockserver.Server, name string, number func(*mockserver.Server) int) {
	l.WriteString("| " + name)
	for _, srv := range servers {
		fmt.Fprintf(l, " | %d", number(srv))
	}
	l.WriteString(" |\n")
}

func count[T any](rows []T, has func(T) bool) (n int) {
	for _, r := range rows {
		if has(r) {
			n++
		}
	}
	return n
}

func pools(srv *mockserver.Server) (list []tourney.Pool) {
	for _, d := range srv.Divisions.All() {
		list = append(list, srv.Pools.Page(stored.Query{DivisionID: d.ID}).Rows...)
	}
	return list
}

func positions(srv *mockserver.Server) (list []stored.Position) {
	for _, p := range pools(srv) {
		list = append(list, srv.Pools.Positions(p.ID)...)
	}
	return list
}

// specialTable has a line for each special row, with its ids and their scenarios.
func specialTable(t *testing.T) string {
	t.Helper()
	about, servers := aboutSpecials(t), startedAt(t)
	text := "| handle | what it is | id |\n|---|---|---|\n"
	for _, special := range mockserver.Specials() {
		require.NotEmpty(t, about[string(special)], special)
		var ids []int64
		scenarios := map[int64][]string{}
		for i, srv := range servers {
			if id, ok := srv.Special(special); ok {
				ids = append(ids, id)
				scenarios[id] = append(scenarios[id], "`"+fixedScenarios()[i].Name+"`")
			}
		}
		var cells []string
		for _, id := range slices.Compact(ids) {
			where := ""
			if len(scenarios[id]) < len(servers)-1 { // all but the empty one
				where = " in " + strings.Join(scenarios[id], ", ")
			}
			cells = append(cells, strconv.FormatInt(id, 10)+where)
		}
		text += fmt.Sprintf("| %#q | %s: %s | %s |\n", special, special.Noun(), about[string(special)], strings.Join(cells, "; "))
	}
	return text
}

// aboutSpecials returns the comments of the constants, by their names.
func aboutSpecials(t *testing.T) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), root+"/mockserver/scenario.go", nil, parser.ParseComments)
	require.NoError(t, err)
	about := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Comment != nil {
			about[strings.TrimPrefix(spec.Names[0].Name, "Special")] = strings.TrimSpace(spec.Comment.Text())
		}
		return true
	})
	return about
}
