package mockserver

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// addTo adds the rows, and their names, to a version that no request sees yet. It returns the problems, of reading too.
func (f *fixtures) addTo(st *version, state *state, dangling bool) error {
	ids, coming := f.assignIDs(st)
	for _, r := range f.rows {
		if f.full() {
			break // nothing is added, and nothing more is noted
		}
		f.bindRow(r)
	}
	fresh := func() *door {
		d := newDoor(st, state, dangling)
		d.coming = coming
		return d
	}
	if f.takeAll(fixtureAdds, fresh); len(f.problems) == 0 {
		f.takeAll(fixtureJoins, fresh)
	}
	st.refs = st.refs.with(ids)
	return f.err()
}

// assignIDs gives all rows ids, so that no row gets the id that another one has in a file. It returns the ids by the
// names of the rows, and all of them.
func (f *fixtures) assignIDs(st *version) (ids map[string]int64, all map[rowKey]bool) {
	for _, r := range f.rows {
		if r.id = f.idIn(r); r.id != 0 {
			st.ids.assign(r.noun.ids, r.id)
		}
	}
	ids, all = map[string]int64{}, map[rowKey]bool{}
	for _, r := range f.rows {
		r.id = st.ids.assign(r.noun.ids, r.id)
		all[rowKey{r.noun.ids, r.id}] = true
		if r.ref != "" {
			ids[r.ref] = r.id
		}
	}
	return ids, all
}

// idIn returns the id that a row has in its file, 0 without one.
func (f *fixtures) idIn(r *fixtureRow) int64 {
	n := r.node.Find("Id")
	if n == nil || n.Kind == node.Null {
		return 0
	}
	id, err := strconv.ParseInt(n.Text, 10, 64)
	if err != nil {
		f.problem(r.file, n, "%s.Id: expected an id from 1 to 2^62", r.path)
		return 0
	}
	if problem := idProblem(id); problem != "" {
		f.problem(r.file, n, "%s.Id %s", r.path, problem)
		return 0
	}
	return id
}

// takeAll takes the steps with all rows that have no mistake.
func (f *fixtures) takeAll(steps []fixtureStep, fresh func() *door) {
	for _, step := range steps {
		for _, r := range f.rows {
			if r.noun == step.noun && r.value != nil {
				f.take(step, r, fresh())
			}
		}
	}
}

func (f *fixtures) take(step fixtureStep, r *fixtureRow, d *door) {
	step.do(d, r)
	for _, problem := range d.problems {
		f.problem(r.file, &r.node, "%s: %s", r.path, redact.Safe(problem))
		r.value = nil
	}
}

// bindRow sets the value of a row that has no mistake.
func (f *fixtures) bindRow(r *fixtureRow) {
	before := len(f.problems)
	row := f.resolveRow(r)
	if len(f.problems) == before {
		f.checkNumbers(r)
	}
	if f.full() || len(f.problems) > before {
		return
	}
	value, err := r.noun.bind(row)
	for err != nil && !f.full() {
		wrong := f.wrongValue(r, &row, err)
		if wrong == nil {
			return
		}
		*wrong = node.Node{Kind: node.Null} // the next mistake shows when this one is gone
		_, err = r.noun.bind(row)
	}
	if len(f.problems) == before {
		r.value = value
	}
}

// wrongValue notes a value that no member takes, and returns it, nil when it is nowhere in the row.
func (f *fixtures) wrongValue(r *fixtureRow, row *node.Node, err error) *node.Node {
	var at *record.Error
	if !errors.As(err, &at) {
		f.problem(r.file, &r.node, "%s: %s", r.path, redact.Safe(err.Error()))
		return nil
	}
	wrong := nodeAt(row, at.Offset)
	place := cmp.Or(wrong, &r.node)
	path := strings.ReplaceAll(at.Path, "/", ".")
	if at.Secret {
		f.problem(r.file, place, "%s%s: cannot be read", r.path, path)
		return wrong
	}
	problem := "expected " + cmp.Or(at.Expected, "another value") + ", found " + at.Found
	if at.Err != nil {
		problem += ": " + withoutPackage(at.Err)
	}
	f.problem(r.file, place, "%s%s: %s", r.path, path, redact.Safe(problem))
	return wrong
}

// nodeAt returns the node that a file has at an offset. Nodes that stand for references have the offset 0.
func nodeAt(n *node.Node, offset int64) *node.Node {
	if n.Offset == offset && n.Offset > 0 && n.Kind != node.Null {
		return n
	}
	for i := range n.Members {
		if found := nodeAt(&n.Members[i].Node, offset); found != nil {
			return found
		}
	}
	for i := range n.Items {
		if found := nodeAt(&n.Items[i], offset); found != nil {
			return found
		}
	}
	return nil
}

// checkNumbers notes what is wrong with the members that the interface does not have.
func (f *fixtures) checkNumbers(r *fixtureRow) {
	for i := range r.more.Members {
		m := &r.more.Members[i]
		known, _ := r.noun.members().find(m.Name)
		if problem := numbersProblem(&m.Node, known.of.Kind() == reflect.Slice); problem != "" {
			f.problem(r.file, &m.Node, "%s.%s%s", r.path, m.Name, problem)
		}
	}
}

