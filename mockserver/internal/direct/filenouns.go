package direct

import (
	"reflect"
	"slices"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// entry is a row of a file.
type entry struct {
	file  *File
	noun  *fileNoun
	path  string // such as teams[3]
	ref   string // the name that other rows use to refer to this row; "" without a name
	id    int64
	node  node.Node
	value any       // the row, in the noun's Go type; nil if the row has a mistake
	more  node.Node // the values of members that the interface does not have
}

// at returns the place of the row in its file, as messages show it.
func (r *entry) at() string { return r.file.at(r.node.Offset) }

// noun describes one of the lists that a file can contain, such as teams.
type fileNoun struct {
	name    string
	ids     model.Kind // NoKind for rows without an id
	of      reflect.Type
	members func() Members // made when a file first needs the members
	more    []string       // names of members that the interface does not have
	bind    func(row node.Node) (value any, err error)
}

// newFileNoun returns a noun whose rows have the Go type T. In a file, the rows can have the members of T and the
// members in more.
func newFileNoun[T any](name string, ids model.Kind, more ...Member) *fileNoun {
	members := sync.OnceValue(func() Members {
		members := append(withExtra(reflect.TypeFor[T]()), more...)
		members = append(members, Member{spelled: "ref", Name: "ref", Of: reflect.TypeFor[string](), refers: model.NoKind})
		return members.sorted()
	})
	return &fileNoun{
		name, ids, reflect.TypeFor[T](), members, values.Mapped(more, func(m Member) string { return m.Name }),
		func(row node.Node) (any, error) {
			var value T
			err := record.Bind(row, &value)
			return value, err
		},
	}
}

// leaders are the leaders of an event.
type leaders struct {
	Statistics []tourney.StatisticCategory `json:"Statistics"`
}

// ofEvent is a member with the id of an event, for rows whose other members do not tell the event.
var ofEvent = Member{"EventId", "EventId", reflect.TypeFor[int64](), model.EventIDs}

// The nouns that a file can have. For the sides of a game a file can use the names of the interface, or the names that
// people usually write.
var (
	events = newFileNoun[tourney.Event]("events", model.EventIDs)
	venues = newFileNoun[tourney.Venue]("venues", model.VenueIDs,
		Member{"Events", "Events", reflect.TypeFor[[]int64](), model.EventIDs})
	divisions = newFileNoun[tourney.Division]("divisions", model.DivisionIDs)
	pools     = newFileNoun[tourney.Pool]("pools", model.PoolIDs,
		Member{"Positions", "Positions", reflect.TypeFor[int64](), model.NoKind})
	teams   = newFileNoun[tourney.Team]("teams", model.TeamIDs, ofEvent)
	players = newFileNoun[tourney.Player]("players", model.PersonIDs)
	games   = newFileNoun[tourney.Game]("games", model.GameIDs).alias("Home", "HomeTeam").alias("Away", "AwayTeam")
	tables  = newFileNoun[tourney.Standings]("standings", model.NoKind, ofEvent)
	boards  = newFileNoun[leaders]("leaders", model.NoKind, ofEvent)

	fileNouns = []*fileNoun{
		events, venues, divisions, pools, teams, players, games, tables, boards,
	}
)

// alias gives a member of the noun's rows a second spelling.
func (n *fileNoun) alias(spelled, name string) *fileNoun {
	members := n.members
	n.members = sync.OnceValue(func() Members { return members().alias(spelled, name) })
	return n
}

// listNamed returns the name of the list that contains the rows of a kind.
func listNamed(k model.Kind) string {
	return fileNouns[slices.IndexFunc(fileNouns, func(n *fileNoun) bool { return n.ids == k })].name
}

// adds are the steps that add the rows of a load. A row is added after the rows that the tables need for it. The checks
// know the ids of all rows of the load, so a row can name a row that is added later.
var adds = []step{
	adding(events, Events.checkNew, func(d *Call, e tourney.Event, _ node.Node) { d.AddEvent(e) }),
	adding(venues, Venues.checkNew, func(d *Call, v tourney.Venue, more node.Node) {
		ids := numbersOf(more.Find("Events"))
		if d.CheckEventIDs("Events", ids); len(d.Problems) == 0 {
			d.AddVenue(v, ids)
		}
	}),
	adding(players, Players.checkNew, func(d *Call, p tourney.Player, _ node.Node) {
		d.AddPerson(p)
	}),
	adding(divisions, Divisions.checkNew, func(d *Call, division tourney.Division, _ node.Node) {
		division.Teams = nil
		d.AddDivision(division)
	}),
	adding(pools, Pools.checkNew, func(d *Call, p tourney.Pool, more node.Node) {
		positions, ids := positionsOf(more.Find("Positions"))
		if d.CheckPositions(positions, ids); len(d.Problems) == 0 {
			d.AddTeamPools(d.AddPool(p), positions, ids)
		}
	}),
	joining(divisions, addOtherTeams),
	adding(teams, Teams.checkNew, func(d *Call, t tourney.Team, more node.Node) {
		id := d.AddTeam(t)
		for _, eventID := range numbersOf(more.Find("EventId")) {
			d.MoveTeam(id, eventID)
		}
	}),
	adding(games, Games.checkNew, func(d *Call, g tourney.Game, _ node.Node) { d.AddGame(g) }),
}

// joins are the steps that run after all rows of a load are added.
var joins = []step{
	joining(divisions, moveTeams),
	joining(players, func(d *Call, p tourney.Player) { d.AddPlayerTeams(p) }),
	{tables, showTable},
	{boards, showLeaders},
}
