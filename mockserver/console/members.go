package console

import (
	"fmt"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// member is a value of a JSON value, with its name: a path of names with points and indexes.
type member struct{ Name, Value string }

// maxMembers bounds how many values a page lists.
const maxMembers = 500

// membersIn returns the values in a text of JSON, in its order; none if it cannot be read.
func membersIn(data []byte) []member {
	n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{})
	if err != nil {
		return nil
	}
	return appendMembers(nil, "", &n)
}

// appendMembers appends the values of a JSON value by their names with points and indexes.
func appendMembers(all []member, name string, n *node.Node) []member {
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
		all = append(all, member{Name: name, Value: "null"})
	default:
		all = append(all, member{Name: name, Value: n.Text})
	}
	return all
}
