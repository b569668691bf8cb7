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

// pairs has the pairs of two types of structs. It is no sync.Map, because that would allocate each key.
var pairs = struct {
	sync.RWMutex

	of map[[2]reflect.Type][]pair
}{of: map[[2]reflect.Type][]pair{}}

// Fill sets the fields of a struct to the values of a request. For each pointer in the request that is not nil, it sets
// the field with the same name and type: a value to a copy, a pointer to a new pointer to a copy. Both arguments are
// pointers to structs. The argument to can also be a pointer to a pointer to a struct: if Fill sets a field, the inner
// pointer then points to a changed copy.
func Fill(to, from any) {
	target, source := reflect.ValueOf(to).Elem(), reflect.ValueOf(from).Elem()
	filled, of := target, target.Type()
	if of.Kind() == reflect.Pointer {
		filled, of = reflect.Value{}, of.Elem()
	}
	for _, p := range pairsOf(of, source.Type()) {
		given := source.FieldByIndex(p.from)
		if given.IsNil() {
			continue
		}
		if !filled.IsValid() {
			filled = ownCopy(target)
		}
		if p.pointer {
			own := reflect.New(given.Type().Elem())
			own.Elem().Set(given.Elem())
			given = own
		} else {
			given = given.Elem()
		}
		filled.FieldByIndex(p.to).Set(given)
	}
}

// ownCopy makes a pointer point to a copy, and returns the copy. A nil pointer then points to a zero value.
func ownCopy(pointer reflect.Value) reflect.Value {
	own := reflect.New(pointer.Type().Elem())
	if !pointer.IsNil() {
		own.Elem().Set(pointer.Elem())
	}
	pointer.Set(own)
	return own.Elem()
}

func pairsOf(target, source reflect.Type) []pair {
	key := [2]reflect.Type{target, source}
	pairs.RLock()
	list, known := pairs.of[key]
	pairs.RUnlock()
	if known {
		return list
	}
	for _, from := range reflect.VisibleFields(source) {
		to, ok := target.FieldByName(from.Name)
		if !ok || from.Type.Kind() != reflect.Pointer {
			continue
		}
		if isPointer := to.Type == from.Type; isPointer || to.Type == from.Type.Elem() {
			list = append(list, pair{to.Index, from.Index, isPointer})
		}
	}
	pairs.Lock()
	defer pairs.Unlock()
	pairs.of[key] = list
	return list
}
