package tourney

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// unwritable returns a broken rule for each text of a request that the format cannot carry. The codecs would replace
// its characters by U+FFFD, and a password would then be another one.
func (f Format) unwritable(n *node.Node) []FieldError {
	if f.canWrite(n) {
		return nil
	}
	return f.appendUnwritable(nil, n, "")
}

func (f Format) canWrite(n *node.Node) bool {
	if f.obstacle(n.Text)+f.obstacle(n.XMLText) != "" {
		return false
	}
	for i := range n.Items {
		if !f.canWrite(&n.Items[i]) {
			return false
		}
	}
	for i := range n.Members {
		if !f.canWrite(&n.Members[i].Node) {
			return false
		}
	}
	return true
}

// appendUnwritable appends the broken rules of the texts at a path and below it.
func (f Format) appendUnwritable(broken []FieldError, n *node.Node, path string) []FieldError {
	if what := cmp.Or(f.obstacle(n.Text), f.obstacle(n.XMLText)); what != "" {
		if n.Secret {
			what = "a character"
		}
		message := fmt.Sprintf("%s holds %s, which %v cannot carry", path, what, f)
		broken = append(broken, fieldError(path, CodeInvalid, message))
	}
	for i := range n.Items {
		broken = f.appendUnwritable(broken, &n.Items[i], path+"["+strconv.Itoa(i)+"]")
	}
	for i := range n.Members {
		m := &n.Members[i]
		broken = f.appendUnwritable(broken, &m.Node, strings.TrimPrefix(path+"."+strings.ToLower(m.Name), "."))
	}
	return broken
}

// obstacle describes the first part of a text that the format cannot carry. It returns "" for a text that it can carry.
func (f Format) obstacle(text string) string {
	if f != XML && utf8.ValidString(text) {
		return ""
	}
	r, at, found := xmlwire.Illegal(text)
	switch {
	case !found:
		return ""
	case f == XML && r != utf8.RuneError:
		return fmt.Sprintf("the character %U (byte %d)", r, at)
	}
	return "bytes that are not UTF-8"
}
