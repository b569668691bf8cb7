package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/tourney-go/tourney/internal/node"
)

// The functions below serve values that speak JSON themselves, json.RawMessage and types with JSON
// methods, where they meet a Node. They are rare and small there, so encoding/json will do.

func parseJSON(raw []byte) (node.Node, error) {
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

func readJSON(d *json.Decoder) (node.Node, error) {
	token, err := d.Token()
	if err != nil {
		return node.Node{}, err
	}
	switch t := token.(type) {
	case bool:
		return node.Node{Kind: node.Bool, Text: strconv.FormatBool(t)}, nil
	case json.Number:
		return node.Node{Kind: node.Number, Text: t.String()}, nil
	case string:
		return node.Node{Kind: node.Text, Text: t}, nil
	case json.Delim:
		return readNested(d, t)
	}
	return node.Node{}, nil
}

func readNested(d *json.Decoder, open json.Delim) (node.Node, error) {
	n := node.Node{Kind: node.List}
	if open == '{' {
		n.Kind = node.Object
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
		if n.Kind == node.Object {
			n.Members = append(n.Members, node.Member{Name: name, Node: child})
		} else {
			n.Items = append(n.Items, child)
		}
	}
	_, err := d.Token()
	return n, err
}

func readName(d *json.Decoder, k node.Kind) (string, error) {
	if k != node.Object {
		return "", nil
	}
	token, err := d.Token()
	name, _ := token.(string)
	return name, err
}

func appendJSON(dst []byte, n *node.Node) []byte {
	switch n.Kind {
	case node.Bool, node.Number:
		return append(dst, n.Text...)
	case node.Text:
		return appendQuoted(dst, n.Text)
	case node.List:
		dst = append(dst, '[')
		for i := range n.Items {
			dst = appendJSON(separate(dst, i), &n.Items[i])
		}
		return append(dst, ']')
	case node.Object:
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
