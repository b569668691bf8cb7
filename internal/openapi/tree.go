package openapi

import (
	"encoding/json"
	"strconv"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// object is a JSON object whose members keep their order. A value is a string, a bool, an int, a json.Number, an
// *object, a list or nil.
type object struct{ members []member }

type member struct {
	name  string
	value any
}

type list []any

// obj returns an object. Its arguments are names and values by turns.
func obj(pairs ...any) *object {
	o := &object{}
	for i := 0; i+1 < len(pairs); i += 2 {
		name, _ := pairs[i].(string)
		o.set(name, pairs[i+1])
	}
	return o
}

// set adds a member, or replaces the value if the object has a member with the name.
func (o *object) set(name string, value any) *object {
	for i := range o.members {
		if o.members[i].name == name {
			o.members[i].value = value
			return o
		}
	}
	o.members = append(o.members, member{name, value})
	return o
}

// get returns the value of a member; nil when there is none.
func (o *object) get(name string) any {
	for _, m := range o.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// under returns the object that is the value of a member, and adds an empty one when there is none.
func (o *object) under(name string) *object {
	inner, ok := o.get(name).(*object)
	if !ok {
		inner = &object{}
		o.set(name, inner)
	}
	return inner
}

func texts(values ...string) list {
	l := make(list, len(values))
	for i, v := range values {
		l[i] = v
	}
	return l
}

// appendJSON appends a value as JSON, indented by two spaces a level.
func appendJSON(b []byte, value any, indent string) []byte {
	inner := indent + "  "
	switch v := value.(type) {
	case *object:
		if len(v.members) == 0 {
			return append(b, "{}"...)
		}
		b = append(b, '{')
		for i, m := range v.members {
			b = append(appendBreak(b, i, inner), jsoncodec.AppendString(nil, m.name)...)
			b = appendJSON(append(b, ": "...), m.value, inner)
		}
		return append(append(b, "\n"+indent...), '}')
	case list:
		if len(v) == 0 {
			return append(b, "[]"...)
		}
		b = append(b, '[')
		for i, item := range v {
			b = appendJSON(appendBreak(b, i, inner), item, inner)
		}
		return append(append(b, "\n"+indent...), ']')
	}
	return appendScalar(b, value)
}

func appendBreak(b []byte, i int, indent string) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(b, "\n"+indent...)
}

// appendScalar appends a value that is no object and no list. JSON and YAML write such a value in the same way.
func appendScalar(b []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		return jsoncodec.AppendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case json.Number:
		return append(b, v...)
	}
	return append(b, "null"...)
}

// appendYAML appends the members or items of a value as lines of YAML. Texts and names are in double quotes, because
// YAML would read some of them as numbers, dates or booleans.
func appendYAML(b []byte, value any, indent string) []byte {
	switch v := value.(type) {
	case *object:
		for _, m := range v.members {
			b = append(jsoncodec.AppendString(append(b, indent...), m.name), ':')
			b = appendYAMLValue(b, m.value, indent)
		}
	case list:
		for _, item := range v {
			b = append(append(b, indent...), '-')
			b = appendYAMLValue(b, item, indent)
		}
	}
	return b
}

// appendYAMLValue appends the value that follows a name or a dash.
func appendYAMLValue(b []byte, value any, indent string) []byte {
	if o, ok := value.(*object); ok && len(o.members) > 0 {
		return appendYAML(append(b, '\n'), value, indent+"  ")
	}
	if l, ok := value.(list); ok && len(l) > 0 {
		return appendYAML(append(b, '\n'), value, indent+"  ")
	}
	return append(appendJSON(append(b, ' '), value, ""), '\n')
}

// treeOf returns a node as a value. The members keep their order.
func treeOf(n *node.Node) any {
	switch n.Kind {
	case node.Object:
		o := obj()
		for i := range n.Members {
			o.set(n.Members[i].Name, treeOf(&n.Members[i].Node))
		}
		return o
	case node.List:
		l := make(list, len(n.Items))
		for i := range n.Items {
			l[i] = treeOf(&n.Items[i])
		}
		return l
	case node.Number:
		return json.Number(n.Text)
	case node.Bool:
		return n.Text == "true"
	case node.Text:
		return n.Text
	}
	return nil
}
