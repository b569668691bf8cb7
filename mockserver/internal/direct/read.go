package direct

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// maxCompared is the largest number of refs that find compares with an unknown ref to suggest a similar one.
const maxCompared = 5000

// FileRows are the rows of files, with the mistakes in them.
type FileRows struct {
	rows     []*entry
	refs     map[string]*entry
	members  map[reflect.Type]Members // of the objects in rows
	variants []*entry                 // what files say of their variant
	problems []string
}

// ReadFixtures reads files. Read returns no error: AddTo reports the mistakes in the files.
func ReadFixtures(files []*File) *FileRows {
	f := &FileRows{refs: map[string]*entry{}, members: map[reflect.Type]Members{}}
	for _, file := range files {
		f.read(file)
	}
	return f
}

// problem records what is wrong at a place in a file. It records at most maxProblems problems.
func (f *FileRows) problem(file *File, n *node.Node, format string, args ...any) {
	if !f.full() {
		f.problems = append(f.problems, file.at(n.Offset)+": "+fmt.Sprintf(format, args...))
	}
}

// Empty reports whether the files have neither rows nor problems.
func (f *FileRows) Empty() bool { return len(f.rows)+len(f.variants)+len(f.problems) == 0 }

// full reports whether the limit of recorded problems is reached, so that further checks are useless.
func (f *FileRows) full() bool { return len(f.problems) == refusal.MostProblems }

// err returns the problems as one error, or nil if there are no problems.
func (f *FileRows) err() error {
	switch text := strings.Join(f.problems, "\n"); {
	case text == "":
		return nil
	case f.full():
		return fmt.Errorf("%s\nThere may be more: these are the first %d problems", text, refusal.MostProblems)
	default:
		return errors.New(text)
	}
}

func (f *FileRows) read(file *File) {
	n, err := jsoncodec.ParseNode(file.Data, jsoncodec.Limits{Doubles: true, Whole: true})
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

// variantMember is the member of a file that names the variant of its rows.
const variantMember = "Variant"

func (f *FileRows) readNoun(file *File, m *node.Member) {
	if node.SameName(m.Name, variantMember) {
		f.variants = append(f.variants, &entry{file: file, node: m.Node})
		return
	}
	i := slices.IndexFunc(fileNouns, func(n *fileNoun) bool { return node.SameName(n.name, m.Name) })
	if i < 0 {
		names := append(values.Mapped(fileNouns, func(n *fileNoun) string { return n.name }), variantMember)
		f.problem(file, &m.Node, "%s: unknown, %s", shownName(m.Name), plaintext.Hint(names, m.Name))
		return
	}
	if m.Kind != node.List {
		f.problem(file, &m.Node, "%s: expected a list, found %s", m.Name, m.Kind)
		return
	}
	for k := range m.Items {
		f.readRow(&entry{file: file, noun: fileNouns[i], path: refusal.Indexed(m.Name, k, ""), node: m.Items[k]})
	}
}

// readRow adds a row to f, and records the name of the row if it has one.
func (f *FileRows) readRow(r *entry) {
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

// shownName returns a name of a file for a message. It shows invisible characters by quotes and escapes.
func shownName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		name = strconv.Quote(name)
	}
	return redact.Safe(name)
}
