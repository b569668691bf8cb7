package values

import (
	"reflect"
	"sync"
)

// pair is a field that Fill sets, with the field of the same name that has the value.
type pair struct {
	to, from []int
	pointer  bool // whether the field that Fill sets is a pointer too
}

// pairs has the pairs of two types of structs.
var pairs sync.Map // []pair by [2]reflect.Type

// Fill sets the fields of a struct to the values of a request. For each pointer in the request that is not nil, it sets
// the field with the same name and type: a value to a copy, a pointer to a new pointer to a copy. Both arguments are
// pointers to structs. Fill reports whether it set a field.
func Fill(to, from any) (filled bool) {
	target, source := reflect.ValueOf(to).Elem(), reflect.ValueOf(from).Elem()
	for _, p := range pairsOf(target.Type(), source.Type()) {
		given := source.FieldByIndex(p.from)
		switch {
		case given.IsNil():
			continue
		case p.pointer:
			own := reflect.New(given.Type().Elem())
			own.Elem().Set(given.Elem())
			target.FieldByIndex(p.to).Set(own)
		default:
			target.FieldByIndex(p.to).Set(given.Elem())
		}
		filled = true
	}
	return filled
}

func pairsOf(target, source reflect.Type) []pair {
	key := [2]reflect.Type{target, source}
	if known, ok := pairs.Load(key); ok {
		return known.([]pair) //nolint:forcetypeassert // the only type
	}
	var list []pair
	for _, from := range reflect.VisibleFields(source) {
		to, ok := target.FieldByName(from.Name)
		if !ok || from.Type.Kind() != reflect.Pointer {
			continue
		}
		if isPointer := to.Type == from.Type; isPointer || to.Type == from.Type.Elem() {
			list = append(list, pair{to.Index, from.Index, isPointer})
		}
	}
	pairs.Store(key, list)
	return list
}
