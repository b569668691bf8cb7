package check

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// word is a name that an object of a request can have.
type word struct {
	name      string // in lower case
	known     bool   // the variant's name for a parameter, also for a parameter of other variants
	elsewhere bool   // the name of a parameter in the document's tables
	rows      []spelling
	next      *word  // next word of the same group
	inside    *words // names inside the value of this name; nil when there are none
}

// spelling is a name under which requests of the variant can have the parameter of a row.
type spelling struct {
	row   *contract.Param
	name  string // dotted
	order int    // order of the reports about the parameter
}

// The order of the reports about a row: first about its values under each name, then about pairs of names.
const (
	underName = iota
	underVariantName
	underOtherName
	ordersOfRow
)

// words are the names that an object can have. They are in groups, so that find compares a name with few words.
type words [wordGroups]*word

// wordGroups is the number of groups of words. An operation has at most some twenty names in one object.
const wordGroups = 32

// groupOf returns the index of the group of a name, which is the same in any letter case of ASCII.
func groupOf(name string) int {
	if name == "" {
		return 0
	}
	return (len(name)*4 + int(name[0]|0x20) + int(name[len(name)-1]|0x20)*2) % wordGroups
}

// find returns the word of a member, in any letter case of ASCII. It returns nil for other names. Dots mean nesting, so
// find returns nil for a name with a dot.
func (w *words) find(name string) *word {
	if w == nil {
		return nil
	}
	known := w[groupOf(name)]
	for known != nil && !node.SameName(name, known.name) {
		known = known.next
	}
	return known
}

// at returns the word of a dotted name, nil when there is none.
func (w *words) at(dotted string) *word {
	head, rest, more := strings.Cut(dotted, ".")
	found := w.find(head)
	if found == nil || !more {
		return found
	}
	return found.inside.at(rest)
}

// add returns the word of a dotted name in lower case, and adds it when it is missing.
func (w *words) add(dotted string) *word {
	head, rest, more := strings.Cut(dotted, ".")
	found := w.find(head)
	if found == nil {
		group := &w[groupOf(head)]
		found = &word{name: head, next: *group}
		*group = found
	}
	if !more {
		return found
	}
	if found.inside == nil {
		found.inside = new(words)
	}
	return found.inside.add(rest)
}

// language is the key of a set of words.
type language struct {
	op      *contract.Operation
	variant string
	wording contract.Wording
}

// languages has the words that wordsOf has made so far. wordsOf adds words in a copy of the map, and then replaces the
// map, so that reading needs no lock.
var (
	languages atomic.Pointer[map[language]*words]
	learning  sync.Mutex
)

// wordsOf returns the names that the requests of an operation can have.
func wordsOf(op *contract.Operation, v *contract.Variant) *words {
	key := language{op, v.Name, v.Wording}
	if all := languages.Load(); all != nil && (*all)[key] != nil {
		return (*all)[key]
	}
	learning.Lock()
	defer learning.Unlock()
	more := map[language]*words{key: newWords(op, v)}
	if all := languages.Load(); all != nil {
		maps.Copy(more, *all)
	}
	languages.Store(&more)
	return more[key]
}

func newWords(op *contract.Operation, v *contract.Variant) *words {
	w := new(words)
	for i := range op.Params {
		p := &op.Params[i]
		named, other := w.add(p.NameIn(v)), w.add(p.Name)
		named.known, other.elsewhere = true, true
		if p.Also != "" {
			w.add(p.Also).known = true
		}
		if !p.In(v) {
			continue
		}
		other.rows = append(other.rows, spelling{p, p.Name, i*ordersOfRow + underName})
		if named != other {
			named.rows = append(named.rows, spelling{p, p.NameIn(v), i*ordersOfRow + underVariantName})
		}
		if p.Also != "" {
			also := w.add(p.Also)
			also.rows = append(also.rows, spelling{p, p.Also, i*ordersOfRow + underOtherName})
		}
	}
	return w
}

// trail is the way from the request to a member. It becomes text only for a message.
type trail struct {
	above *trail // nil for a member of the request
	name  string // in lower case
	item  int    // in a list, counted from 1; 0 for none
}

// String returns the dotted name with its indexes.
func (t *trail) String() string {
	text := t.name
	if t.above != nil {
		text = t.above.String() + "." + text
	}
	if t.item > 0 {
		text += "[" + strconv.Itoa(t.item-1) + "]"
	}
	return text
}

