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
	"github.com/tourney-go/tourney/internal/record"
)

// body parses JSON into a node, keeping the order of members.
func body(t testing.TB, text string) record.Node {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	n, err := value(d)
	require.NoError(t, err, text)
	return n
}

func value(d *json.Decoder) (record.Node, error) {
	token, err := d.Token()
	if err != nil {
		return record.Node{}, err
	}
	switch token := token.(type) {
	case json.Delim:
		return composite(d, token)
	case bool:
		return record.Node{Kind: record.Bool, Text: map[bool]string{true: "true", false: "false"}[token]}, nil
	case json.Number:
		return record.Node{Kind: record.Number, Text: token.String()}, nil
	case string:
		return record.Node{Kind: record.Text, Text: token}, nil
	default:
		return record.Node{}, nil
	}
}

func composite(d *json.Decoder, open json.Delim) (record.Node, error) {
	n := record.Node{Kind: map[json.Delim]record.Kind{'{': record.Object, '[': record.List}[open]}
	for d.More() {
		var name json.Token
		if n.Kind == record.Object {
			name, _ = d.Token()
		}
		v, err := value(d)
		if err != nil {
			return n, err
		}
		if n.Kind == record.List {
			n.Items = append(n.Items, v)
			continue
		}
		n.Members = append(n.Members, record.Member{Name: name.(string), Node: v})
	}
	_, err := d.Token()
	return n, err
}

// element parses XML into a node as a reader without a schema would: text, or an object of its elements.
func element(t testing.TB, data []byte) record.Node {
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

func content(t testing.TB, d *xml.Decoder, start xml.StartElement) record.Node {
	t.Helper()
	n := record.Node{Kind: record.Text}
	for _, a := range start.Attr {
		if a.Name.Local == "nil" && a.Value == "true" {
			n.Kind = record.Null
		}
	}
	for {
		token, err := d.Token()
		require.NotErrorIs(t, err, io.EOF)
		switch token := token.(type) {
		case xml.StartElement:
			n.Kind, n.Text = record.Object, ""
			n.Members = append(n.Members, record.Member{Name: token.Name.Local, Node: content(t, d, token)})
		case xml.CharData:
			if n.Kind == record.Text {
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
