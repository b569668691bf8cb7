package mockserver

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// fixtureRow is a row of a file.
type fixtureRow struct {
	file  *fixtureFile
	noun  *fixtureNoun
	path  string // such as teams[3]
	ref   string // "" without one
	id    int64
	node  node.Node
	value any       // of the noun's type; nil for a row with a mistake
	more  node.Node // the members that the interface does not have
}

// at returns the place of the row for a message.
func (r *fixtureRow) at() string { return r.file.at(r.node.Offset) }

// fixtureNoun is a list of a file.
type fixtureNoun struct {
	name    string
	ids     kind
	members func() fixtureMembers // made when a file first needs them
	more    []string              // names of the members that the interface does not have
	bind    func(row node.Node) (value any, err error)
}

// newFixtureNoun returns a noun whose rows are of type T, and have more members than those of the interface.
func newFixtureNoun[T any](name string, ids kind, more ...fixtureMember) *fixtureNoun {
	members := sync.OnceValue(func() fixtureMembers {
		members := append(newFixtureMembers(reflect.TypeFor[T]()), more...)
		members = append(members, fixtureMember{spelled: "ref", name: "ref", of: reflect.TypeFor[string](), refers: noKind})
		return members.sorted()
	})
	return &fixtureNoun{
		name, ids, members, mapped(more, func(m fixtureMember) string { return m.name }),
		func(row node.Node) (any, error) {
			var value T
			err := record.Bind(row, &value)
			return value, err
		},
	}
}

// What a file can have. Beside the interface's names of the sides of a game it takes those that people write.
var (
	eventFixtures = newFixtureNoun[tourney.Event]("events", eventIDs)
	venueFixtures = newFixtureNoun[tourney.Venue]("venues", venueIDs,
		fixtureMember{"Events", "Events", reflect.TypeFor[[]int64](), eventIDs})
	divisionFixtures = newFixtureNoun[tourney.Division]("divisions", divisionIDs)
	poolFixtures     = newFixtureNoun[tourney.Pool]("pools", poolIDs,
		fixtureMember{"Positions", "Positions", reflect.TypeFor[int64](), noKind})
	teamFixtures   = newFixtureNoun[tourney.Team]("teams", teamIDs)
	playerFixtures = newFixtureNoun[tourney.Player]("players", personIDs)
	gameFixtures   = newFixtureNoun[tourney.Game]("games", gameIDs).alias("Home", "HomeTeam").alias("Away", "AwayTeam")

	fixtureNouns = []*fixtureNoun{
		eventFixtures, venueFixtures, divisionFixtures, poolFixtures, teamFixtures, playerFixtures, gameFixtures,
	}
)

// alias gives a member another spelling.
func (n *fixtureNoun) alias(spelled, name string) *fixtureNoun {
	members := n.members
	n.members = sync.OnceValue(func() fixtureMembers { return members().alias(spelled, name) })
	return n
}

// listNamed returns the name of the list of a kind of rows.
func listNamed(k kind) string {
	return fixtureNouns[slices.IndexFunc(fixtureNouns, func(n *fixtureNoun) bool { return n.ids == k })].name
}

// numbersProblem returns what is wrong with a member that the interface does not have, "" when nothing is. The member
// is a list of ids, for which one id can stand, or the number of positions.
func numbersProblem(n *node.Node, isList bool) string {
	if n.Kind == node.Null {
		return ""
	}
	if isList && n.Kind == node.List {
		return idsProblem(n.Items)
	}
	number, err := strconv.ParseInt(n.Text, 10, 64)
	switch {
	case err != nil && isList:
		return fmt.Sprintf(": expected a list of ids, found %s", n.Kind)
	case err != nil:
		return fmt.Sprintf(": expected a whole number from 0 to %d, found %s", mostPositions, n.Kind)
	case !isList && (number < 0 || number > mostPositions):
		return fmt.Sprintf(" is %d: expected 0 to %d", number, mostPositions)
	}
	return ""
}

func idsProblem(items []node.Node) string {
	for i := range items {
		if _, err := strconv.ParseInt(items[i].Text, 10, 64); err != nil {
			return fmt.Sprintf("[%d]: expected an id, found %s", i, items[i].Kind)
		}
	}
	return ""
}

// numbersOf returns the numbers in a list, or one number as a list.
func numbersOf(n *node.Node) (list []int64) {
	if n == nil {
		return nil
	}
	items := n.Items
	if n.Kind != node.List {
		items = []node.Node{*n}
	}
	for _, item := range items {
		if id, err := strconv.ParseInt(item.Text, 10, 64); err == nil {
			list = append(list, id)
		}
	}
	return list
}
