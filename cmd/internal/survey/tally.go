package survey

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// tally counts what the members of answers look like, by comparing them with the types that the client decodes answers
// into. It keeps no values but codes of enumerations.
type tally struct {
	counts                    map[string]int    // objects by type, values by type and member, as in "GameSide.WonBy"
	nulls, otherCase, unnamed map[string]string // members; of enumerations, those with codes that have no name
	unknown                   map[string]string // paths of members that no type has
	deviations                map[string]string // by path: what the client cannot read, or the document does not show
	secrets                   []string          // that no name may contain
}

func newTally(secrets ...string) *tally {
	set := func() map[string]string { return map[string]string{} }
	return &tally{map[string]int{}, set(), set(), set(), set(), set(), secrets}
}

// odd notes what is wrong with a path, if it is.
func (t *tally) odd(path, what string, is bool) {
	if is {
		t.deviations[path] = what
	}
}

// value counts one value. The member is its type and name.
func (t *tally) value(path, member string, n node.Node, s *record.Shape, form envelope.Syntax) {
	for s.Text.Read == record.AsPointer {
		s = s.Elem
	}
	isList := s.Plan == nil && s.Text.Read == record.AsSlice
	switch {
	case s.Plan != nil && n.Kind == node.Object:
		t.object(path, n, s.Plan, form)
	case isList && (n.Kind == node.List || form.XML && n.Kind == node.Object):
		for _, item := range items(&n) {
			t.value(path+"[]", member, item, s.Elem, form)
		}
	case (s.Plan != nil || isList) && form.XML && strings.TrimSpace(n.Text) == "": // an empty element
	default:
		t.scalar(path, member, n, s, form)
	}
}

// object counts the members of an object.
func (t *tally) object(path string, n node.Node, plan *record.Plan, form envelope.Syntax) {
	name, _, _ := strings.Cut(plan.Type.Name(), "[")
	t.counts[name]++
	for i, m := range n.Members {
		at := plan.LookupString(m.Name, i)
		if at < 0 {
			if len(t.unknown) < 1000 {
				t.unknown[path+"/"+t.shown(m.Name)] = ""
			}
			continue
		}
		f := &plan.Fields[at]
		member := name + "." + f.Name
		if f.Name != m.Name {
			t.otherCase[member] = ""
		}
		switch {
		case m.Kind != node.Null:
			t.counts[member]++
			t.value(path+"/"+f.Name, member, m.Node, f.Shape, form)
		case f.Null, member == "Player.Totals": // the document has these as null
			t.counts["null "+member]++
		case name != "" && name != "Page":
			t.nulls[member] = ""
		}
	}
	for i := range plan.Fields {
		f := &plan.Fields[i]
		t.odd(path+"/"+f.Name, "missing", name == "Page" && f.Omit == 0 && n.Find(f.Name) == nil)
	}
}

// scalar counts a value that is no object and no list, and notes one that the client cannot read, or that has another
// form than the document shows.
func (t *tally) scalar(path, member string, n node.Node, s *record.Shape, form envelope.Syntax) {
	text := strings.TrimSpace(n.Text)
	v, ok := read(n, s, form)
	if isNumber := s.IsBool() && (text == "1" || text == "0"); !ok || isNumber {
		t.deviations[path] = fmt.Sprintf("expected %s, came a %s of the form %q",
			strings.ToLower(cmp.Or(s.Type.Name(), s.Type.Kind().String())), n.Kind, formOf(text))
		if ok {
			t.counts["1 or 0"]++
		}
		return
	}
	switch {
	case s.Type.Name() == "Date" && strings.HasPrefix(text, "1/1/0001"):
		t.counts["1/1/0001"]++
	case s.Type.Kind() == reflect.Int && s.Type.PkgPath() != "": // an enumeration
		t.counts["code"]++
		if code := v.Int(); 0 <= code && code < 1000 && strings.HasSuffix(fmt.Sprint(v), ")") { // as in Gender(9)
			t.unnamed[fmt.Sprintf("%s %d", member, code)] = ""
		}
	case strings.HasSuffix(member, ".Bats") || strings.HasSuffix(member, ".Throws"):
		t.counts[map[bool]string{true: "hand", false: "other hand"}[slices.Contains(hands, text)]]++
	}
}

// hands are the texts of Bats and Throws that the mock writes.
var hands = []string{"", "Right", "Left", "Switch"}

// read reads a value into a field of a shape as the client does.
func read(n node.Node, s *record.Shape, form envelope.Syntax) (v reflect.Value, ok bool) {
	v = reflect.New(s.Type)
	err := jsoncodec.Unmarshal(jsoncodec.AppendNode(nil, n), v.Interface(), jsoncodec.Limits{})
	if form.XML {
		err = xmlwire.Unmarshal(xmlwire.AppendNode(nil, "R", n), v.Interface(), xmlwire.Limits{})
	}
	return v.Elem(), err == nil
}

var (
	letters, digits = regexp.MustCompile(`\pL+`), regexp.MustCompile(`\d`)
	marks           = regexp.MustCompile(`[^a9/:.,+@() -]`)
)

// formOf returns a text with every digit as 9, every run of letters as a, and unusual characters as ?. So it shows how
// a host writes a date, and no date.
func formOf(text string) string {
	text = digits.ReplaceAllString(letters.ReplaceAllString(text, "a"), "9")
	return plaintext.Clip(marks.ReplaceAllString(text, "?"), 30)
}

// items returns the items of a list. In XML a list looks like an object.
func items(n *node.Node) (list []node.Node) {
	if n == nil {
		return nil
	}
	for i := range n.Members {
		list = append(list, n.Members[i].Node)
	}
	return append(list, n.Items...)
}

// at returns the value at the end of a path of members; nil when it is absent or null.
func at(n *node.Node, path ...string) *node.Node {
	for _, name := range path {
		if n = n.Find(name); n == nil || n.Kind == node.Null {
			return nil
		}
	}
	return n
}

// text returns the text of the value at the end of a path of members; "" when it is absent or null.
func text(n *node.Node, path ...string) string {
	if n = at(n, path...); n == nil {
		return ""
	}
	return n.Text
}
