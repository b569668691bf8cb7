package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
)

// The functions below serve values that speak JSON themselves, json.RawMessage and types with JSON
// methods, where they meet a Node. They are rare and small there, so encoding/json will do.

func parseJSON(raw []byte) (Node, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	n, err := readJSON(d)
	if err != nil {
		return n, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return n, errTrailing
	}
	return n, nil
}

var errTrailing = errors.New("more follows the value")

func readJSON(d *json.Decoder) (Node, error) {
	token, err := d.Token()
	if err != nil {
		return Node{}, err
	}
	switch t := token.(type) {
	case bool:
		return Node{Kind: Bool, Text: strconv.FormatBool(t)}, nil
	case json.Number:
		return Node{Kind: Number, Text: t.String()}, nil
	case string:
		return Node{Kind: Text, Text: t}, nil
	case json.Delim:
		return readNested(d, t)
	}
	return Node{}, nil
}

func readNested(d *json.Decoder, open json.Delim) (Node, error) {
	n := Node{Kind: List}
	if open == '{' {
		n.Kind = Object
	}
	for d.More() {
		name, err := readName(d, n.Kind)
		if err != nil {
			return n, err
		}
		child, err := readJSON(d)
		if err != nil {
			return n, err
		}
		if n.Kind == Object {
			n.Members = append(n.Members, Member{name, child})
		} else {
			n.Items = append(n.Items, child)
		}
	}
	_, err := d.Token()
	return n, err
}

func readName(d *json.Decoder, k Kind) (string, error) {
	if k != Object {
		return "", nil
	}
	token, err := d.Token()
	name, _ := token.(string)
	return name, err
}

func appendJSON(dst []byte, n *Node) []byte {
	switch n.Kind {
	case Bool, Number:
		return append(dst, n.Text...)
	case Text:
		return appendQuoted(dst, n.Text)
	case List:
		dst = append(dst, '[')
		for i := range n.Items {
			dst = appendJSON(separate(dst, i), &n.Items[i])
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i := range n.Members {
			dst = appendQuoted(separate(dst, i), n.Members[i].Name)
			dst = appendJSON(append(dst, ':'), &n.Members[i].Node)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

func separate(dst []byte, i int) []byte {
	if i > 0 {
		return append(dst, ',')
	}
	return dst
}

func appendQuoted(dst []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // of a string it cannot fail
	return append(dst, quoted...)
}
