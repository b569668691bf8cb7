package record

import (
	"reflect"
	"slices"
)

// Views gives an encoder quick access to the fields of structs. To find the fields of a struct takes longer than to copy
// it, so it copies every struct that it may (Plan.Copied) into one whose fields were found before. The zero Views is
// empty; one serves one encoder at a time.
type Views struct {
	Sorted bool // the steps are in the order of XML and not in that of the struct

	plans []planViews // by the plan's number
}

// planViews are the views of one plan: several where its structs contain each other.
type planViews struct {
	views []*View
	open  int // of the views, those in use; the ones after them are for structs deeper down
	most  int // that were open since the last Clear
}

// View is a struct of which all fields are at hand.
type View struct {
	Steps  []Step // in the order in which the encoder writes
	Struct reflect.Value
	copied bool // Struct is its own
}

// Step is a field of a View, with what writing it takes.
type Step struct {
	Write    Write
	OmitZero bool // as Field has it
	Key      string
	Element  Element
	Text     *string       // to the value, if it is a string
	Int      **int         // to the value, if it is a pointer to an int
	Value    reflect.Value // the zero reflect.Value where embedding put the field deeper
	Addr     any           // pointer to it
	Field    *Field
}

// Open returns a view of v, a struct of the plan's type, until Close.
func (w *Views) Open(p *Plan, v reflect.Value) *View {
	of := w.of(p)
	if of.open == len(of.views) {
		of.views = append(of.views, w.view(p))
	}
	view := of.views[of.open]
	of.open++
	of.most = max(of.most, of.open)
	if p.copies {
		view.Struct.Set(v)
	} else {
		view.look(v)
	}
	return view
}

func (w *Views) of(p *Plan) *planViews {
	if p.number >= len(w.plans) {
		w.plans = append(w.plans, make([]planViews, p.number+1-len(w.plans))...)
	}
	return &w.plans[p.number]
}

// Close ends the view of the plan that was opened last.
func (w *Views) Close(p *Plan) { w.of(p).open-- }

// Clear ends all views and lets go of what they held.
func (w *Views) Clear() {
	for i := range w.plans {
		of := &w.plans[i]
		for _, view := range of.views[:of.most] {
			view.clear()
		}
		of.open, of.most = 0, 0
	}
}

func (w *Views) view(p *Plan) *View {
	view := &View{Steps: make([]Step, len(p.Fields))}
	for at := range view.Steps {
		i := at
		if w.Sorted {
			i = p.Sorted[at]
		}
		f := &p.Fields[i]
		view.Steps[at] = Step{Write: f.Write, OmitZero: f.OmitZero, Key: f.Key, Element: f.Element, Field: f}
	}
	if view.copied = p.copies; p.copies {
		view.look(reflect.New(p.Type).Elem())
	}
	return view
}

// look finds the fields of v.
func (view *View) look(v reflect.Value) {
	view.Struct = v
	for i := range view.Steps {
		if step := &view.Steps[i]; step.Field.At >= 0 {
			step.Value = v.Field(step.Field.At)
			step.Addr = step.Value.Addr().Interface()
			step.Text, _ = step.Addr.(*string)
			step.Int, _ = step.Addr.(**int)
		}
	}
}

// IsZero asks the value, a WriteText that is OmitZero, whether it is left out.
func (step *Step) IsZero() bool { return step.Addr.(zeroer).IsZero() }

// In returns the field of a step.
func (view *View) In(step *Step) reflect.Value {
	if step.Field.At < 0 {
		return step.Field.In(view.Struct)
	}
	return step.Value
}

func (view *View) clear() {
	if view.copied {
		view.Struct.SetZero()
		return
	}
	view.Struct = reflect.Value{}
	for i := range view.Steps {
		step := &view.Steps[i]
		step.Value, step.Addr, step.Text, step.Int = reflect.Value{}, nil, nil, nil
	}
}

// mayCopy reports whether an encoder may copy structs of the plan, which is to go unnoticed. So they must not hold locks and
// the like, as go vet sees it, nor anything that encoding/json would not read of them, which may change meanwhile: every
// field is a member, Extra, or an embedded struct of such fields. What its own methods write is copied whole, and the copy's
// methods are called. They may read all of it; what methods of the pointer leave in it, to have it at hand the next time,
// is lost with the copy. A type that shares such fields between goroutines guards them by a lock or by package sync/atomic's
// types, and is then not copied.
func (p *Plan) mayCopy() bool { return !locks(p.Type) && p.readsAll(p.Type, nil) }

// readsAll reports whether the plan reads all of t, which is at path in its struct.
func (p *Plan) readsAll(t reflect.Type, path []int) bool {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := slices.Concat(path, []int{i})
		f := p.memberAt(at)
		switch {
		case f != nil:
			if f.Shape.Plan != nil && !f.Shape.Plan.copies {
				return false
			}
		case slices.Equal(at, p.extra):
		case sf.Anonymous && sf.Type.Kind() == reflect.Struct:
			if !p.readsAll(sf.Type, at) {
				return false
			}
		case !sf.Anonymous || !p.leadsThrough(at):
			return false
		}
	}
	return true
}

// memberAt returns the member at path, or nil.
func (p *Plan) memberAt(path []int) *Field {
	for i := range p.Fields {
		if f := &p.Fields[i]; slices.Equal(f.place(), path) {
			return f
		}
	}
	return nil
}

// leadsThrough reports whether members or Extra are inside of what is at path.
func (p *Plan) leadsThrough(path []int) bool {
	inside := func(place []int) bool { return len(place) > len(path) && slices.Equal(place[:len(path)], path) }
	return inside(p.extra) || slices.ContainsFunc(p.Fields, func(f Field) bool { return inside(f.place()) })
}

// place returns where the field is in the struct.
func (f *Field) place() []int {
	if f.path == nil {
		return []int{f.At}
	}
	return f.path
}

// locker is what types have that must not be copied.
var locker = reflect.TypeFor[interface {
	Lock()
	Unlock()
}]()

// locks reports whether values of a type hold something that must not be copied.
func locks(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return locks(t.Elem())
	case reflect.Struct:
		if t.PkgPath() == "sync/atomic" { // whose Value shows it by nothing else
			return true
		}
		for i := range t.NumField() {
			if locks(t.Field(i).Type) {
				return true
			}
		}
	}
	return t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(locker)
}