// unknown appends to paths the members of an object whose names the variant does not know. It does the same inside the
// members that the variant knows.
func (w *words) unknown(paths []string, n *node.Node, above *trail) []string {
	for i := range n.Members {
		m := &n.Members[i]
		found := w.find(m.Name)
		if found == nil || !found.known {
			paths = append(paths, (&trail{above: above, name: node.FoldedName(m.Name)}).String())
			continue
		}
		paths = found.eachInside(paths, &m.Node, above, (*words).unknown)
	}
	return paths
}

// doubled appends to paths the known names that an object has twice. It does the same inside the members with known
// names.
func (w *words) doubled(paths []string, n *node.Node, above *trail) []string {
	var few [16]twice
	seen := few[:0] // an object may have many members, but only few known names
	for i := range n.Members {
		m := &n.Members[i]
		found := w.find(m.Name)
		if found == nil || !found.known && !found.elsewhere {
			continue
		}
		var count int
		if seen, count = counted(seen, found); count == 2 {
			paths = append(paths, (&trail{above: above, name: found.name}).String())
		}
		paths = found.eachInside(paths, &m.Node, above, (*words).doubled)
	}
	return paths
}

// twice counts how often an object has a word.
type twice struct {
	word  *word
	count int
}

// counted counts a word, and returns how often it was counted.
func counted(seen []twice, w *word) ([]twice, int) {
	for i := range seen {
		if seen[i].word == w {
			seen[i].count++
			return seen, seen[i].count
		}
	}
	return append(seen, twice{w, 1}), 1
}

// eachInside applies f to the value of a member and, when the value is a list, to the items of the list.
func (w *word) eachInside(
	paths []string, n *node.Node, above *trail, f func(*words, []string, *node.Node, *trail) []string,
) []string {
	if len(n.Members)+len(n.Items) == 0 {
		return paths
	}
	here := trail{above: above, name: w.name}
	paths = f(w.inside, paths, n, &here)
	for i := range n.Items {
		here.item = i + 1
		paths = f(w.inside, paths, &n.Items[i], &here)
	}
	return paths
}

// Unknown returns the paths of members that no row of the operation names for the variant, in the order of the request.
// When the variant spells a parameter differently, Unknown knows only the variant's spelling. So call Unknown before
// Unspell.
func Unknown(op *contract.Operation, v *contract.Variant, n node.Node) []string {
	return wordsOf(op, v).unknown(nil, &n, nil)
}

// Doubled returns the paths of known members that an object of the request has twice, in any letter case. Unknown
// members are ignored with all that is inside them, so they cannot be doubled.
func Doubled(op *contract.Operation, v *contract.Variant, n *node.Node) []string {
	return wordsOf(op, v).doubled(nil, n, nil)
}

// Tolerate changes a request that hosts were seen to accept into a request that the document allows. It removes the
// parameters that hosts of the variant ignore, and returns their names. It turns whole numbers into texts where hosts
// accept both, and reports whether it found such numbers.
func Tolerate(op *contract.Operation, v *contract.Variant, n *node.Node) (ignored []string, numbers bool) {
	for _, t := range op.Tolerated {
		if t.In.Has(v) && n.Find(t.Param) != nil {
			ignored = append(ignored, t.Param)
			n.Members = slices.DeleteFunc(n.Members, func(m node.Member) bool { return node.SameName(m.Name, t.Param) })
		}
	}
	for i := range op.Params {
		if p := &op.Params[i]; p.Numbers {
			visit(n, p.Name, func(_ place, n *node.Node) {
				if n.Kind == node.Number && (isInteger(n) || !strings.ContainsAny(n.Text, ".eE")) { // of any length
					n.Kind, numbers = node.Text, true
				}
			})
		}
	}
	return ignored, numbers
}

// isParameter reports whether a member of the object with the dotted name scope is a parameter of any variant. A
// parameter of another variant counts, because Request refuses it with a better message. Dots mean nesting, so a member
// with a dot in its name is no parameter.
func isParameter(op *contract.Operation, v *contract.Variant, scope, name string) bool {
	found := wordsOf(op, v).at(join(scope, name))
	return !strings.Contains(name, ".") && found != nil && (found.known || found.elsewhere)
}

