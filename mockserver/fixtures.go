package mockserver

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// fixtureRow is a row of a file.
type fixtureRow struct {
	file *fixtureFile
	noun *fixtureNoun
	path string // such as teams[3]
	ref  string // "" without one
	id   int64
	node node.Node
}

// fixtureNoun is a list of a file. Its rows are added in the order of fixtureNouns, so that rows come behind those that
// they refer to.
type fixtureNoun struct {
	name string
	ids  kind
	row  reflect.Type
	// more holds the members that rows have beside those of the interface.
	more map[string]reflect.Type
	add  func(d *door, row, more node.Node) error
}

// fixtureOf returns a noun whose rows are of type T. The functions check a row and add it.
func fixtureOf[T any](
	name string, ids kind, more map[string]reflect.Type, check func(*door, T), add func(*door, T, node.Node),
) *fixtureNoun {
	return &fixtureNoun{name, ids, reflect.TypeFor[T](), more, func(d *door, row, rest node.Node) error {
		var value T
		if err := record.Bind(row, &value); err != nil {
			return err
		}
		if check(d, value); len(d.problems) == 0 {
			add(d, value, rest)
		}
		return nil
	}}
}

// fixtureNouns lists what a file can have.
var fixtureNouns = []*fixtureNoun{
	fixtureOf("events", eventIDs, nil, (*door).freshEvent,
		func(d *door, e tourney.Event, _ node.Node) { d.addEvent(e) }),
	fixtureOf("venues", venueIDs, map[string]reflect.Type{"Events": reflect.TypeFor[[]int64]()}, (*door).freshVenue,
		func(d *door, v tourney.Venue, more node.Node) {
			ids := numbersOf(more.Find("Events"))
			if d.checkEventIDs("Events", ids); len(d.problems) == 0 {
				d.addVenue(v, ids)
			}
		}),
	fixtureOf("divisions", divisionIDs, nil, (*door).freshDivision,
		func(d *door, division tourney.Division, _ node.Node) { d.addDivision(division) }),
	fixtureOf("pools", poolIDs, map[string]reflect.Type{"Positions": reflect.TypeFor[int64]()}, (*door).freshPool,
		func(d *door, p tourney.Pool, more node.Node) {
			id := d.addPool(p)
			for _, positions := range numbersOf(more.Find("Positions")) {
				d.addTeamPools(id, int(positions), nil)
			}
		}),
	fixtureOf("teams", teamIDs, nil, (*door).freshTeam,
		func(d *door, t tourney.Team, _ node.Node) { d.addTeam(t) }),
	fixtureOf("players", personIDs, nil, (*door).freshPlayer,
		func(d *door, p tourney.Player, _ node.Node) { d.addPlayer(p) }),
	fixtureOf("games", gameIDs, nil, (*door).freshGame,
		func(d *door, g tourney.Game, _ node.Node) { d.addGame(g) }),
}

// mostPositions bounds the positions of a pool in a file.
const mostPositions = 10_000

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

// fixtures are the rows of files, in the order in which they are added.
type fixtures struct {
	rows     []*fixtureRow
	refs     map[string]*fixtureRow
	problems []string
}

// readFixtures reads files. The problems are in the result.
func readFixtures(files []*fixtureFile) *fixtures {
	f := &fixtures{refs: map[string]*fixtureRow{}}
	for _, file := range files {
		f.read(file)
	}
	slices.SortStableFunc(f.rows, func(a, b *fixtureRow) int {
		return slices.Index(fixtureNouns, a.noun) - slices.Index(fixtureNouns, b.noun)
	})
	return f
}

// problem notes what is wrong at a place in a file.
func (f *fixtures) problem(file *fixtureFile, n *node.Node, format string, args ...any) {
	f.problems = append(f.problems, file.at(n.Offset)+": "+fmt.Sprintf(format, args...))
}

// err returns all problems as an error, nil without one.
func (f *fixtures) err() error {
	if len(f.problems) == 0 {
		return nil
	}
	return errors.New(strings.Join(f.problems, "\n"))
}

func (f *fixtures) read(file *fixtureFile) {
	n, err := jsoncodec.ParseNode(file.data, jsoncodec.Limits{Doubles: true})
	var at *record.Error
	if errors.As(err, &at) {
		f.problem(file, &node.Node{Offset: at.Offset}, "%s", safe(at.Error()))
		return
	}
	if n.Kind != node.Object {
		f.problem(file, &n, "expected an object with lists of rows, such as teams")
		return
	}
	for i := range n.Members {
		f.readNoun(file, &n.Members[i])
	}
}

func (f *fixtures) readNoun(file *fixtureFile, m *node.Member) {
	i := slices.IndexFunc(fixtureNouns, func(n *fixtureNoun) bool { return node.SameName(n.name, m.Name) })
	if i < 0 {
		names := mapped(fixtureNouns, func(n *fixtureNoun) string { return n.name })
		f.problem(file, &m.Node, "%s: unknown, the nearest is %s", safe(m.Name), nearestOf(names, m.Name))
		return
	}
	if m.Kind != node.List {
		f.problem(file, &m.Node, "%s: expected a list, found %s", m.Name, m.Kind)
		return
	}
	for k := range m.Items {
		f.readRow(&fixtureRow{file: file, noun: fixtureNouns[i], path: indexed(m.Name, k, ""), node: m.Items[k]})
	}
}

// readRow adds a row, and its name.
func (f *fixtures) readRow(r *fixtureRow) {
	if r.node.Kind != node.Object {
		f.problem(r.file, &r.node, "%s: expected an object, found %s", r.path, r.node.Kind)
		return
	}
	f.rows = append(f.rows, r)
	ref := r.node.Find("ref")
	if ref == nil {
		return
	}
	r.ref = ref.Text
	if ref.Kind != node.Text || r.ref == "" || strings.HasPrefix(r.ref, "$") {
		f.problem(r.file, ref, "%s.ref: expected a name without $", r.path)
	} else if known := f.refs[r.ref]; known != nil {
		place := known.file.at(known.node.Offset)
		f.problem(r.file, ref, "%s.ref: %s is the name of a row at %s already", r.path, safe(r.ref), place)
	}
	f.refs[r.ref] = r
}
