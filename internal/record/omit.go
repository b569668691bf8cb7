package record

import "reflect"

// Omission says when a field is not written: whenever one of its bits says so.
type Omission uint8

// The bits.
const (
	OmitIfEmpty  Omission = 1 << iota // omitempty
	OmitIfZero                        // omitzero
	OmitIfIsZero                      // omitzero on a type with an IsZero method
	OmitIfNil                         // either, on a pointer or slice
)

// Omitted reports whether v, which In returned, is not written. A pointer counts as zero only when it is nil, whatever
// its target's IsZero says: a pointer stands for presence.
func (f *Field) Omitted(v reflect.Value) bool { return f.Omit != 0 && f.omits(v) || !v.IsValid() }

func (f *Field) omits(v reflect.Value) bool {
	switch {
	case !v.IsValid():
		return true
	case f.Omit&OmitIfNil != 0 && v.IsNil(), f.Omit&OmitIfEmpty != 0 && isEmpty(v):
		return true
	case f.Omit&OmitIfZero != 0 && v.IsZero():
		return true
	}
	return f.Omit&OmitIfIsZero != 0 && v.Addr().Interface().(zeroer).IsZero()
}

type zeroer interface{ IsZero() bool }

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map, reflect.Array:
		return v.Len() == 0
	case reflect.Int, reflect.Int64: // quicker than IsZero
		return v.Int() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// omitsZero looks for IsZero on the type itself, not on a pointer's target.
func omitsZero(t reflect.Type) Omission {
	switch {
	case t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(zeroerType):
		return OmitIfIsZero
	case t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice:
		return OmitIfNil
	}
	return OmitIfZero
}

func omitsEmpty(t reflect.Type) Omission {
	if t.Kind() == reflect.Pointer {
		return OmitIfNil
	}
	return OmitIfEmpty
}
