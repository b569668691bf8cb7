package mockserver

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/nearest"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// mostCompared bounds the refs among which find looks for the nearest one.
const mostCompared = 5000

// fixtures are the rows of files.
type fixtures struct {
	rows     []*fixtureRow
	refs     map[string]*fixtureRow
	members  map[reflect.Type]fixtureMembers // of the objects in rows
	problems []string
}

// readFixtures reads files. The problems are in the result.
func readFixtures(files []*fixtureFile) *fixtures {
	f := &fixtures{refs: map[string]*fixtureRow{}, members: map[reflect.Type]fixtureMembers{}}
	for _, file := range files {
		f.read(file)
	}
	return f
}

// problem notes what is wrong at a place in a file, until there are mostProblems.
func (f *fixtures) problem(file *fixtureFile, n *node.Node, format string, args ...any) {
	if !f.full() {
		f.problems = append(f.problems, file.at(n.Offset)+": "+fmt.Sprintf(format, args...))
	}
}

// empty reports whether the files have neither rows nor problems.
func (f *fixtures) empty() bool { return len(f.rows)+len(f.problems) == 0 }

// full reports whether no further problem is noted, so that looking for one is of no use.
func (f *fixtures) full() bool { return len(f.problems) == mostProblems }

// err returns the problems as an error, nil without one.
func (f *fixtures) err() error {
	switch text := strings.Join(f.problems, "\n"); {
	case text == "":
		return nil
	case f.full():
		return fmt.Errorf("%s\nThere may be more: these are the first %d problems", text, mostProblems)
	default:
		return errors.New(text)
	}
}

func (f *fixtures) read(file *fixtureFile) {
	n, err := jsoncodec.ParseNode(file.data, jsoncodec.Limits{Doubles: true, Whole: true})
	var at *record.Error
	if errors.As(err, &at) {
		f.problem(file, &node.Node{Offset: at.Offset}, "found %s, expected %s", redact.Safe(at.Found), at.Expected)
		return
	}
	if n.Kind != node.Object {
		f.problem(file, &n, "expected an object with lists of rows, such as teams")
		return
	}
	check.Unwritable(&n, func(at *node.Node, v check.Violation) { f.problem(file, at, "%s", redact.Safe(v.Message)) })
	for i := range n.Members {
		f.readNoun(file, &n.Members[i])
	}
}

func (f *fixtures) readNoun(file *fixtureFile, m *node.Member) {
	i := slices.IndexFunc(fixtureNouns, func(n *fixtureNoun) bool { return node.SameName(n.name, m.Name) })
	if i < 0 {
		names := mapped(fixtureNouns, func(n *fixtureNoun) string { return n.name })
		f.problem(file, &m.Node, "%s: unknown, %s", shownName(m.Name), nearest.Hint(names, m.Name))
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
		f.problem(r.file, ref, "%s.ref: %s is the name of a row at %s already", r.path, shownName(r.ref), known.at())
	}
	f.refs[r.ref] = r
}

// membersOf returns the members of the objects of a type.
func (f *fixtures) membersOf(t reflect.Type) fixtureMembers {
	all, known := f.members[t]
	if !known {
		all = newFixtureMembers(t)
		f.members[t] = all
	}
	return all
}

// find returns the row of a kind with a name. The error names the nearest one, if one is like it.
func (f *fixtures) find(ref string, of kind) (*fixtureRow, error) {
	found := f.refs[ref]
	switch {
	case found == nil && len(f.refs) == 0:
		return nil, errors.New("is no reference: no row has a ref")
	case found == nil && len(f.refs) > mostCompared:
		return nil, errors.New("is no reference: no row has this ref")
	case found == nil:
		known := f.refs[nearest.Of(slices.Sorted(maps.Keys(f.refs)), ref)]
		if known == nil {
			return nil, errors.New("is no reference: no ref is like it")
		}
		return nil, fmt.Errorf("is no reference: the nearest is %s (%s)", shownName(known.ref), known.at())
	case found.noun.ids != of:
		return nil, fmt.Errorf("is one of %s (%s): expected one of %s", found.noun.name, found.at(), listNamed(of))
	}
	return found, nil
}

// shownName returns a name of a file for a message. Quotes and escapes show characters that nobody sees.
func shownName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		name = strconv.Quote(name)
	}
	return redact.Safe(name)
}
