package xmlwire

import (
	"bytes"
	"reflect"
)

// Root returns the start tag and the end tag of Marshal.
func Root(root string) (open, end string) { return "<" + root + instance + ">", "</" + root + ">" }

// MarshalElement returns v as an element of a larger body: what Marshal writes, without the declaration that a root
// element has.
func MarshalElement(name string, v any) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer e.free()
	return e.marshal(name, "", v)
}

// AppendElement appends v as MarshalElement returns it. After an error dst is returned as it was.
func AppendElement(dst []byte, name string, v any) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer e.free()
	return e.append(dst, name, "", v, false)
}

// MarshalElementNulls is MarshalElement for a host that writes null as MarshalNulls does.
func MarshalElementNulls(name string, v any, has func(t reflect.Type, member string) bool) ([]byte, error) {
	e := &encoder{nulls: has}
	return e.append(nil, name, "", v, true)
}

// marshal appends an element to the room of the encoder, and returns a copy.
func (e *encoder) marshal(root, attribute string, v any) ([]byte, error) {
	out, err := e.append(e.scratch, root, attribute, v, false)
	if err != nil {
		e.scratch = e.scratch[:cap(e.scratch)] // some of which was written to
		return nil, err
	}
	e.scratch = out
	return bytes.Clone(out), nil
}
