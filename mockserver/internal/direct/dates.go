package direct

import (
	"reflect"
	"strings"

	"github.com/tourney-go/tourney"
)

// moved returns a value whose dates are moved by whole days, except birthdates. A text is a date if its field has the
// name of one. It changes the lists and the pointers of the value in place.
func moved(v any, days int) any {
	if v == nil || days == 0 {
		return v
	}
	row := reflect.New(reflect.TypeOf(v)).Elem()
	row.Set(reflect.ValueOf(v))
	move(row, days)
	return row.Interface()
}

func move(v reflect.Value, days int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			move(v.Elem(), days)
		}
	case reflect.Slice:
		for i := range v.Len() {
			move(v.Index(i), days)
		}
	case reflect.Struct:
		if day, ok := v.Addr().Interface().(*tourney.Date); ok {
			*day = movedDate(*day, days)
			return
		}
		for i := range v.NumField() {
			moveField(v.Type().Field(i), v.Field(i), days)
		}
	}
}

func moveField(f reflect.StructField, v reflect.Value, days int) {
	if !f.IsExported() || f.Name == "Birthdate" {
		return
	}
	switch text, ok := v.Addr().Interface().(*tourney.TextOrNumber); {
	case ok && strings.HasSuffix(f.Name, "Date"):
		if day, err := tourney.ParseDate(string(*text)); err == nil && !day.IsZero() {
			*text = tourney.TextOrNumber(movedDate(day, days).String())
		}
	default:
		move(v, days)
	}
}

// movedDate returns a later day, or an earlier one. A day that would leave the calendar of the interface stays.
func movedDate(day tourney.Date, days int) tourney.Date {
	if to := day.AddDays(days); !day.IsZero() && to.Year > 0 && to.Year <= 9999 {
		return to
	}
	return day
}
