package wire

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/contract"
)

// fields removes from responses the members that a variant does not have. For a strict server it also removes observed
// members, which the interface document does not show. The contract lists these members. The plan for a Go type is made
// once and stored.
type fields struct {
	hidden map[string][]string // by type: the hidden members, as answers spell them
	plans  sync.Map            // reflect.Type to *hiding
	whole  sync.Map            // reflect.Type to bool: whether no member of the type is removed
}

func newFields(v *contract.Variant, strict bool) *fields {
	f := &fields{hidden: map[string][]string{}}
	for _, row := range contract.ResponseFields() {
		if !row.In(v) || strict && row.Observed {
			f.hidden[row.Type] = append(f.hidden[row.Type], row.Member)
		}
	}
	return f
}

// Shows reports whether responses have a member that only some variants have.
func (f *fields) shows(typeName, member string) bool {
	return !slices.Contains(f.hidden[typeName], member)
}

// hiding is the plan for a struct type: the indexes of the fields that hideIn clears, and of the fields that it
// searches.
type hiding struct {
	clear []int // fields that the variant does not have
	enter []int // fields whose types contain such fields
}

// hide returns the value without the members that the variant does not have. It changes only copies, because the value
// shares slices and pointers with rows of the store.
func (f *fields) hide(value any) any {
	if v := reflect.ValueOf(value); !f.isWhole(v.Type()) {
		return f.copyOf(v).Interface()
	}
	return value
}

// isWhole reports whether values of a type have no member to remove.
func (f *fields) isWhole(t reflect.Type) bool {
	if known, ok := f.whole.Load(t); ok {
		return known.(bool)
	}
	whole := !f.touches(t, nil)
	f.whole.Store(t, whole)
	return whole
}

func (f *fields) copyOf(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	f.hideIn(c)
	return c
}

// hideIn removes from a value the members that the variant does not have. It replaces the pointers and slices in the
// value by copies.
func (f *fields) hideIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			v.Set(f.copyOf(v.Elem()).Addr())
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		for i := range own.Len() {
			f.hideIn(own.Index(i))
		}
		v.Set(own)
	default:
		plan := f.plan(v.Type())
		for _, i := range plan.clear {
			v.Field(i).SetZero()
		}
		for _, i := range plan.enter {
			f.hideIn(v.Field(i))
		}
	}
}

func (f *fields) plan(t reflect.Type) *hiding {
	if known, ok := f.plans.Load(t); ok {
		return known.(*hiding)
	}
	p := &hiding{}
	for i := range t.NumField() {
		field := t.Field(i)
		switch {
		case f.hides(t, field):
			p.clear = append(p.clear, i)
		case f.touches(field.Type, nil):
			p.enter = append(p.enter, i)
		}
	}
	f.plans.Store(t, p)
	return p
}

func (f *fields) hides(t reflect.Type, field reflect.StructField) bool {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return !f.has(t, cmp.Or(name, field.Name))
}

func (f *fields) has(t reflect.Type, member string) bool {
	return f.shows(t.Name(), member)
}

// touches reports whether values of this type can have members that the variant does not have. The argument seen stops
// the recursion for types that contain themselves.
func (f *fields) touches(t reflect.Type, seen []reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || slices.Contains(seen, t) {
		return false
	}
	for i := range t.NumField() {
		field := t.Field(i)
		if f.hides(t, field) || field.IsExported() && f.touches(field.Type, append(seen, t)) {
			return true
		}
	}
	return false
}
