package direct

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Member is a member that an object of a file can have.
type Member struct {
	spelled string // the name in a file, in any letter case
	Name    string // the name in the interface
	Of      reflect.Type
	refers  model.Kind // the kind of rows whose ids the member has; NoKind for none
}

// Problem returns what is wrong with the value of a member, apart from its type, "" for nothing.
func (m Member) Problem(n *node.Node) string {
	if m.Name != "Number" || m.Of != reflect.TypeFor[*int]() {
		return ""
	}
	return check.JerseyProblem(n) // the number on a jersey is the only Number that can be absent
}

// Members are the members of an object, in the order of their spellings.
type Members []Member

// MembersOf returns the members of a struct type. It returns no members for a struct that JSON writes as a text.
func MembersOf(t reflect.Type) Members {
	var all Members
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			all = append(all, Member{name, name, f.Type, referredBy(t, name, f.Type)})
		}
	}
	return all.sorted()
}

// extra is the type of the members that the interface does not have.
var extra = reflect.TypeFor[tourney.Extra]()

// withExtra returns the members of a struct type, and the member Extra if the type can have unknown members.
func withExtra(t reflect.Type) Members {
	all := MembersOf(t)
	if f, ok := t.FieldByName("Extra"); ok && f.Type == extra {
		all = append(all, Member{"Extra", "Extra", extra, model.NoKind}).sorted()
	}
	return all
}

func (all Members) sorted() Members {
	slices.SortFunc(all, func(a, b Member) int { return strings.Compare(a.spelled, b.spelled) })
	return all
}

// alias returns the members and a second spelling for the member with this name.
func (all Members) alias(spelled, name string) Members {
	m, _ := all.Find(name)
	m.spelled = spelled
	return append(all, m).sorted()
}

// Find returns the member with a spelling.
func (all Members) Find(spelled string) (Member, bool) {
	i := slices.IndexFunc(all, func(m Member) bool { return node.SameName(m.spelled, spelled) })
	if i < 0 {
		return Member{}, false
	}
	return all[i], true
}

// Hint returns a text for a message, with the spelling that a mistyped name probably means.
func (all Members) Hint(mistyped string) string {
	return plaintext.Hint(values.Mapped(all, func(m Member) string { return m.spelled }), mistyped)
}

// shownRow describes how the objects of a type show a row.
type shownRow struct {
	kind   model.Kind
	id     string   // the member with the id of the row
	copies []string // text members that both the object and the row have
}

// shownRows are the types whose objects show a row. A file can have a reference instead of such an object.
var shownRows = map[reflect.Type]shownRow{
	reflect.TypeFor[tourney.Event]():        {kind: model.EventIDs, id: "Id"},
	reflect.TypeFor[tourney.Venue]():        {kind: model.VenueIDs, id: "Id"},
	reflect.TypeFor[tourney.TeamDivision](): {kind: model.DivisionIDs, id: "Id"},
	reflect.TypeFor[tourney.GameDivision](): {kind: model.DivisionIDs, id: "Id"},
	reflect.TypeFor[tourney.Pool]():         {kind: model.PoolIDs, id: "Id"},
	reflect.TypeFor[tourney.Team]():         {kind: model.TeamIDs, id: "Id"},
	reflect.TypeFor[tourney.PlayerTeam]():   {kind: model.TeamIDs, id: "Id"},
	reflect.TypeFor[tourney.GameSide]():     {kind: model.TeamIDs, id: "TeamId", copies: []string{"Name"}},
	reflect.TypeFor[tourney.TeamPlayer](): {
		kind: model.PersonIDs, id: "PlayerId", copies: []string{"FirstName", "LastName"},
	},
	reflect.TypeFor[tourney.PlayerGame](): {kind: model.GameIDs, id: "Id"},
}

// referredBy returns the kind of the rows whose ids a member of a struct has, NoKind when the member has no such ids. A
// ParentId of persons has no meaning in the interface document.
func referredBy(t reflect.Type, name string, member reflect.Type) model.Kind {
	if shown, ok := shownRows[itemOf(member)]; ok {
		return shown.kind
	}
	own, isRow := shownRows[t]
	switch {
	case isRow && name == own.id, name == "ParentId" && own.kind == model.TeamIDs && isRow:
		return own.kind
	case name == "DivisionId":
		return model.DivisionIDs
	case name == "PoolId":
		return model.PoolIDs
	}
	return model.NoKind
}

// itemOf returns the type of a value, or of the items of a list.
func itemOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}
