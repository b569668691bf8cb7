package check

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// body parses JSON into a node, keeping the order of members.
func body(t testing.TB, text string) node.Node {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	n, err := value(d)
	require.NoError(t, err, text)
	return n
}

func value(d *json.Decoder) (node.Node, error) {
	token, err := d.Token()
	if err != nil {
		return node.Node{}, err
	}
	switch token := token.(type) {
	case json.Delim:
		return composite(d, token)
	case bool:
		return node.Node{Kind: node.Bool, Text: map[bool]string{true: "true", false: "false"}[token]}, nil
	case json.Number:
		return node.Node{Kind: node.Number, Text: token.String()}, nil
	case string:
		return node.Node{Kind: node.Text, Text: token}, nil
	default:
		return node.Node{}, nil
	}
}

func composite(d *json.Decoder, open json.Delim) (node.Node, error) {
	n := node.Node{Kind: map[json.Delim]node.Kind{'{': node.Object, '[': node.List}[open]}
	for d.More() {
		var name json.Token
		if n.Kind == node.Object {
			name, _ = d.Token()
		}
		v, err := value(d)
		if err != nil {
			return n, err
		}
		if n.Kind == node.List {
			n.Items = append(n.Items, v)
			continue
		}
		n.Members = append(n.Members, node.Member{Name: name.(string), Node: v})
	}
	_, err := d.Token()
	return n, err
}

// element parses XML into a node as a reader without a schema would: text, or an object of its elements.
func element(t testing.TB, data []byte) node.Node {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		require.NoError(t, err)
		if start, ok := token.(xml.StartElement); ok {
			return content(t, d, start)
		}
	}
}

func content(t testing.TB, d *xml.Decoder, start xml.StartElement) node.Node {
	t.Helper()
	n := node.Node{Kind: node.Text}
	for _, a := range start.Attr {
		if a.Name.Local == "nil" && a.Value == "true" {
			n.Kind = node.Null
		}
	}
	for {
		token, err := d.Token()
		require.NotErrorIs(t, err, io.EOF)
		switch token := token.(type) {
		case xml.StartElement:
			n.Kind, n.Text = node.Object, ""
			n.Members = append(n.Members, node.Member{Name: token.Name.Local, Node: content(t, d, token)})
		case xml.CharData:
			if n.Kind == node.Text {
				n.Text += string(token)
			}
		case xml.EndElement:
			return n
		}
	}
}

// row names an operation and a variant that exist.
func row(t testing.TB, op, variant string) (*contract.Operation, *contract.Variant) {
	t.Helper()
	o := contract.Lookup(op)
	require.NotNil(t, o, op)
	v, ok := contract.LookupVariant(variant)
	require.True(t, ok, variant)
	return o, v
}
