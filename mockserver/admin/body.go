package admin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// bodyAs reads the body of a request as a value. It refuses members that the type does not have.
func bodyAs[T any](c *call, as *form.Form[T]) (value T, err error) {
	data, err := c.data()
	if err != nil {
		return value, err
	}
	return decodeAs(c, as, data)
}

// bodyOrNone does what bodyAs does, for a request that needs no body.
func bodyOrNone[T any](c *call, as *form.Form[T]) (value T, err error) {
	data, err := c.anyData()
	if err != nil || isNothing(data) {
		return value, err
	}
	return decodeAs(c, as, data)
}

// decodeAs decodes a body as a value. It refuses members that the type does not have.
func decodeAs[T any](c *call, as *form.Form[T], data []byte) (value T, err error) {
	n, err := parseAs[T](c, data)
	if err == nil && n.Kind != node.Object && reflect.TypeFor[T]().Kind() == reflect.Struct {
		err = invalid("the body must be an object, found %s", n.Kind)
	}
	if single, ok := any(value).(form.Single); ok && err == nil {
		err = single.Refuses(n)
	}
	if err == nil {
		err = as.Decode(data, &value)
	}
	return value, err
}

// valueIn reads the single value of a body: {"value": 5}.
func valueIn[T any](c *call) (T, error) {
	body, err := bodyAs(c, form.Plain[form.Value[T]]())
	return body.Value, err
}

func valueOf[T any](value T) any { return form.Value[T]{Value: value} }

func parseBody(data []byte) (node.Node, error) {
	n, err := jsoncodec.ParseNode(data, form.Limits)
	switch {
	case errors.Is(err, record.ErrMemory):
		return n, &failure{http.StatusRequestEntityTooLarge, tourney.CodeMaximum,
			fmt.Sprintf("the body needs more than %d bytes of memory", wire.MaxRequestMemory), ""}
	case err != nil:
		return n, invalid("the body cannot be read: %s", redact.Safe(refusal.FromParse(err).Error()))
	}
	if err := refusal.CheckWritableNode(&n); err != nil {
		return n, invalid("%s", err.Error())
	}
	return n, nil
}

// parseAs parses the JSON of a value of type T. It refuses members that occur twice, and members that T does not have,
// unless the request has the parameter unknown=keep.
func parseAs[T any](c *call, data []byte) (node.Node, error) {
	n, err := parseBody(data)
	if err != nil {
		return n, err
	}
	problems := memberProblems(nil, &n, reflect.TypeFor[T](), "", c.query.Get("unknown") == "keep")
	if len(problems) == refusal.MostProblems {
		problems = append(problems, fmt.Sprintf("There may be more: these are the first %d problems", refusal.MostProblems))
	}
	if len(problems) > 0 {
		return n, invalid("%s", strings.Join(problems, "\n"))
	}
	return n, nil
}

// memberProblems appends the problems with the names of members, up to refusal.MostProblems.
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
	known, seen := membersOf(t), map[string]bool{}
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
		case member.Problem(&m.Node) != "":
			problems = append(problems, redact.Safe(at+" "+member.Problem(&m.Node)))
		default:
			seen[member.Name] = true
			problems = memberProblems(problems, &m.Node, member.Of, at, keep)
		}
	}
	return problems
}

// knownMembers are the members of structs by their types, because a body can have a hundred thousand items.
var knownMembers sync.Map

func membersOf(t reflect.Type) direct.Members {
	known, ok := knownMembers.Load(t)
	if !ok {
		known, _ = knownMembers.LoadOrStore(t, direct.MembersOf(t))
	}
	return known.(direct.Members) //nolint:forcetypeassert // the only type
}

func etagOf(row []byte) string {
	sum := sha256.Sum256(row)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}
