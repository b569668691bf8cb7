package xmlwire

import (
	"reflect"
)

// Root returns the start tag and the end tag that Marshal writes around a root element with this name.
func Root(root string) (open, end string) { return "<" + root + instance + ">", "</" + root + ">" }

// MarshalElement returns v as an element of a larger body. It writes what MarshalAnswer writes, without the namespace
// declaration that a root element has.
func MarshalElement(name string, v any, has func(t reflect.Type, member string) bool) ([]byte, error) {
	e := encoder{nulls: has, extra: true}
	return e.append(nil, name, "", v)
}
