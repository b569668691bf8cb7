// Package node holds a body or a query as names and values, whichever syntax it is written in. Requests pass
// through a Node on their way out and on their way in, so the contract's rules are applied to names and values and
// never to Go types or bytes.
package node

// Kind says which type a Node has on the wire.
type Kind uint8

// The kinds of nodes.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Object
)

// String returns the kind as an error message names it.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Node is one value: a scalar, a List or an Object.
type Node struct {
	Kind    Kind
	XMLText string   // replaces Text in XML; empty where both syntaxes write the same
	Text    string   // of a Bool ("true", "false"), a Number (as written) or a Text
	Items   []Node   // of a List
	Item    string   // the element name of a List's items in XML; empty where no tag names them
	Members []Member // of an Object, in the order of the wire
	Secret  bool     // Text must appear in no message
	Offset  int64    // where the value starts in the body; 0 when it comes from a Go value
}

// Member is a named Node of an Object.
type Member struct {
	Name string
	Node
}
