package direct

import (
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// step is what a load does with each row of one noun.
type step struct {
	noun *fileNoun
	do   func(d *Call, r *entry)
}

// adding returns a step that checks each row of a noun and adds it.
func adding[T any](noun *fileNoun, check func(*Call, T), add func(*Call, T, node.Node)) step {
	return step{noun, func(d *Call, r *entry) {
		row := r.value.(T)
		if check(d, row); len(d.Problems) == 0 {
			add(d, row, r.more)
		}
	}}
}

// joining returns a step that connects each row of a noun with the rows to which it refers.
func joining[T any](noun *fileNoun, join func(*Call, T)) step {
	return step{noun, func(d *Call, r *entry) { join(d, r.value.(T)) }}
}

// showTable makes the mock answer with the standings of a file, unless it computes the same standings itself: then they
// change with the games.
func showTable(d *Call, r *entry) {
	table := r.value.(tourney.Standings)
	if computed := views.Standings(d.Version, views.StandingsQuestion{EventID: eventOf(d, r)}); !same(computed, table) {
		d.Standings = &table
	}
}

// showLeaders makes the mock answer with the leaders of a file, unless it computes the same leaders itself.
func showLeaders(d *Call, r *entry) {
	all, size := r.value.(leaders).Statistics, 0
	for _, category := range all {
		size = max(size, len(category.Participants))
	}
	where := model.Scopes(eventOf(d, r), 0)
	if computed := new(views.Totals).Leaders(d.Version, where[len(where)-1:], nil, size); !same(computed, all) {
		d.Leaders = all
	}
}

// eventOf returns the event of a row without an id, 0 for all events. It refuses a second row, because the mock answers
// all requests with one.
func eventOf(d *Call, r *entry) (id int64) {
	if r.path != refusal.Indexed(r.noun.name, 0, "") {
		d.Problem("expected one row: the mock answers all requests for %s with it", r.noun.name)
	}
	for _, id = range numbersOf(r.more.Find("EventId")) {
		d.CheckEventIDs("EventId", []int64{id})
	}
	return id
}

// same reports whether two values look the same. A nil list and an empty list do.
func same(a, b any) bool { return fmt.Sprintf("%q", a) == fmt.Sprintf("%q", b) }

// addOtherTeams adds the teams inside a division that are no rows in the list of teams.
func addOtherTeams(d *Call, division tourney.Division) {
	for _, t := range division.Teams {
		if !d.IsComing(model.TeamIDs, t.ID) {
			d.AddToDivision(division, t)
		}
	}
}

// moveTeams moves teams into the division that lists them, if they are rows of the load. It refuses a team that
// already is in another division.
func moveTeams(d *Call, division tourney.Division) {
	for i, t := range division.Teams {
		if !d.IsComing(model.TeamIDs, t.ID) {
			continue
		}
		if in := d.Teams.Get(t.ID).DivisionID; in != 0 && in != division.ID {
			d.Problem("%s %d: the team is in division %d", refusal.Indexed("Teams", i, "Id"), t.ID, in)
			continue
		}
		d.AddToDivision(division, t)
	}
}
