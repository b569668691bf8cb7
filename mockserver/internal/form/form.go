// Package form has the bodies of the admin API. The admin API and Remote both use it to write and read these bodies.
//
// The package knows rows, calls, rules and news, but no servers and no requests. Add a new member of a body here. A new
// request also needs a route in mockserver/admin and a method in mockserver/internal/remote.
package form

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Limits bound the memory that the admin API uses to parse a body.
var Limits = jsoncodec.Limits{Doubles: true, Whole: true, MaxMemory: wire.MaxRequestMemory}

// Form contains the functions that write and read values of a type as JSON.
type Form[T any] struct {
	Encode func(value T) (json.RawMessage, error)
	Decode func(data []byte, value *T) error
}

// Row returns the form of the interface's rows. It writes rows as answers of the interface do, but without losing
// data.
func Row[T any]() *Form[T] {
	return &Form[T]{
		Encode: func(value T) (json.RawMessage, error) {
			data, err := tourney.MarshalRow(value)
			if err != nil {
				return nil, fmt.Errorf("the row cannot be written as JSON: %s", redact.Safe(refusal.WithoutPackage(err)))
			}
			return data, nil
		},
		Decode: func(data []byte, value *T) error {
			if err := jsoncodec.Unmarshal(data, value, Limits); err != nil {
				return errors.New(redact.Safe(refusal.FromBind(err).Error()))
			}
			return nil
		},
	}
}

// Plain returns the form of values that are in no answer of the interface, such as details.
func Plain[T any]() *Form[T] {
	return &Form[T]{
		Encode: func(value T) (json.RawMessage, error) {
			// encoding/json would replace bytes that are not UTF-8 by other characters.
			if err := refusal.CheckWritable("", &value); err != nil {
				return nil, err
			}
			return json.Marshal(value)
		},
		Decode: func(data []byte, value *T) error {
			err := json.Unmarshal(data, value)
			var wrong *json.UnmarshalTypeError
			switch {
			case errors.As(err, &wrong):
				return fmt.Errorf("%s: expected %s, found %s",
					redact.Safe(wrong.Field), nounOf(wrong.Type), redact.Safe(wrong.Value))
			case err != nil:
				return errors.New(redact.Safe(refusal.WithoutPackage(err)))
			}
			return nil
		},
	}
}

// nounOf returns the word for values of a type in JSON, such as object.
func nounOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Uint64:
		return "a whole number from 0 on"
	default:
		return "a whole number"
	}
}

// List returns rows in the form of an answer.
func (f *Form[T]) List(rows []T) (list Page, err error) {
	list.Rows = make([]json.RawMessage, len(rows))
	for i := 0; i < len(rows) && err == nil; i++ {
		list.Rows[i], err = f.Encode(rows[i])
	}
	return list, err
}
