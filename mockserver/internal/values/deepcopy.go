package values

import "reflect"

// DeepCopy returns a copy that shares no slice, map or pointer with the value. The methods that read and change rows
// without HTTP copy every value, so that a test cannot change a row by changing such a value later.
func DeepCopy[T any](value T) T {
	v := reflect.ValueOf(&value).Elem()
	v.Set(copyValue(v))
	return value
}

func copyValue(v reflect.Value) reflect.Value {
	switch kind := v.Kind(); {
	case kind == reflect.Struct:
		return copyStruct(v)
	case kind != reflect.Pointer && kind != reflect.Slice && kind != reflect.Map || v.IsNil():
		return v
	case kind == reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(copyValue(v.Elem()))
		return p
	case kind == reflect.Slice:
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			s.Index(i).Set(copyValue(v.Index(i)))
		}
		return s
	}
	m := reflect.MakeMapWithSize(v.Type(), v.Len())
	for key, value := range v.Seq2() {
		m.SetMapIndex(key, copyValue(value))
	}
	return m
}

// copyStruct copies unexported fields without what they refer to, because the methods of their types never change what
// they refer to.
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
