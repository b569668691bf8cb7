package main

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/alecthomas/kong"
)

// wholeNumbers reads the values of flags that are whole numbers. Kong takes a value such as -1 for another flag, and
// names types of Go in its errors.
var wholeNumbers = kong.OptionFunc(func(k *kong.Kong) error {
	for _, kind := range []reflect.Kind{reflect.Int, reflect.Int64} {
		if err := kong.KindMapper(kind, flagValue(setNumber)).Apply(k); err != nil {
			return err
		}
	}
	return kong.KindMapper(reflect.Uint64, flagValue(setCount)).Apply(k)
})

// durations reads the values of flags that are durations, which can be negative.
var durations = kong.TypeMapper(reflect.TypeFor[time.Duration](), flagValue(setDuration))

// flagValue returns a mapper that sets a value from the text behind a flag.
func flagValue(set func(target reflect.Value, text string) error) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		text, err := valueOf(ctx)
		if err != nil {
			return err
		}
		return set(target, text)
	}
}

// valueOf returns the text behind a flag.
func valueOf(ctx *kong.DecodeContext) (string, error) {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return "", errors.New("expected a value, found none")
	}
	return token.String(), nil
}

func setNumber(target reflect.Value, text string) error {
	n, err := strconv.ParseInt(text, 0, target.Type().Bits())
	if err != nil {
		return fmt.Errorf("expected a whole number, found %q", text)
	}
	target.SetInt(n)
	return nil
}

func setCount(target reflect.Value, text string) error {
	n, err := strconv.ParseUint(text, 0, target.Type().Bits())
	if err != nil {
		return fmt.Errorf("expected a whole number from 0 to 2^64 - 1, found %q", text)
	}
	target.SetUint(n)
	return nil
}

func setDuration(target reflect.Value, text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("expected a duration such as 90s or 2h, found %q", text)
	}
	target.SetInt(int64(d))
	return nil
}
