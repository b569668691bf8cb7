package check

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Unwritable calls f for every name and every text at or below n that one of the formats cannot carry. Whatever format
// a request has, its texts are answered in both (assumption text-characters).
func Unwritable(n *node.Node, f func(at *node.Node, v Violation)) { unwritable(n, "", f) }

func unwritable(n *node.Node, path string, f func(*node.Node, Violation)) {
	if what := cmp.Or(Obstacle(n.Text), Obstacle(n.XMLText)); what != "" {
		if n.Secret {
			what = "a character, which XML cannot carry"
		}
		f(n, Violation{path, contract.CodeInvalid, cmp.Or(path, "the request") + " holds " + what})
	}
	for i := range n.Items {
		unwritable(&n.Items[i], path+"["+strconv.Itoa(i)+"]", f)
	}
	for i := range n.Members {
		m := &n.Members[i]
		if what := Obstacle(m.Name); what != "" {
			f(&m.Node, Violation{path, contract.CodeInvalid, "a name in " + cmp.Or(path, "the request") + " holds " + what})
			continue
		}
		unwritable(&m.Node, strings.TrimPrefix(path+"."+strings.ToLower(m.Name), "."), f)
	}
}

// Obstacle describes the first part of a text that one of the formats cannot carry: XML has no control characters, and
// both are UTF-8. It returns "" for a text that both can carry.
func Obstacle(text string) string {
	r, at, found := xmlwire.Illegal(text)
	switch {
	case !found:
		return ""
	case r == '\uFFFD':
		return "bytes that are not UTF-8, which neither JSON nor XML can carry"
	}
	return fmt.Sprintf("the character %U (byte %d), which XML cannot carry", r, at)
}
