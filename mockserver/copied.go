package mockserver

import "reflect"

// deepCopy returns a value that shares no slice, map or pointer with the one that it is made of. Everything that goes
// through the side door is deepCopy, so that a test which changes what it gave or got changes no row.
func deepCopy[T any](value T) T {
	v := reflect.ValueOf(&value).Elem()
	v.Set(copyValue(v))
	return value
}

// copyValue returns a copy of what refers to something else, and anything else as it is.
func copyValue(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		return copyPointer(v)
	case reflect.Slice:
		return copySlice(v)
	case reflect.Map:
		return copyMap(v)
	case reflect.Struct:
		return copyStruct(v)
	}
	return v
}

func copyPointer(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	p := reflect.New(v.Type().Elem())
	p.Elem().Set(copyValue(v.Elem()))
	return p
}

func copySlice(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		s.Index(i).Set(copyValue(v.Index(i)))
	}
	return s
}

func copyMap(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	m := reflect.MakeMapWithSize(v.Type(), v.Len())
	for _, key := range v.MapKeys() {
		m.SetMapIndex(key, copyValue(v.MapIndex(key)))
	}
	return m
}

// copyStruct leaves what is not exported alone: the small types that have it are values.
func copyStruct(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	for i := range v.NumField() {
		if field := c.Field(i); field.CanSet() {
			field.Set(copyValue(v.Field(i)))
		}
	}
	return c
}
