package mockserver

import (
	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
)

// fixtureStep is what a load does with each row of a noun.
type fixtureStep struct {
	noun *fixtureNoun
	do   func(d *door, r *fixtureRow)
}

// adding is a step that checks rows and adds them.
func adding[T any](noun *fixtureNoun, check func(*door, T), add func(*door, T, node.Node)) fixtureStep {
	return fixtureStep{noun, func(d *door, r *fixtureRow) {
		row := r.value.(T)
		if check(d, row); len(d.problems) == 0 {
			add(d, row, r.more)
		}
	}}
}

// joining is a step that adds what rows say about others.
func joining[T any](noun *fixtureNoun, join func(*door, T)) fixtureStep {
	return fixtureStep{noun, func(d *door, r *fixtureRow) { join(d, r.value.(T)) }}
}

// fixtureAdds add the rows of a load. A row comes behind those that the tables need for it. The checks know the ids of
// all rows of the load, so a row can name one that comes later.
var fixtureAdds = []fixtureStep{
	adding(eventFixtures, (*door).freshEvent, func(d *door, e tourney.Event, _ node.Node) { d.addEvent(e) }),
	adding(venueFixtures, (*door).freshVenue, func(d *door, v tourney.Venue, more node.Node) {
		ids := numbersOf(more.Find("Events"))
		if d.checkEventIDs("Events", ids); len(d.problems) == 0 {
			d.addVenue(v, ids)
		}
	}),
	adding(playerFixtures, (*door).freshPlayer, func(d *door, p tourney.Player, _ node.Node) { d.addPerson(p) }),
	adding(divisionFixtures, (*door).freshDivision, func(d *door, division tourney.Division, _ node.Node) {
		division.Teams = nil
		d.addDivision(division)
	}),
	adding(poolFixtures, (*door).freshPool, func(d *door, p tourney.Pool, more node.Node) {
		id := d.addPool(p)
		for _, positions := range numbersOf(more.Find("Positions")) {
			d.addTeamPools(id, int(positions), nil)
		}
	}),
	joining(divisionFixtures, (*door).addOtherTeams),
	adding(teamFixtures, (*door).freshTeam, func(d *door, t tourney.Team, _ node.Node) { d.addTeam(t) }),
	adding(gameFixtures, (*door).freshGame, func(d *door, g tourney.Game, _ node.Node) { d.addGame(g) }),
}

// fixtureJoins come when all rows of a load are there.
var fixtureJoins = []fixtureStep{
	joining(divisionFixtures, (*door).moveTeams),
	joining(playerFixtures, func(d *door, p tourney.Player) { d.addPlayerTeams(p) }),
}

// addOtherTeams adds the teams of a division that are no rows of the load.
func (d *door) addOtherTeams(division tourney.Division) {
	for _, t := range division.Teams {
		if !d.isComing(teamIDs, t.ID) {
			d.addToDivision(division, t)
		}
	}
}

// moveTeams moves the teams that are rows of the load into a division. It refuses one that is in another division.
func (d *door) moveTeams(division tourney.Division) {
	for i, t := range division.Teams {
		if !d.isComing(teamIDs, t.ID) {
			continue
		}
		if in := d.teams.Get(t.ID).DivisionID; in != 0 && in != division.ID {
			d.problem("%s %d: the team is in division %d", indexed("Teams", i, "Id"), t.ID, in)
			continue
		}
		d.addToDivision(division, t)
	}
}
