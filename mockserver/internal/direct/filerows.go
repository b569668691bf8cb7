package direct

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// AddTo adds the rows and their names to a version that no request sees yet. The error lists all problems, including
// the problems that ReadFixtures found, each with its file and line. If dangling is true, rows may refer to rows that
// do not exist. The profile is the name of the server's.
func (f *FileRows) AddTo(st *model.Version, profile string, dangling bool) error {
	for _, r := range f.variants {
		host, _ := tourney.ParseHost(r.node.Text)
		of, err := tourney.ProfileOf(host)
		if err != nil || string(of.Variant) != st.Variant.Name || of.Name != st.Variant.Name && of.Name != profile {
			f.problem(r.file, &r.node, "the rows are of the %s %s, and the server serves %s", variantMember,
				shownName(r.node.Text), st.Variant.Name)
		}
	}
	ids, coming := f.assignIDs(st)
	for _, r := range f.rows {
		if f.full() {
			break // AddTo adds nothing, and cannot record another problem
		}
		f.bindRow(r)
		r.value = moved(r.value, st.Began.Moved)
	}
	fresh := func() *Call {
		d := NewCall(st, dangling)
		d.Coming = coming
		return d
	}
	if f.takeAll(adds, fresh); len(f.problems) == 0 {
		f.takeAll(joins, fresh)
	}
	st.Refs = st.Refs.With(ids)
	return f.err()
}

// assignIDs gives an id to every row that has no id in its file. It never chooses an id that another row has in a
// file. It returns the ids by the names of the rows, and the set of all ids.
func (f *FileRows) assignIDs(st *model.Version) (ids map[string]int64, all map[RowKey]bool) {
	rows := slices.DeleteFunc(slices.Clone(f.rows), func(r *entry) bool { return r.noun.ids == model.NoKind })
	for _, r := range rows {
		if r.id = f.idIn(r); r.id != 0 {
			st.IDs.Assign(r.noun.ids, r.id)
		}
	}
	ids, all = map[string]int64{}, map[RowKey]bool{}
	for _, r := range rows {
		r.id = st.IDs.Assign(r.noun.ids, r.id)
		all[RowKey{Kind: r.noun.ids, ID: r.id}] = true
		if r.ref != "" {
			ids[r.ref] = r.id
		}
	}
	return ids, all
}

// idIn returns the id that the file gives a row, 0 if the file gives none.
func (f *FileRows) idIn(r *entry) int64 {
	n := r.node.Find("Id")
	if n == nil || n.Kind == node.Null {
		return 0
	}
	id, err := strconv.ParseInt(n.Text, 10, 64)
	if err != nil {
		f.problem(r.file, n, "%s.Id: expected an id from 1 to 2^62", r.path)
		return 0
	}
	if problem := model.IDProblem(id); problem != "" {
		f.problem(r.file, n, "%s.Id %s", r.path, problem)
		return 0
	}
	return id
}

// takeAll runs each step for all rows of its noun that have no mistake.
func (f *FileRows) takeAll(steps []step, fresh func() *Call) {
	for _, step := range steps {
		for _, r := range f.rows {
			if r.noun == step.noun && r.value != nil {
				f.take(step, r, fresh())
			}
		}
	}
}

func (f *FileRows) take(step step, r *entry, d *Call) {
	step.do(d, r)
	for _, problem := range d.Problems {
		f.problem(r.file, &r.node, "%s: %s", r.path, redact.Safe(problem))
		r.value = nil
	}
}

// bindRow makes the Go value of a row from its members. If a member has a wrong value, bindRow records the mistake
// instead.
func (f *FileRows) bindRow(r *entry) {
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
		*wrong = node.Node{Kind: node.Null} // binding again then reports the next mistake
		_, err = r.noun.bind(row)
	}
	if len(f.problems) == before {
		r.value = value
	}
}

// wrongValue records a value that does not fit its member, and returns the value, or nil when the value is nowhere in
// the row.
func (f *FileRows) wrongValue(r *entry, row *node.Node, err error) *node.Node {
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
		problem += ": " + refusal.WithoutPackage(at.Err)
	}
	f.problem(r.file, place, "%s%s: %s", r.path, path, redact.Safe(problem))
	return wrong
}

// nodeAt returns the node at an offset of a file. Nodes that replace references have the offset 0.
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

// checkNumbers records what is wrong with the members that only files have: see numbersProblem.
func (f *FileRows) checkNumbers(r *entry) {
	for i := range r.more.Members {
		m := &r.more.Members[i]
		known, _ := r.noun.members().Find(m.Name)
		if problem := numbersProblem(&m.Node, known); problem != "" {
			f.problem(r.file, &m.Node, "%s.%s%s", r.path, m.Name, problem)
		}
	}
}

// resolveRow returns a row in which ids replace the names of other rows. It moves the members that the interface does
// not have from the row to r.more.
func (f *FileRows) resolveRow(r *entry) node.Node {
	row := node.Node{Kind: node.Object}
	for _, m := range f.resolveMembers(r, r.node, r.noun.members(), r.path).Members {
		switch {
		case m.Name == "ref", m.Name == "Id" && r.noun.ids != model.NoKind:
		case slices.Contains(r.noun.more, m.Name):
			r.more.Members = append(r.more.Members, m)
		default:
			row.Members = append(row.Members, m)
		}
	}
	if r.noun.ids != model.NoKind {
		row.Members = append(row.Members, node.Member{Name: "Id", Node: number(r.id)})
	}
	return f.outOfExtra(r, row, f.membersOf(r.noun.of), r.path)
}
