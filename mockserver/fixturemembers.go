package mockserver

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/internal/node"
)

// fixtureMember is a member that an object of a file can have.
type fixtureMember struct {
	spelled string // in the file, in any letter case
	name    string // of the interface
	of      reflect.Type
	refers  kind // of the rows that its ids are of; noKind for another member
}

// fixtureMembers are the members of an object, in the order of their spellings.
type fixtureMembers []fixtureMember

// newFixtureMembers returns the members of a struct, none for a struct that is a text.
func newFixtureMembers(t reflect.Type) fixtureMembers {
	var all fixtureMembers
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			all = append(all, fixtureMember{name, name, f.Type, referredBy(t, name, f.Type)})
		}
	}
	return all.sorted()
}

func (all fixtureMembers) sorted() fixtureMembers {
	slices.SortFunc(all, func(a, b fixtureMember) int { return strings.Compare(a.spelled, b.spelled) })
	return all
}

// alias returns the members with another spelling of one of them.
func (all fixtureMembers) alias(spelled, name string) fixtureMembers {
	m, _ := all.find(name)
	m.spelled = spelled
	return append(all, m).sorted()
}

// find returns the member with a spelling.
func (all fixtureMembers) find(spelled string) (fixtureMember, bool) {
	i := slices.IndexFunc(all, func(m fixtureMember) bool { return node.SameName(m.spelled, spelled) })
	if i < 0 {
		return fixtureMember{}, false
	}
	return all[i], true
}

// hint says which spelling a mistyped one probably stands for.
func (all fixtureMembers) hint(mistyped string) string {
	return nearest.Hint(mapped(all, func(m fixtureMember) string { return m.spelled }), mistyped)
}

// shownRow says how the objects of a type show a row.
type shownRow struct {
	kind   kind
	id     string   // the member with the id of the row
	copies []string // texts that both have
}

// shownRows are the types whose objects show a row. A reference can stand in the place of such an object.
var shownRows = map[reflect.Type]shownRow{
	reflect.TypeFor[tourney.Event]():        {kind: eventIDs, id: "Id"},
	reflect.TypeFor[tourney.Venue]():        {kind: venueIDs, id: "Id"},
	reflect.TypeFor[tourney.TeamDivision](): {kind: divisionIDs, id: "Id"},
	reflect.TypeFor[tourney.GameDivision](): {kind: divisionIDs, id: "Id"},
	reflect.TypeFor[tourney.Pool]():         {kind: poolIDs, id: "Id"},
	reflect.TypeFor[tourney.Team]():         {kind: teamIDs, id: "Id"},
	reflect.TypeFor[tourney.PlayerTeam]():   {kind: teamIDs, id: "Id"},
	reflect.TypeFor[tourney.GameSide]():     {kind: teamIDs, id: "TeamId", copies: []string{"Name"}},
	reflect.TypeFor[tourney.TeamPlayer]():   {kind: personIDs, id: "PlayerId", copies: []string{"FirstName", "LastName"}},
	reflect.TypeFor[tourney.PlayerGame]():   {kind: gameIDs, id: "Id"},
}

// referredBy returns the kind of the rows whose ids a member of a struct has, noKind when it has none. A ParentId of
// persons has no meaning in the interface document.
func referredBy(t reflect.Type, name string, member reflect.Type) kind {
	if shown, ok := shownRows[itemOf(member)]; ok {
		return shown.kind
	}
	own, isRow := shownRows[t]
	switch {
	case isRow && name == own.id, name == "ParentId" && own.kind == teamIDs && isRow:
		return own.kind
	case name == "DivisionId":
		return divisionIDs
	case name == "PoolId":
		return poolIDs
	}
	return noKind
}

// itemOf returns the type of a value, or of the items of a list.
func itemOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}
