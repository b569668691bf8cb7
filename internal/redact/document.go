package redact

import (
	"strings"

	"github.com/tourney-go/tourney/internal/node"
)

// Rule says which values of a document are secrets.
type Rule struct {
	Name  func(name string) bool // is the name of a secret
	Named func(text string) bool // names a secret, as the Name of a Meta does
	Text  func(text string) bool // holds another secret; nil if no text does
}

// The rules for documents of which no row tells what is in them. A file keeps numbers that look like those of cards,
// because many ids do.
var (
	Saved = Rule{Name: SavesSecret, Named: func(text string) bool {
		return string(AppendLetters(nil, text)) == "key" || SavesSecret(text)
	}}
	Shown = Rule{Name: SecretName, Named: NamesSecret, Text: HasNumber}
)

// Withhold replaces the secrets of a document by Mark, at any depth. Secrets are values with the name of a secret,
// values that another member names, and texts that hold such a value, as JSON in a text does. It reports whether it
// replaced any. It keeps nulls, booleans, empty texts and the numbers of ids.
func (r Rule) Withhold(n *node.Node) (changed bool) { return r.withhold(n, false) }

func (r Rule) withhold(n *node.Node, isID bool) (changed bool) {
	hides := r.HidesValue(n)
	for i := range n.Members {
		m := &n.Members[i]
		if r.Name(m.Name) || hides && node.SameName(m.Name, "Value") {
			changed = conceal(&m.Node) || changed
		} else {
			changed = r.withhold(&m.Node, namesID(m.Name)) || changed
		}
		if r.Holds(m.Name) {
			m.Name, changed = Mark, true
		}
	}
	for i := range n.Items {
		changed = r.withhold(&n.Items[i], isID) || changed
	}
	if (n.Kind == node.Text || n.Kind == node.Number && !isID) && r.Holds(n.Text) {
		changed = conceal(n) || changed
	}
	return changed
}

// HidesValue reports whether an object is a named value, as in Meta, and its name is the name of a secret.
func (r Rule) HidesValue(n *node.Node) bool {
	for i := range n.Members {
		m := &n.Members[i]
		if (node.SameName(m.Name, "Name") || node.SameName(m.Name, "Key")) && r.Named(m.Text) {
			return true
		}
	}
	return false
}

// Holds reports whether a text holds a secret.
func (r Rule) Holds(text string) bool {
	return r.Text != nil && r.Text(text) || Holds(text, func(text string) bool { return assigns(text, r.Name) })
}

func conceal(n *node.Node) bool {
	if n.Kind == node.Null || n.Kind == node.Bool || n.Kind == node.Text && (n.Text == "" || n.Text == Mark) {
		return false
	}
	*n = node.Node{Kind: node.Text, Text: Mark}
	return true
}

// IDs returns the ids in a value that are as long as the numbers of cards. isID says whether the value is an id itself.
func IDs(n *node.Node, isID bool) (ids []string) {
	if isID && len(n.Text) >= minCard {
		ids = strings.Split(n.Text, ",")
	}
	for i := range n.Members {
		ids = append(ids, IDs(&n.Members[i].Node, namesID(n.Members[i].Name))...)
	}
	for i := range n.Items {
		ids = append(ids, IDs(&n.Items[i], isID)...)
	}
	return ids
}

// namesID reports whether a member has an id or ids. Next is the position in a list, which can be an id.
func namesID(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "id") || strings.HasSuffix(name, "ids") || name == "next"
}
