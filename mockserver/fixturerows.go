package mockserver

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// addTo adds the rows to a version. It returns all problems, of reading too.
func (f *fixtures) addTo(st *version, state *state, dangling bool) (ids map[string]int64, err error) {
	run := &fixtures{rows: f.rows, refs: f.refs, problems: slices.Clone(f.problems)}
	ids = map[string]int64{}
	for _, r := range f.rows {
		if r.id = run.idIn(r); r.id != 0 {
			st.ids.assign(r.noun.ids, r.id) // so that no row before it gets the id
		}
	}
	for _, r := range f.rows {
		r.id = st.ids.assign(r.noun.ids, r.id)
		if r.ref != "" {
			ids[r.ref] = r.id
		}
	}
	for _, r := range f.rows {
		d := &door{version: st, state: state, dangling: dangling, lines: map[int64]bool{}, places: map[place]bool{}}
		run.addRow(d, r)
	}
	return ids, run.err()
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

func (f *fixtures) addRow(d *door, r *fixtureRow) {
	before := len(f.problems)
	row, more := f.resolveRow(r)
	f.checkNumbers(r, more)
	if len(f.problems) > before {
		return
	}
	if err := r.noun.add(d, row, more); err != nil {
		d.problem("%s", bindRefusal(err).Error())
	}
	for _, problem := range d.problems {
		f.problem(r.file, &r.node, "%s: %s", r.path, safe(problem))
	}
}

// checkNumbers notes what is wrong with the members that the interface does not have.
func (f *fixtures) checkNumbers(r *fixtureRow, more node.Node) {
	for i := range more.Members {
		m := &more.Members[i]
		if problem := numbersProblem(&m.Node, r.noun.more[m.Name].Kind() == reflect.Slice); problem != "" {
			f.problem(r.file, &m.Node, "%s.%s%s", r.path, m.Name, problem)
		}
	}
}

// resolveRow returns a row with ids in the place of names of rows, and apart from it the members that the interface
// does not have.
func (f *fixtures) resolveRow(r *fixtureRow) (row, more node.Node) {
	types := memberTypes(r.noun.row)
	types["ref"] = reflect.TypeFor[string]()
	maps.Copy(types, r.noun.more)
	if r.noun.ids == gameIDs {
		types["Home"], types["Away"] = types["HomeTeam"], types["AwayTeam"] // what people write
	}
	all := f.resolveMembers(r, r.node, types, r.path)
	row, more = node.Node{Kind: node.Object}, node.Node{Kind: node.Object}
	for _, m := range all.Members {
		_, beside := r.noun.more[m.Name]
		switch {
		case m.Name == "ref" || m.Name == "Id":
		case beside:
			more.Members = append(more.Members, m)
		default:
			if m.Name == "Home" || m.Name == "Away" {
				m.Name += "Team"
			}
			row.Members = append(row.Members, m)
		}
	}
	row.Members = append(row.Members, node.Member{Name: "Id", Node: number(r.id)})
	return row, more
}

func number(id int64) node.Node { return node.Node{Kind: node.Number, Text: strconv.FormatInt(id, 10)} }

// memberTypes returns the types of the members of a struct by their names, none for a struct that is a text.
func memberTypes(t reflect.Type) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			types[name] = f.Type
		}
	}
	return types
}

// referring are the kinds of values that a name of a row can stand for.
var referring = []reflect.Kind{reflect.Struct, reflect.Int64}

// resolve returns a value with ids in the place of names of rows.
func (f *fixtures) resolve(r *fixtureRow, n node.Node, t reflect.Type, path string) node.Node {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case n.Kind == node.Text && strings.HasPrefix(n.Text, "$") && slices.Contains(referring, t.Kind()):
		return f.reference(r, n, t, path)
	case n.Kind == node.List && t.Kind() == reflect.Slice:
		items := make([]node.Node, len(n.Items))
		for i := range n.Items {
			items[i] = f.resolve(r, n.Items[i], t.Elem(), indexed(path, i, ""))
		}
		n.Items = items
	case n.Kind == node.Object && t.Kind() == reflect.Struct && len(memberTypes(t)) > 0:
		return f.resolveMembers(r, n, memberTypes(t), path)
	}
	return n
}

// resolveMembers does so for an object, and gives its members the names of the interface.
func (f *fixtures) resolveMembers(r *fixtureRow, n node.Node, types map[string]reflect.Type, path string) node.Node {
	names := slices.Sorted(maps.Keys(types))
	resolved, seen := node.Node{Kind: node.Object, Offset: n.Offset}, map[string]bool{}
	for _, m := range n.Members {
		i := slices.IndexFunc(names, func(name string) bool { return node.SameName(name, m.Name) })
		if i < 0 {
			f.problem(r.file, &m.Node, "%s.%s: unknown, the nearest is %s", path, safe(m.Name), nearestOf(names, m.Name))
			continue
		}
		name := names[i]
		if seen[name] {
			f.problem(r.file, &m.Node, "%s.%s: is there twice", path, name)
		}
		seen[name] = true
		value := f.resolve(r, m.Node, types[name], path+"."+name)
		resolved.Members = append(resolved.Members, node.Member{Name: name, Node: value})
	}
	return resolved
}

// reference returns the id of a row in the form that a member of type t has.
func (f *fixtures) reference(r *fixtureRow, n node.Node, t reflect.Type, path string) node.Node {
	to, err := f.find(n.Text[1:])
	if err != nil {
		f.problem(r.file, &n, "%s: %s %v", path, safe(n.Text), err)
		return n
	}
	id := number(to.id)
	switch {
	case t.Kind() == reflect.Int64:
		return id
	case t == reflect.TypeFor[tourney.GameSide]():
		side := node.Node{Kind: node.Object, Members: []node.Member{{Name: "TeamId", Node: id}}}
		if name := to.node.Find("Name"); name != nil {
			side.Members = append(side.Members, node.Member{Name: "Name", Node: *name})
		}
		return side
	case memberTypes(t)["Id"] != nil:
		return node.Node{Kind: node.Object, Members: []node.Member{{Name: "Id", Node: id}}}
	}
	f.problem(r.file, &n, "%s: expected no reference", path)
	return n
}

// find returns the row with a name. The error names the nearest one.
func (f *fixtures) find(ref string) (*fixtureRow, error) {
	if r := f.refs[ref]; r != nil {
		return r, nil
	}
	if len(f.refs) == 0 {
		return nil, errors.New("is no reference: no row has a ref")
	}
	nearest := f.refs[nearestOf(slices.Sorted(maps.Keys(f.refs)), ref)]
	place := nearest.file.at(nearest.node.Offset)
	return nil, fmt.Errorf("is no reference: the nearest is %s (%s)", safe(nearest.ref), place)
}

// addFixtures adds the rows of files, and their names, to a version that no request sees yet.
func addFixtures(st *version, state *state, o *options, files []*fixtureFile) error {
	if len(files) == 0 {
		return nil
	}
	ids, err := readFixtures(files).addTo(st, state, o.dangling)
	if err == nil {
		st.refs = st.refs.with(ids)
	}
	return err
}

// tryFixtures adds the fixtures of the options to rows that it drops. Without fixtures it builds no rows, because the
// server may start with those of a file.
func tryFixtures(p *prepared, v *contract.Variant, state *state, o *options) error {
	if len(o.fixtures) == 0 {
		return nil
	}
	return addFixtures(p.fork(v, o), state, o, o.fixtures)
}
