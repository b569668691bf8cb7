package main

import (
	"fmt"
	"io"
	"net/http"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// sizes are the numbers of teams for which sizeTable measures.
var sizes = []int{1_000, 10_000, 100_000, 1_000_000}

// sizeTable shows how costs grow with the teams of the scenario huge, against those of the least size.
func sizeTable(w io.Writer) error {
	fmt.Fprint(w, "costs against those at 1,000 teams")
	columns := make([][]measure, len(sizes))
	for i, teams := range sizes {
		fmt.Fprintf(w, "\t%d", teams)
		var err error
		if columns[i], err = measureSize(teams); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	for row, first := range columns[0] {
		fmt.Fprint(w, first.name)
		for _, column := range columns {
			fmt.Fprintf(w, "\t%.2f", column[row].cost/first.cost)
		}
		fmt.Fprintln(w)
	}
	return nil
}

// measure is a cost in any unit.
type measure struct {
	name string
	cost float64
}

// measureSize measures a server with a number of teams. Each call is about other rows than the one before.
func measureSize(teams int) ([]measure, error) {
	before := live()
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("huge"), mockserver.ScenarioSize(teams))
	if err != nil {
		return nil, err
	}
	bytes := float64(live()-before) / float64(teams)
	n, pages := 0, teams/50
	each := func(do func(n int)) float64 {
		return float64(median(1000, func() { n++; do(n) }))
	}
	get := func(format string, from, stride, of int) float64 {
		ask := func(n int) { handle(srv, http.MethodGet, fmt.Sprintf(format, from+n*stride%of), "") }
		for n := range of {
			if n < 2000 {
				ask(n) // rows are encoded when they are asked for first
			}
		}
		return each(ask)
	}
	write := writer(srv, teams)
	return []measure{
		{"a page of 50 teams", get("/api/v1/teams?page=%d", 1, 1, min(20, pages))},
		{"a page at the end", get("/api/v1/teams?page=%d", pages-min(19, pages-1), 1, min(20, pages))},
		{"one team", get("/api/v1/teams?id=%d", firstTeam, stride, teams)},
		{"a team renamed by the side door", each(func(int) { write() })},
		{"a team created", each(func(n int) {
			handle(srv, http.MethodPost, "/api/v1/teams", fmt.Sprintf(`{"EventId":%d,"Name":"Terns %d"}`, firstEvent, n))
		})},
		{"snapshot and restore", each(func(int) { srv.Restore(srv.Snapshot()) })},
		{"memory for a team with its players", bytes},
	}, nil
}
