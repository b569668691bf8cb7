package mockserver

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// query is the query of a request. The steps of the request and the journal share it, so that a query is parsed once.
type query struct {
	raw   string
	pairs []pair // sorted by name; those of a name in the order of the query
	err   error  // the error of url.ParseQuery
}

// pair is a name and its value, without escapes.
type pair struct{ name, value string }

// errSemicolon is the error of url.ParseQuery for a semicolon that is not escaped.
var errSemicolon = errors.New("invalid semicolon separator in query")

// mostPairs bounds the pairs that parseQuery parses itself. url.ParseQuery decides how many there may be.
const mostPairs = 1000

// parseQuery finds the names, values and errors that url.ParseQuery finds, without a map.
func parseQuery(raw string) query {
	q := query{raw: raw}
	if raw == "" {
		return q
	}
	count := strings.Count(raw, "&") + 1
	if count > mostPairs {
		q.parseMany()
		return q
	}
	q.pairs = make([]pair, 0, count)
	for more := true; more; {
		var text string
		if text, raw, more = strings.Cut(raw, "&"); text == "" {
			continue
		}
		p, err := parsePair(text)
		switch {
		case err == nil:
			q.pairs = append(q.pairs, p)
		case q.err == nil || errors.Is(err, errSemicolon): // the first error, or any semicolon
			q.err = err
		}
	}
	slices.SortStableFunc(q.pairs, func(a, b pair) int { return strings.Compare(a.name, b.name) })
	return q
}

func parsePair(text string) (p pair, err error) {
	if strings.Contains(text, ";") {
		return p, errSemicolon
	}
	name, value, _ := strings.Cut(text, "=")
	if p.name, err = url.QueryUnescape(name); err == nil {
		p.value, err = url.QueryUnescape(value)
	}
	return p, err
}

// parseMany parses a query that is longer than those of clients.
func (q *query) parseMany() {
	values, err := url.ParseQuery(q.raw)
	q.err = err
	for name, all := range values {
		for _, value := range all {
			q.pairs = append(q.pairs, pair{name, value})
		}
	}
	slices.SortStableFunc(q.pairs, func(a, b pair) int { return strings.Compare(a.name, b.name) })
}

// has reports whether a query has a name, in any letter case.
func (q *query) has(name string) bool {
	return slices.ContainsFunc(q.pairs, func(p pair) bool { return strings.EqualFold(p.name, name) })
}

// node returns the parameters, as node.FromQuery does, or a refusal of a query with errors.
func (q *query) node() (node.Node, error) {
	if q.err != nil {
		return node.Node{}, invalid("the query", "cannot be read: "+q.err.Error())
	}
	n := node.Node{Kind: node.Object, Members: make([]node.Member, 0, len(q.pairs))}
	for left := q.pairs; len(left) > 0; {
		same := left[:alike(left)]
		left = left[len(same):]
		n.Members = append(n.Members, node.Member{Name: same[0].name, Node: node.Node{Kind: node.Text, Text: valuesOf(same)}})
	}
	return n, nil
}

// alike returns how many pairs at the beginning have the name of the first.
func alike(pairs []pair) int {
	n := 1
	for n < len(pairs) && pairs[n].name == pairs[0].name {
		n++
	}
	return n
}

// valuesOf returns the values of pairs between commas.
func valuesOf(pairs []pair) string {
	if len(pairs) == 1 {
		return pairs[0].value
	}
	return strings.Join(mapped(pairs, func(p pair) string { return p.value }), ",")
}

// names returns the names in a query, each once, as X-Mock-Ignored shows them.
func (q *query) names() (names []string) {
	for left := q.pairs; len(left) > 0; left = left[alike(left):] {
		names = append(names, "?"+plaintext.Excerpt(left[0].name, redact.MaxShown))
	}
	return names
}

// isVisible reports whether a text has only visible characters of ASCII, and spaces.
func isVisible(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}