// resolveRow returns a row with ids in the place of names of rows. It sets apart the members that the interface does
// not have.
func (f *fixtures) resolveRow(r *fixtureRow) node.Node {
	row := node.Node{Kind: node.Object}
	for _, m := range f.resolveMembers(r, r.node, r.noun.members(), r.path).Members {
		switch {
		case m.Name == "ref" || m.Name == "Id":
		case slices.Contains(r.noun.more, m.Name):
			r.more.Members = append(r.more.Members, m)
		default:
			row.Members = append(row.Members, m)
		}
	}
	row.Members = append(row.Members, node.Member{Name: "Id", Node: number(r.id)})
	return row
}

func number(id int64) node.Node { return node.Node{Kind: node.Number, Text: strconv.FormatInt(id, 10)} }

// referring are the kinds of values that a name of a row can stand for.
var referring = []reflect.Kind{reflect.Struct, reflect.Int64}

// resolve returns the value of a member, or an item of it, with ids in the place of names of rows.
func (f *fixtures) resolve(r *fixtureRow, n node.Node, m fixtureMember, path string) node.Node {
	t := m.of
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case f.full():
	case n.Kind == node.Text && strings.HasPrefix(n.Text, "$") && slices.Contains(referring, t.Kind()):
		return f.reference(r, n, t, m.refers, path)
	case n.Kind == node.Text && m.refers != noKind && path != r.path+".Id" && !fitsReferring(n.Text, t):
		f.problem(r.file, &n, "%s: %s", path, f.withoutDollar(n.Text, t))
	case n.Kind == node.List && t.Kind() == reflect.Slice:
		m.of = t.Elem()
		items := make([]node.Node, len(n.Items))
		for i := range n.Items {
			items[i] = f.resolve(r, n.Items[i], m, indexed(path, i, ""))
		}
		n.Items = items
	case n.Kind == node.Object && t.Kind() == reflect.Struct:
		if members := f.membersOf(t); len(members) > 0 {
			return f.resolveMembers(r, n, members, path)
		}
	}
	return n
}

// fitsReferring reports whether a text without $ can be a value of a member that refers to a row: only an id can.
func fitsReferring(text string, t reflect.Type) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return t.Kind() == reflect.Int64 && err == nil || !slices.Contains(referring, t.Kind())
}

// withoutDollar says what is wrong with a text in the place of a reference.
func (f *fixtures) withoutDollar(text string, t reflect.Type) string {
	if known := f.refs[text]; known != nil {
		return fmt.Sprintf("found the text %s: $%[1]s stands for the row (%s)", shownName(text), known.at())
	}
	expected := "an object"
	if t.Kind() == reflect.Int64 {
		expected = "an id"
	}
	return "expected " + expected + " or a reference such as $hawks, found a text without $"
}

// resolveMembers does so for an object, and gives its members the names of the interface.
func (f *fixtures) resolveMembers(r *fixtureRow, n node.Node, members fixtureMembers, path string) node.Node {
	resolved, seen := node.Node{Kind: node.Object, Offset: n.Offset}, map[string]string{}
	for _, m := range n.Members {
		known, ok := members.find(m.Name)
		if !ok {
			f.problem(r.file, &m.Node, "%s.%s: unknown, %s", path, shownName(m.Name), members.hint(m.Name))
			continue
		}
		below := path + "." + known.spelled
		switch before, twice := seen[known.name]; {
		case twice && before != known.spelled:
			f.problem(r.file, &m.Node, "%s: %s says it already", below, before)
		case twice:
			f.problem(r.file, &m.Node, "%s: is there twice", below)
		}
		seen[known.name] = known.spelled
		value := f.resolve(r, m.Node, known, below)
		resolved.Members = append(resolved.Members, node.Member{Name: known.name, Node: value})
	}
	return resolved
}

// reference returns the id of a row in the form that a member of type t has.
func (f *fixtures) reference(r *fixtureRow, n node.Node, t reflect.Type, to kind, path string) node.Node {
	if to == noKind {
		f.problem(r.file, &n, "%s: expected no reference", path)
		return n
	}
	found, err := f.find(n.Text[1:], to)
	if err != nil {
		f.problem(r.file, &n, "%s: %s %v", path, shownName(n.Text), err)
		return n
	}
	if t.Kind() == reflect.Int64 {
		return number(found.id)
	}
	row := shownRows[t]
	object := node.Node{Kind: node.Object, Members: []node.Member{{Name: row.id, Node: number(found.id)}}}
	for _, name := range row.copies {
		if text := found.node.Find(name); text != nil {
			object.Members = append(object.Members, node.Member{Name: name, Node: *text})
		}
	}
	return object
}

// withFixtures returns the scenario with the rows of the fixtures of the options, and their names. A server starts with
// it as often as Reset is called, so the rows are made once. Without fixtures it builds no rows, because the server may
// start with those of a file.
func (p *prepared) withFixtures(
	v *contract.Variant, state *state, o choice, files []*fixtureFile, dangling bool,
) (*prepared, error) {
	if len(files) == 0 {
		return p, nil
	}
	built := p.fork(v, o)
	if err := readFixtures(files).addTo(built, state, dangling); err != nil {
		return nil, err
	}
	return p.with(built), nil
}
