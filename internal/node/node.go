// Package node represents a body or a query as names and values, independent of their syntax. Requests become Nodes on
// both sides, in the client and in the mock, so the contract's rules work on names and values, and never on Go types or
// bytes. It also checks whether XML allows a name for an element.
package node

// Kind is the type of a Node on the wire.
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

// String returns the name of the kind for error messages.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Node is one value: a scalar, a List or an Object.
type Node struct {
	Kind    Kind
	XMLText string   // replaces Text in XML; empty where both syntaxes write the same
	Text    string   // of a Bool ("true", "false"), a Number (unchanged) or a Text
	Items   []Node   // of a List
	Item    string   // the element name of a List's items in XML; empty where no tag names them
	Members []Member // of an Object, in the order of the wire
	Secret  bool     // no message may show Text
	Offset  int64    // where the value starts in the body; 0 when it comes from a Go value
}

// Member is a named Node of an Object.
type Member struct {
	Name string
	Node
}
