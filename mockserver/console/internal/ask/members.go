package ask

import (
	"fmt"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// Member is a value in a text of JSON, with its name: a path of names with points and indexes.
type Member struct{ Name, Value string }

// MaxMembers bounds how many values a page lists.
const MaxMembers = 500

// MembersIn returns the values in a text of JSON, in the order of the text. It returns nil if the text is not JSON.
func MembersIn(data []byte) []Member {
	n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{})
	if err != nil {
		return nil
	}
	return appendMembers(nil, "", &n)
}

// appendMembers appends the values of a JSON value by their names with points and indexes.
func appendMembers(all []Member, name string, n *node.Node) []Member {
	for i := range n.Members {
		inner := n.Members[i].Name
		if name != "" {
			inner = name + "." + inner
		}
		all = appendMembers(all, inner, &n.Members[i].Node)
	}
	for i := range n.Items {
		all = appendMembers(all, fmt.Sprintf("%s[%d]", name, i), &n.Items[i])
	}
	switch {
	case len(n.Members) > 0 || len(n.Items) > 0 || name == "":
	case n.Kind == node.Null:
		all = append(all, Member{Name: name, Value: "null"})
	default:
		all = append(all, Member{Name: name, Value: n.Text})
	}
	return all
}
