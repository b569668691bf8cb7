package direct

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// referring are the kinds of Go values that a file can write as a reference: the name of a row.
var referring = []reflect.Kind{reflect.Struct, reflect.Int64}

// resolve returns the value of a member, or an item of the value, with names of rows replaced by ids.
func (f *FileRows) resolve(r *entry, n node.Node, m Member, path string) node.Node {
	t := m.Of
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case f.full():
	case n.Kind == node.Text && strings.HasPrefix(n.Text, "$") && slices.Contains(referring, t.Kind()):
		return f.reference(r, n, t, m.refers, path)
	case n.Kind == node.Text && m.refers != model.NoKind && path != r.path+".Id" && !fitsReferring(n.Text, t):
		f.problem(r.file, &n, "%s: %s", path, f.withoutDollar(n.Text, t))
	case n.Kind == node.List && t.Kind() == reflect.Slice:
		m.Of = t.Elem()
		items := make([]node.Node, len(n.Items))
		for i := range n.Items {
			items[i] = f.resolve(r, n.Items[i], m, refusal.Indexed(path, i, ""))
		}
		n.Items = items
	case n.Kind == node.Object && t.Kind() == reflect.Struct:
		if members := f.membersOf(t); len(members) > 0 {
			return f.outOfExtra(r, f.resolveMembers(r, n, members, path), members, path)
		}
	}
	return n
}

// fitsReferring reports whether a text without $ can be a value of a member that refers to a row. Without $, the text
// can only be an id.
func fitsReferring(text string, t reflect.Type) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return t.Kind() == reflect.Int64 && err == nil || !slices.Contains(referring, t.Kind())
}

// withoutDollar returns what is wrong with a text without $ that a file has in the place of a reference.
func (f *FileRows) withoutDollar(text string, t reflect.Type) string {
	if known := f.refs[text]; known != nil {
		return fmt.Sprintf("found the text %s: $%[1]s stands for the row (%s)", shownName(text), known.at())
	}
	expected := "an object"
	if t.Kind() == reflect.Int64 {
		expected = "an id"
	}
	return "expected " + expected + " or a reference such as $hawks, found a text without $"
}

// resolveMembers resolves the members of an object, and changes their names to the names of the interface.
func (f *FileRows) resolveMembers(r *entry, n node.Node, members Members, path string) node.Node {
	resolved, seen := node.Node{Kind: node.Object, Offset: n.Offset}, map[string]string{}
	for _, m := range n.Members {
		known, ok := members.Find(m.Name)
		if !ok {
			f.problem(r.file, &m.Node, "%s.%s: unknown, %s", path, shownName(m.Name), members.Hint(m.Name))
			continue
		}
		below := path + "." + known.spelled
		switch before, twice := seen[known.Name]; {
		case twice && before != known.spelled:
			f.problem(r.file, &m.Node, "%s: %s says it already", below, before)
		case twice:
			f.problem(r.file, &m.Node, "%s: is there twice", below)
		}
		seen[known.Name] = known.spelled
		if problem := known.Problem(&m.Node); problem != "" {
			f.problem(r.file, &m.Node, "%s %s", below, problem)
		}
		value := f.resolve(r, m.Node, known, below)
		resolved.Members = append(resolved.Members, node.Member{Name: known.Name, Node: value})
	}
	return resolved
}

// outOfExtra returns an object with the members of its member Extra in the place of Extra. A member of Extra must not
// have the name of one of the given members, because it would then replace the value of that member.
func (f *FileRows) outOfExtra(r *entry, n node.Node, members Members, path string) node.Node {
	i := slices.IndexFunc(n.Members, func(m node.Member) bool { return m.Name == "Extra" })
	if i < 0 {
		return n
	}
	unknown := n.Members[i]
	n.Members = slices.Delete(n.Members, i, i+1)
	if unknown.Kind != node.Object {
		f.problem(r.file, &unknown.Node, "%s.Extra: expected an object, found %s", path, unknown.Kind)
	}
	for _, m := range unknown.Members {
		if known, ok := members.Find(m.Name); ok && known.Of != extra {
			f.problem(r.file, &m.Node, "%s.Extra.%s: the interface has %s: write it without Extra",
				path, shownName(m.Name), known.Name)
		}
	}
	n.Members = append(n.Members, unknown.Members...)
	return n
}

// membersOf returns the members of the objects of a type.
func (f *FileRows) membersOf(t reflect.Type) Members {
	all, known := f.members[t]
	if !known {
		all = withExtra(t)
		f.members[t] = all
	}
	return all
}

// reference returns the id of a row in the form that a member of type t needs.
func (f *FileRows) reference(r *entry, n node.Node, t reflect.Type, to model.Kind, path string) node.Node {
	if to == model.NoKind {
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

// find returns the row of the given kind that has the name ref. The error names the most similar name, if there is
// one.
func (f *FileRows) find(ref string, of model.Kind) (*entry, error) {
	found := f.refs[ref]
	switch {
	case found == nil && len(f.refs) == 0:
		return nil, errors.New("is no reference: no row has a ref")
	case found == nil && len(f.refs) > maxCompared:
		return nil, errors.New("is no reference: no row has this ref")
	case found == nil:
		known := f.refs[plaintext.Nearest(slices.Sorted(maps.Keys(f.refs)), ref)]
		if known == nil {
			return nil, errors.New("is no reference: no ref is like it")
		}
		return nil, fmt.Errorf("is no reference: the nearest is %s (%s)", shownName(known.ref), known.at())
	case found.noun.ids != of:
		return nil, fmt.Errorf("is one of %s (%s): expected one of %s", found.noun.name, found.at(), listNamed(of))
	}
	return found, nil
}

func number(id int64) node.Node { return node.Node{Kind: node.Number, Text: strconv.FormatInt(id, 10)} }
