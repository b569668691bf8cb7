package xmlwire

import (
	"fmt"

	"github.com/tourney-go/tourney/internal/record"
)

// escapedRune is how a character is written in a name that cannot have it.
func escapedRune(r rune) string { return fmt.Sprintf("_x%04X_", r) }

// appendJSON appends a node that was read from XML as JSON. What is repeated is an array, in the place of the
// first.
func appendJSON(dst []byte, n *record.Node) []byte {
	switch n.Kind {
	case record.Text:
		return appendQuoted(dst, n.Text)
	case record.Object:
		return appendObject(dst, n.Members)
	}
	return append(dst, "null"...)
}

func appendObject(dst []byte, members []record.Member) []byte {
	same := make(map[string][]*record.Node, len(members))
	for i := range members {
		m := &members[i]
		same[m.Name] = append(same[m.Name], &m.Node)
	}
	dst = append(dst, '{')
	for i := range members {
		name := members[i].Name
		values := same[name]
		if values == nil {
			continue // written with the first of that name
		}
		same[name] = nil
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendQuoted(dst, name), ':')
		dst = appendValues(dst, values)
	}
	return append(dst, '}')
}

func appendValues(dst []byte, values []*record.Node) []byte {
	if len(values) == 1 {
		return appendJSON(dst, values[0])
	}
	dst = append(dst, '[')
	for i, n := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(dst, n)
	}
	return append(dst, ']')
}

// appendQuoted appends text from a body, which has none of the other characters that JSON escapes.
func appendQuoted(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for i := range len(text) {
		switch c := text[i]; c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
