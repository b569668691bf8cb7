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
	inside  words
}

// words are the names inside an object, by their lower case.
type words map[string]*word

// longestWord bounds the length of a name. The longest one of the contract is shorter.
const longestWord = 64

// find returns the word of a member, in any letter case of ASCII. It returns nil for other names. Dots stand for
// nesting, so a name with a dot is none.
func (w words) find(name string) *word {
	var small [longestWord]byte
	if len(name) > len(small) {
		return nil
	}
	for i := range len(name) {
		small[i] = lower(name[i])
	}
	return w[string(small[:len(name)])]
}

// at returns the word of a dotted name in lower case, nil when there is none.
func (w words) at(dotted string) *word {
	head, rest, more := strings.Cut(dotted, ".")
	found := w[head]
	if found == nil || !more {
		return found
	}
	return found.inside.at(rest)
}

// add returns the word of a dotted name in lower case, and adds it when it is missing.
func (w words) add(dotted string) *word {
	head, rest, more := strings.Cut(dotted, ".")
	if w[head] == nil {
		w[head] = &word{name: head, inside: words{}}
	}
	if more {
		return w[head].inside.add(rest)
	}
	return w[head]
}

// language is what words depend on.
type language struct {
	op      *contract.Operation
	variant string
	wording contract.Wording
}

// languages has the words that wordsOf found. A new map replaces it, so that reading it needs no lock.
var (
	languages atomic.Pointer[map[language]words]
	learning  sync.Mutex
)

// wordsOf returns the names that the requests of an operation can have.
func wordsOf(op *contract.Operation, v *contract.Variant) words {
	key := language{op, v.Name, v.Wording}
	if all := languages.Load(); all != nil && (*all)[key] != nil {
		return (*all)[key]
	}
	learning.Lock()
	defer learning.Unlock()
	more := map[language]words{key: newWords(op, v)}
	if all := languages.Load(); all != nil {
		maps.Copy(more, *all)
	}
	languages.Store(&more)
	return more[key]
}

func newWords(op *contract.Operation, v *contract.Variant) words {
	w := words{}
	for i := range op.Params {
		p := &op.Params[i]
		w.add(p.NameIn(v)).known = true
		if p.Also != "" {
			w.add(p.Also).known = true
		}
		w.add(p.Name).foreign = true
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
func (w words) unknown(paths []string, n *node.Node, above *trail) []string {
	for i := range n.Members {
		m := &n.Members[i]
		found := w.find(m.Name)
		if found == nil || !found.known {
			paths = append(paths, (&trail{above: above, name: lowerName(m.Name)}).String())
			continue
		}
		paths = found.eachInside(paths, &m.Node, above, words.unknown)
	}
	return paths
}

// doubled appends to paths the words that an object has twice, and those inside its members.
func (w words) doubled(paths []string, n *node.Node, above *trail) []string {
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
		paths = found.eachInside(paths, &m.Node, above, words.doubled)
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
	paths []string, n *node.Node, above *trail, f func(words, []string, *node.Node, *trail) []string,
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
