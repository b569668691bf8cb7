package mockserver

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/fixture"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/internal/writable"
)

// adminLimits bound the memory that a body takes when the admin API parses it.
var adminLimits = jsoncodec.Limits{Doubles: true, Whole: true, MaxMemory: wire.MaxRequestMemory}

// adminForm says how values of a type are written as JSON and read.
type adminForm[T any] struct {
	encode func(value T) (json.RawMessage, error)
	decode func(data []byte, value *T) error
}

// rowForm is the form of rows of the interface: that of an answer, without a loss.
func rowForm[T any]() *adminForm[T] {
	return &adminForm[T]{
		encode: func(value T) (json.RawMessage, error) {
			data, err := tourney.MarshalRow(value)
			if err != nil {
				return nil, adminInvalid("the row cannot be written as JSON: %s", redact.Safe(refusal.WithoutPackage(err)))
			}
			return data, nil
		},
		decode: func(data []byte, value *T) error {
			if err := jsoncodec.Unmarshal(data, value, adminLimits); err != nil {
				return adminInvalid("%s", redact.Safe(refusal.FromBind(err).Error()))
			}
			return nil
		},
	}
}

// plainForm is the form of values that no answer of the interface has.
func plainForm[T any]() *adminForm[T] {
	return &adminForm[T]{
		encode: func(value T) (json.RawMessage, error) {
			// encoding/json would write other characters in the place of bytes that are no UTF-8.
			if err := writable.Check("", &value); err != nil {
				return nil, adminInvalid("%s", err)
			}
			return json.Marshal(value)
		},
		decode: func(data []byte, value *T) error {
			err := json.Unmarshal(data, value)
			var wrong *json.UnmarshalTypeError
			switch {
			case errors.As(err, &wrong):
				return adminInvalid("%s: expected %s, found %s",
					redact.Safe(wrong.Field), nounOf(wrong.Type), redact.Safe(wrong.Value))
			case err != nil:
				return adminInvalid("%s", redact.Safe(refusal.WithoutPackage(err)))
			}
			return nil
		},
	}
}

// nounOf returns what JSON calls the values of a type.
func nounOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a whole number of " + t.String()
	}
}

