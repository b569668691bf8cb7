package record

// Kind is what a Node is on the wire.
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

// Node is a body or a query seen as names and values, whichever syntax it is written in. Requests pass
// through it on their way out and on their way in, so that the contract's rules are applied to names and
// values and never to Go types or bytes.
type Node struct {
	Kind    Kind
	Alt     string   // Text as XML carries it, where that differs
	Text    string   // of a Bool ("true", "false"), a Number (as written) or a Text
	Items   []Node   // of a List
	Item    string   // what XML calls the items of a List; empty where no tag names them
	Members []Member // of an Object, in the order of the wire
	Secret  bool     // Text must appear in no message
	Offset  int64    // where it starts in the body; 0 when it comes from a Go value
}

// Member is a named Node of an Object.
type Member struct {
	Name string
	Node
}
