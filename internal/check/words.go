package check

import (
	"maps"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// word is a name that an object of a request can have.
type word struct {
	name    string // in lower case
	known   bool   // the name of a parameter of the variant
	foreign bool   // the name of a parameter of any variant in the document's tables
	rows    []spelling
	next    *word  // of the same group
	inside  *words // nil when no name goes on behind it
}

// spelling is a name under which requests of the variant can have the parameter of a row.
type spelling struct {
	row   *contract.Param
	name  string // dotted
	order int    // of the reports about it
}

// The order of the reports about a row: about its values under each of its names, and about pairs of these.
const (
	underName = iota
	underVariantName
	underOtherName
	ordersOfRow
)

// words are the names inside an object. They are in groups, so that a name is compared with few of them.
type words [wordGroups]*word

// wordGroups is the number of groups of words. An operation has at most some twenty names in one object.
const wordGroups = 32

// groupOf returns the index of the group of a name, which is the same in any letter case of ASCII.
func groupOf(name string) int {
	if name == "" {
		return 0
	}
	return (len(name)*4 + int(lower(name[0])) + int(lower(name[len(name)-1]))*2) % wordGroups
}

// find returns the word of a member, in any letter case of ASCII. It returns nil for other names. Dots stand for
// nesting, so a name with a dot is none.
func (w *words) find(name string) *word {
	if w == nil {
		return nil
	}
	known := w[groupOf(name)]
	for known != nil && !same(name, known.name) {
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

// language is what words depend on.
type language struct {
	op      *contract.Operation
	variant string
	wording contract.Wording
}

// languages has the words that wordsOf found. A new map replaces it, so that reading it needs no lock.
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
		named.known, other.foreign = true, true
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

// unknown appends to paths the members of an object that are no words of the variant, and those inside its members.
func (w *words) unknown(paths []string, n *node.Node, above *trail) []string {
	for i := range n.Members {
		m := &n.Members[i]
		found := w.find(m.Name)
		if found == nil || !found.known {
			paths = append(paths, (&trail{above: above, name: lowerName(m.Name)}).String())
			continue
		}
		paths = found.eachInside(paths, &m.Node, above, (*words).unknown)
	}
	return paths
}

// doubled appends to paths the words that an object has twice, and those inside its members.
func (w *words) doubled(paths []string, n *node.Node, above *trail) []string {
	var few [16]twice
	seen := few[:0] // of an object with many members too, only its words, which are few
	for i := range n.Members {
		m := &n.Members[i]
		found := w.find(m.Name)
		if found == nil || !found.known && !found.foreign {
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

// eachInside applies f to the value of a member and, when that is a list, to its items.
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