// list returns values as the JSON {"rows": […]}.
func (f *adminForm[T]) list(values []T) (any, error) {
	rows := struct {
		Rows []json.RawMessage `json:"rows"`
	}{make([]json.RawMessage, len(values))}
	for i, value := range values {
		var err error
		if rows.Rows[i], err = f.encode(value); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// adminBody reads the body of a request as a value. It refuses members that the type does not have.
func adminBody[T any](c *adminCall, form *adminForm[T]) (value T, err error) {
	data, err := c.data()
	if err != nil {
		return value, err
	}
	return decodeAdmin(c, form, data)
}

// decodeAdmin decodes a body as a value. It refuses members that the type does not have.
func decodeAdmin[T any](c *adminCall, form *adminForm[T], data []byte) (value T, err error) {
	n, err := parseAdmin[T](c, data)
	if err == nil && n.Kind != node.Object && reflect.TypeFor[T]().Kind() == reflect.Struct {
		err = adminInvalid("the body must be an object, found %s", n.Kind)
	}
	if single, ok := any(value).(singleValue); ok && err == nil {
		err = single.refuses(n)
	}
	if err == nil {
		err = form.decode(data, &value)
	}
	return value, err
}

// singleValue is a body for a single value, of any type.
type singleValue interface{ refuses(n node.Node) error }

// valueJSON is the body for a single value.
type valueJSON[T any] struct {
	Value T `json:"value"`
}

// refuses returns an error for a body without the value. Null stands for no list, and for nothing else.
func (valueJSON[T]) refuses(n node.Node) error {
	value := n.Find("value")
	switch kind := reflect.TypeFor[T]().Kind(); {
	case value == nil:
		return adminInvalid(`value: is missing: expected {"value": …}`)
	case value.Kind == node.Null && kind != reflect.Slice:
		return adminInvalid("value: expected a value, found null")
	}
	return nil
}

// adminValue reads the single value of a body: {"value": 5}.
func adminValue[T any](c *adminCall) (T, error) {
	body, err := adminBody(c, plainForm[valueJSON[T]]())
	return body.Value, err
}

func valueOf[T any](value T) any { return valueJSON[T]{value} }

// readAdmin parses the JSON of a body.
func readAdmin(data []byte) (node.Node, error) {
	n, err := jsoncodec.ParseNode(data, adminLimits)
	switch {
	case errors.Is(err, record.ErrMemory):
		return n, &adminRefusal{http.StatusRequestEntityTooLarge, tourney.CodeMaximum,
			fmt.Sprintf("the body needs more than %d bytes of memory", wire.MaxRequestMemory), ""}
	case err != nil:
		return n, adminInvalid("the body cannot be read: %s", redact.Safe(refusal.FromParse(err).Error()))
	}
	if err := writable.CheckNode(&n); err != nil {
		return n, adminInvalid("%s", err.Error())
	}
	return n, nil
}

// parseAdmin parses the JSON of a value of type T. It refuses members that T does not have, unless the request says
// unknown=keep, and members that are there twice.
func parseAdmin[T any](c *adminCall, data []byte) (node.Node, error) {
	n, err := readAdmin(data)
	if err != nil {
		return n, err
	}
	problems := memberProblems(nil, &n, reflect.TypeFor[T](), "", c.query.Get("unknown") == "keep")
	if len(problems) == refusal.MostProblems {
		problems = append(problems, fmt.Sprintf("There may be more: these are the first %d problems", refusal.MostProblems))
	}
	if len(problems) > 0 {
		return n, adminInvalid("%s", strings.Join(problems, "\n"))
	}
	return n, nil
}

// memberProblems appends what is wrong with the names of members, until there are mostProblems.
func memberProblems(problems []string, n *node.Node, t reflect.Type, path string, keep bool) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if n.Kind == node.List && t.Kind() == reflect.Slice {
		for i := range n.Items {
			problems = memberProblems(problems, &n.Items[i], t.Elem(), refusal.Indexed(path, i, ""), keep)
		}
	}
	if n.Kind == node.Object && t.Kind() == reflect.Map {
		for i := range n.Members {
			problems = memberProblems(problems, &n.Members[i].Node, t.Elem(), path+"["+n.Members[i].Name+"]", keep)
		}
	}
	if n.Kind != node.Object || t.Kind() != reflect.Struct {
		return problems
	}
	known, seen := adminMembers(t), map[string]bool{}
	if len(known) == 0 {
		return problems // a value that reads itself
	}
	for i := range n.Members {
		if len(problems) == refusal.MostProblems {
			break
		}
		m := &n.Members[i]
		at := strings.TrimPrefix(path+"."+m.Name, ".")
		member, ok := known.Find(m.Name)
		switch {
		case !ok && keep:
		case !ok:
			problems = append(problems, redact.Safe(at)+": unknown, "+known.Hint(m.Name))
		case seen[member.Name]:
			problems = append(problems, redact.Safe(at)+": is there twice")
		default:
			seen[member.Name] = true
			problems = memberProblems(problems, &m.Node, member.Of, at, keep)
		}
	}
	return problems
}

// knownAdminMembers are the members of structs by their types, because a body can have a hundred thousand items.
var knownAdminMembers sync.Map

// adminMembers returns the members of a struct.
func adminMembers(t reflect.Type) fixture.Members {
	known, ok := knownAdminMembers.Load(t)
	if !ok {
		known, _ = knownAdminMembers.LoadOrStore(t, fixture.MembersOf(t))
	}
	return known.(fixture.Members) //nolint:forcetypeassert // the only type
}

// etagOf returns the tag of a row in JSON.
func etagOf(row []byte) string {
	sum := sha256.Sum256(row)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// withPatch returns a value with the changes of a patch (RFC 7396): an object changes the members that it has, and null
// removes one. Names are in any letter case.
func withPatch(target, patch node.Node) node.Node {
	if patch.Kind != node.Object {
		return patch
	}
	if target.Kind != node.Object {
		target = node.Node{Kind: node.Object}
	}
	out := node.Node{Kind: node.Object, Members: slices.Clone(target.Members)}
	places := map[string]int{} // of the members by their folded names: a patch can have many
	for i := range out.Members {
		places[node.FoldedName(out.Members[i].Name)] = i
	}
	removed := map[int]bool{}
	for _, m := range patch.Members {
		name := node.FoldedName(m.Name)
		i, known := places[name]
		switch {
		case m.Kind == node.Null && known:
			removed[i] = true
			delete(places, name)
		case m.Kind == node.Null:
		case known:
			out.Members[i].Node = withPatch(out.Members[i].Node, m.Node)
		default:
			places[name] = len(out.Members)
			out.Members = append(out.Members, node.Member{Name: m.Name, Node: withPatch(node.Node{}, m.Node)})
		}
	}
	left := out.Members[:0]
	for i, m := range out.Members {
		if !removed[i] {
			left = append(left, m)
		}
	}
	out.Members = left
	return out
}

// patchOf returns the patch that makes one object of another.
func patchOf(before, after node.Node) node.Node {
	patch := node.Node{Kind: node.Object}
	find := func(n node.Node, name string) *node.Node {
		for i := range n.Members {
			if n.Members[i].Name == name {
				return &n.Members[i].Node
			}
		}
		return nil
	}
	for _, m := range before.Members {
		if find(after, m.Name) == nil {
			patch.Members = append(patch.Members, node.Member{Name: m.Name, Node: node.Node{Kind: node.Null}})
		}
	}
	for _, m := range after.Members {
		was := find(before, m.Name)
		switch {
		case was == nil:
			patch.Members = append(patch.Members, m)
		case savefile.SameNode(*was, m.Node):
		case was.Kind == node.Object && m.Kind == node.Object:
			patch.Members = append(patch.Members, node.Member{Name: m.Name, Node: patchOf(*was, m.Node)})
		default:
			patch.Members = append(patch.Members, m)
		}
	}
	return patch
}
