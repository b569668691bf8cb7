package mockserver

import "reflect"

// copied returns a value that shares no slice, map or pointer with the one that it is made of. Everything that goes
// through the side door is copied, so that a test which changes what it gave or got changes no row.
func copied[T any](value T) T {
	v := reflect.ValueOf(&value).Elem()
	v.Set(apart(v))
	return value
}

// apart returns a copy of what refers to something else, and anything else as it is.
func apart(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		return apartPointer(v)
	case reflect.Slice:
		return apartSlice(v)
	case reflect.Map:
		return apartMap(v)
	case reflect.Struct:
		return apartStruct(v)
	}
	return v
}

func apartPointer(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	p := reflect.New(v.Type().Elem())
	p.Elem().Set(apart(v.Elem()))
	return p
}

func apartSlice(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		s.Index(i).Set(apart(v.Index(i)))
	}
	return s
}

func apartMap(v reflect.Value) reflect.Value {
	if v.IsNil() {
		return v
	}
	m := reflect.MakeMapWithSize(v.Type(), v.Len())
	for _, key := range v.MapKeys() {
		m.SetMapIndex(key, apart(v.MapIndex(key)))
	}
	return m
}

// apartStruct leaves what is not exported alone: the small types that have it are values.
func apartStruct(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	for i := range v.NumField() {
		if field := c.Field(i); field.CanSet() {
			field.Set(apart(v.Field(i)))
		}
	}
	return c
}
