package wire

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Query is the query of a request. The server parses it once, and the steps of the request and the journal share the
// result.
type Query struct {
	Raw   string
	Pairs []Pair // sorted by name; pairs with the same name in the order of the query
	err   error  // the error of url.ParseQuery
}

// Pair is a name and its value, without escapes.
type Pair struct{ Name, Value string }

// errSemicolon is the error of url.ParseQuery for a semicolon that is not escaped.
var errSemicolon = errors.New("invalid semicolon separator in query")

// maxPairs bounds the pairs that ParseQuery parses itself. For longer queries it calls url.ParseQuery, which has its
// own limit.
const maxPairs = 1000

// ParseQuery parses a query. It finds the same names, values and errors as url.ParseQuery, but makes no map.
func ParseQuery(raw string) Query {
	q := Query{Raw: raw}
	if raw == "" {
		return q
	}
	count := strings.Count(raw, "&") + 1
	if count > maxPairs {
		q.parseMany()
		return q
	}
	q.Pairs = make([]Pair, 0, count)
	for more := true; more; {
		var text string
		if text, raw, more = strings.Cut(raw, "&"); text == "" {
			continue
		}
		p, err := parsePair(text)
		switch {
		case err == nil:
			q.Pairs = append(q.Pairs, p)
		case q.err == nil || errors.Is(err, errSemicolon): // the first error, or a later one about a semicolon
			q.err = err
		}
	}
	slices.SortStableFunc(q.Pairs, func(a, b Pair) int { return strings.Compare(a.Name, b.Name) })
	return q
}

func parsePair(text string) (p Pair, err error) {
	if strings.Contains(text, ";") {
		return p, errSemicolon
	}
	name, value, _ := strings.Cut(text, "=")
	if p.Name, err = url.QueryUnescape(name); err == nil {
		p.Value, err = url.QueryUnescape(value)
	}
	return p, err
}

// ReadNames gives the parameters the names that the interface document has. A host with another name for a parameter
// does not know the document's.
func (q *Query) ReadNames(names *contract.HostNames) {
	if len(names.Parameters) == 0 {
		return
	}
	for i := range q.Pairs {
		name, instead := names.Document(q.Pairs[i].Name)
		if instead != "" && q.err == nil {
			q.err = fmt.Errorf("this host's name of the parameter %s is %s", name, instead)
		}
		q.Pairs[i].Name = name
	}
	slices.SortStableFunc(q.Pairs, func(a, b Pair) int { return strings.Compare(a.Name, b.Name) })
}

// parseMany parses a query with more pairs than clients usually send.
func (q *Query) parseMany() {
	values, err := url.ParseQuery(q.Raw)
	q.err = err
	for name, all := range values {
		for _, value := range all {
			q.Pairs = append(q.Pairs, Pair{name, value})
		}
	}
	slices.SortStableFunc(q.Pairs, func(a, b Pair) int { return strings.Compare(a.Name, b.Name) })
}

func (q *Query) has(name string) bool {
	return slices.ContainsFunc(q.Pairs, func(p Pair) bool { return strings.EqualFold(p.Name, name) })
}

// node returns the parameters, as node.FromQuery does, or a refusal of a query with errors.
func (q *Query) node() (node.Node, error) {
	if q.err != nil {
		return node.Node{}, refusal.Invalid("the query", "cannot be read: "+q.err.Error())
	}
	n := node.Node{Kind: node.Object, Members: make([]node.Member, 0, len(q.Pairs))}
	for left := q.Pairs; len(left) > 0; {
		same := left[:alike(left)]
		left = left[len(same):]
		text := node.Node{Kind: node.Text, Text: valuesOf(same)}
		n.Members = append(n.Members, node.Member{Name: same[0].Name, Node: text})
	}
	return n, nil
}

// alike returns how many pairs at the beginning of a list have the same name as the first pair.
func alike(pairs []Pair) int {
	n := 1
	for n < len(pairs) && pairs[n].Name == pairs[0].Name {
		n++
	}
	return n
}

func valuesOf(pairs []Pair) string {
	if len(pairs) == 1 {
		return pairs[0].Value
	}
	return strings.Join(values.Mapped(pairs, func(p Pair) string { return p.Value }), ",")
}

// Names returns the names in a query, each name once, as X-Mock-Ignored shows them.
func (q *Query) Names() (names []string) {
	for left := q.Pairs; len(left) > 0; left = left[alike(left):] {
		names = append(names, "?"+plaintext.Excerpt(left[0].Name, redact.MaxShown))
	}
	return names
}
