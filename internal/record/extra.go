package record

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// HasExtra reports whether values of the plan have a place for unknown members.
func (p *Plan) HasExtra() bool { return p.extra != nil }

// Extra returns the unknown members of the struct v; nil when it has none, or no place for them.
func (p *Plan) Extra(v reflect.Value) map[string]json.RawMessage {
	if p.extra == nil {
		return nil
	}
	place := descend(v, p.extra, nil)
	if !place.IsValid() {
		return nil
	}
	return place.Convert(extraMap).Interface().(map[string]json.RawMessage)
}

// KeepExtra puts an unknown member of the struct v into its Extra field, unless the memory is spent. The
// plan must have an Extra field. KeepExtra reserves no memory for the name and the value: the caller does.
func (p *Plan) KeepExtra(v reflect.Value, name string, raw json.RawMessage, m *Memory) {
	extra := p.extraOf(v, m)
	if _, again := extra[name]; again || m.reserveForExtra(extra) {
		extra[name] = raw
	}
}

// AddExtra does what KeepExtra does, for a syntax in which a repeated name means an array: the second value
// of a name turns the value in Extra into an array of both values. No value passed in may be an array
// itself. AddExtra copies the name and the value, and reserves their memory.
func (p *Plan) AddExtra(v reflect.Value, name []byte, raw json.RawMessage, m *Memory) {
	extra := p.extraOf(v, m)
	if before := extra[string(name)]; before != nil {
		extra[string(name)] = m.joined(before, raw)
	} else if m.Reserve(len(name)) && m.Reserve(len(raw)) && m.reserveForExtra(extra) {
		extra[string(name)] = bytes.Clone(raw)
	}
}

func (p *Plan) extraOf(v reflect.Value, m *Memory) map[string]json.RawMessage {
	place := descend(v, p.extra, m).Addr().Convert(extraPointer).Interface().(*map[string]json.RawMessage)
	if *place == nil {
		*place = make(map[string]json.RawMessage)
	}
	return *place
}

var (
	extraMap     = reflect.TypeFor[map[string]json.RawMessage]()
	extraPointer = reflect.TypeFor[*map[string]json.RawMessage]()
	zeroerType   = reflect.TypeFor[zeroer]()
)

// isExtra reports whether a field is the Extra field, which holds the unknown members of a struct.
func isExtra(sf *reflect.StructField) bool {
	return sf.Name == "Extra" && sf.Tag.Get("json") == "-" &&
		sf.Type.Kind() == reflect.Map && sf.Type.ConvertibleTo(extraMap)
}

// reserveForExtra reserves the memory of one more unknown member, without its name and its value.
func (m *Memory) reserveForExtra(extra map[string]json.RawMessage) bool {
	return m.ReserveForMap(len(extra), int(reflect.TypeFor[string]().Size()+reflect.TypeFor[json.RawMessage]().Size()))
}

// joined returns a JSON array of the value before and of one more value. If before is already an array, the
// result has its items and one more. If the memory is spent, joined returns before unchanged.
func (m *Memory) joined(before, raw json.RawMessage) json.RawMessage {
	var array json.RawMessage
	if before[0] != '[' {
		array = m.room(nil, len(before)+len(raw)+len("[,]"))
	} else {
		array = m.room(before, len(raw)+len(","))
	}
	switch {
	case m.left < 0:
		return before
	case len(array) == 0:
		array = append(append(array, '['), before...)
	default:
		array = array[:len(array)-1]
	}
	return append(append(append(array, ','), raw...), ']')
}

// room returns text with room for n more bytes, unless the memory is spent.
func (m *Memory) room(text []byte, n int) []byte {
	if cap(text)-len(text) >= n {
		return text
	}
	size := max(2*cap(text), len(text)+n)
	if !m.Reserve(size) {
		return text
	}
	return append(make([]byte, 0, size), text...)
}
