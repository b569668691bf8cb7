package mockserver_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// TestZeroValuesSayWhatToCall calls every method of the zero Server, the zero and the nil World, and the parts of the zero World.
func TestZeroValuesSayWhatToCall(t *testing.T) {
	var none *mockserver.World
	zero := mockserver.World{}
	values := []any{&mockserver.Server{}, none, &zero}
	for _, part := range reflect.ValueOf(zero).Fields() {
		if part.CanInterface() {
			values = append(values, part.Interface())
		}
	}
	for _, value := range values {
		for method, of := range reflect.ValueOf(value).Methods() {
			name := fmt.Sprintf("%T.%s", value, method.Name)
			require.Contains(t, panicOf(of), "make one with mockserver.New, Start or Remote", name)
		}
	}
}

// panicOf calls a function with values that no method refuses, ranges over its result, and returns the text of its panic.
func panicOf(f reflect.Value) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	var in []reflect.Value
	for arg := range f.Type().Ins() {
		switch {
		case f.Type().IsVariadic() && len(in) == f.Type().NumIn()-1:
			continue
		case arg == reflect.TypeFor[mockserver.TB]():
			in = append(in, reflect.ValueOf(&mocktest.TB{}))
		case arg == reflect.TypeFor[context.Context]():
			in = append(in, reflect.ValueOf(context.Background()))
		case arg == reflect.TypeFor[tls.Certificate]():
			in = append(in, reflect.ValueOf(tls.Certificate{Certificate: make([][]byte, 1), PrivateKey: "a key"}))
		case arg == reflect.TypeFor[time.Time]():
			in = append(in, reflect.ValueOf(time.Unix(1, 0)))
		case arg.Kind() == reflect.String:
			in = append(in, reflect.ValueOf(string(mockserver.Specials()[0])).Convert(arg))
		case arg.Kind() == reflect.Func:
			in = append(in, reflect.MakeFunc(arg, nil))
		default:
			in = append(in, reflect.Zero(arg))
		}
	}
	for _, out := range f.Call(in) {
		if out.Kind() == reflect.Func {
			for range out.Seq() {
			}
		}
	}
	return ""
}
