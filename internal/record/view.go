package record

import "reflect"

// Views gives an encoder quick access to the fields of structs. To find the fields of a struct takes longer than to copy
// it, so it copies every struct into one whose fields were found before. The zero Views is empty; one serves one encoder at
// a time.
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

// locker is what types have that must not be copied.
var locker = reflect.TypeFor[interface {
	Lock()
	Unlock()
}]()

// mayCopy reports whether values of a type may be copied, as go vet sees it.
func mayCopy(t reflect.Type) bool {
	if t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(locker) {
		return false
	}
	switch t.Kind() {
	case reflect.Array:
		return mayCopy(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !mayCopy(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}