// Empty reports whether a partial update changes nothing, because it names only its target and unknown members. Nulls
// do not count as changes. Empty texts and lists do.
func Empty(op *contract.Operation, v *contract.Variant, n node.Node) bool {
	return op.Partial && !changes(op, v, &n, &n, "", func(*node.Node, string) bool { return true })
}

// EmptyInside is like Empty, and also looks into lists: an item that names an existing row and unknown members changes
// nothing. Items that add a row are changes, and so are empty lists.
func EmptyInside(op *contract.Operation, v *contract.Variant, n node.Node) bool {
	var inside func(list *node.Node, name string) bool
	inside = func(list *node.Node, name string) bool {
		return len(list.Items) == 0 || slices.ContainsFunc(list.Items, func(item node.Node) bool {
			adds := slices.Contains(op.Adds, name) && isNew(item)
			return item.Kind != node.Object || adds || changes(op, v, &n, &item, name, inside)
		})
	}
	return op.Partial && !changes(op, v, &n, &n, "", inside)
}

// changes reports whether the object with the dotted name scope has a member to change. ofList reports whether a list
// changes something.
func changes(
	op *contract.Operation, v *contract.Variant, root, n *node.Node, scope string, ofList func(*node.Node, string) bool,
) bool {
	for i := range n.Members {
		m := &n.Members[i]
		name := join(scope, node.FoldedName(m.Name))
		switch {
		case m.Kind == node.Null || targets(op, root, name) || !isParameter(op, v, scope, node.FoldedName(m.Name)):
		case m.Kind == node.List && !ofList(&m.Node, name):
		case m.Kind != node.Object || changes(op, v, root, &m.Node, name, ofList):
			return true
		}
	}
	return false
}

// targets reports whether a parameter identifies the row to update, or a row within it.
func targets(op *contract.Operation, root *node.Node, name string) bool {
	return slices.Contains(op.Target, name) || name == op.Instead && !hasValue(root, op.Target[0])
}

// ClassOf returns the class of a request. An update that adds rows has the class Create, because a host that gets it
// twice adds the rows twice.
func ClassOf(op *contract.Operation, n node.Node) contract.Class {
	for _, name := range op.Adds {
		if list := n.Find(name); list != nil && slices.ContainsFunc(list.Items, isNew) {
			return contract.Create
		}
	}
	return op.Class
}

// isNew reports whether an item of a list has no id, so that it adds a row.
func isNew(item node.Node) bool { return item.Kind == node.Object && !hasValue(&item, "id") }

// Shape turns nodes of an XML request into lists and objects of the contract. In XML a list appears as an object with a
// member for each item, an empty list as empty text, and a boolean may appear as 1 or 0. Shape changes n in place.
func Shape(op *contract.Operation, n *node.Node) {
	blankObject(n)
	for i := range op.Params {
		switch p := &op.Params[i]; p.Type {
		case contract.Object:
			visit(n, p.Name, func(_ place, n *node.Node) { blankObject(n) })
		case contract.List:
			visit(n, p.Name, func(_ place, n *node.Node) { shapeList(n) })
		case contract.Boolean:
			visit(n, p.Name, func(_ place, n *node.Node) { shapeBoolean(n) })
		default:
		}
	}
}

// shapeBoolean turns 1 into true, and 0 into false (assumption xml-booleans).
func shapeBoolean(n *node.Node) {
	switch text := strings.TrimSpace(n.Text); {
	case n.Kind == node.Text && text == "1":
		n.Text = "true"
	case n.Kind == node.Text && text == "0":
		n.Text = "false"
	}
}

func shapeList(n *node.Node) {
	if blank(n) {
		n.Kind, n.Text = node.List, ""
	}
	if n.Kind == node.Object {
		items := make([]node.Node, len(n.Members))
		for i := range n.Members {
			items[i] = n.Members[i].Node
		}
		n.Kind, n.Items, n.Members = node.List, items, nil
	}
	for i := range n.Items {
		blankObject(&n.Items[i])
	}
}

func blankObject(n *node.Node) {
	if blank(n) {
		n.Kind, n.Text = node.Object, ""
	}
}

func blank(n *node.Node) bool {
	return n.Kind == node.Text && strings.TrimSpace(n.Text) == ""
}
