package tourney

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"

	"github.com/tourney-go/tourney/internal/secrets"
)

// err returns an error that may be shown in place of another, whatever the transport, the signer or the host put into
// that one.
func (r *redactor) err(err error, kind ErrorType) error {
	nodes := maxChain
	whole, parts := r.showableParts(err, &nodes)
	if whole && isFlat(err) {
		return err
	}
	text := r.text(err.Error())
	if text != err.Error() && kind != NoError {
		text += " (" + string(kind) + ")" // else nobody could tell what went wrong
	}
	return hiding(err, text, parts...)
}

// hiding returns an error that stands for err. It has another text, and wraps only the errors of the chain that may be
// shown.
func hiding(err error, text string, below ...error) error {
	return &hidingError{text: text, below: below, is: func(target error) bool { return errors.Is(err, target) }}
}

// hidingError stands for an error that must not be shown. errors.Is compares with that error, which tells no more than
// yes or no. errors.As and Unwrap reach only the errors of its chain that may be shown.
type hidingError struct {
	text  string
	below []error
	is    func(target error) bool // and not the error itself, whose members fmt would print
}

func (e *hidingError) Error() string        { return e.text }
func (e *hidingError) Unwrap() []error      { return e.below }
func (e *hidingError) Is(target error) bool { return e.is(target) }

// withoutURL drops the URLs, and with them the queries, from an error of net/http and of transports that are built on
// it. The text around an error with a URL is lost, but errors.Is still finds the error.
func withoutURL(err error) error {
	if outer, ok := err.(*url.Error); ok && outer.Err != nil { //nolint:errorlint // of http.Client
		err = outer.Err
	}
	below, found := err, false
	for u := (*url.Error)(nil); errors.As(below, &u); found = true {
		if below = u.Err; below == nil {
			below = errors.New("no reason is given")
		}
	}
	if !found {
		return err
	}
	return hiding(err, below.Error(), below)
}

// maxChain is how many errors of a chain are searched. Deeper errors are not shown.
const maxChain = 100

// showable reports whether an error and all that it wraps may be shown.
func (r *redactor) showable(err error) bool {
	nodes := maxChain
	whole, _ := r.showableParts(err, &nodes)
	return whole
}

// showableParts reports whether an error and all errors that it wraps may be shown. If not, it returns those that may
// be, each with all that it wraps.
func (r *redactor) showableParts(err error, nodes *int) (whole bool, parts []error) {
	if *nodes--; *nodes < 0 {
		return false, nil
	}
	whole = true
	for _, wrapped := range wrappedBy(err) {
		also, below := r.showableParts(wrapped, nodes)
		whole = whole && also
		parts = append(parts, below...)
	}
	if whole && r.showableAlone(err) {
		return true, []error{err}
	}
	return false, parts
}

func wrappedBy(err error) (wrapped []error) {
	switch err := err.(type) { //nolint:errorlint // each error of the chain is looked at
	case interface{ Unwrap() error }:
		wrapped = []error{err.Unwrap()}
	case interface{ Unwrap() []error }:
		wrapped = err.Unwrap()
	}
	below := wrapped[:0:0]
	for _, e := range wrapped {
		if e != nil {
			below = append(below, e)
		}
	}
	return below
}

// showableAlone reports whether an error may be shown apart from the errors that it wraps: its text, the text that it
// prints under %+v, and the texts in its members, which %#v, encoding/json and encoding/xml print.
func (r *redactor) showableAlone(err error) bool {
	if !r.look().Clean(err.Error()) {
		return false
	}
	if f, ok := err.(fmt.Formatter); ok && !r.look().Clean(fmt.Sprintf("%+v", f)) {
		return false
	}
	members := maxMembers
	return r.showableMembers(reflect.ValueOf(err), &members, 0)
}

// The bounds of the search through an error's members. An error beyond them is not shown.
const (
	maxMembers = 1000
	maxNested  = 8
)

// showableMembers searches texts and bytes. It follows no pointer but the error itself: the target of another one, such
// as a connection, may change meanwhile.
func (r *redactor) showableMembers(v reflect.Value, members *int, depth int) bool {
	*members--
	switch {
	case *members < 0 || depth > maxNested:
		return false
	case v.Kind() == reflect.String:
		return r.look().Clean(v.String())
	case v.Kind() == reflect.Pointer && depth > 0:
		return true
	case holdsBytes(v):
		return v.Len() <= secrets.MaxText && r.look().Clean(fmt.Sprintf("%s", v))
	}
	for _, member := range membersOf(v) {
		if !r.showableMembers(member, members, depth+1) {
			return false
		}
	}
	return true
}

// isFlat reports whether encoding/json and encoding/xml print nothing of an error that showableMembers does not search.
func isFlat(err error) bool {
	members := maxMembers
	for _, wrapped := range wrappedBy(err) {
		if !isFlat(wrapped) {
			return false
		}
	}
	return !hasPointers(reflect.ValueOf(err), &members, 0)
}

// hasPointers reports whether a value has pointers, apart from itself and pointers to errors, which are searched as
// errors.
func hasPointers(v reflect.Value, members *int, depth int) bool {
	*members--
	if v.Kind() == reflect.Pointer && depth > 0 {
		return !v.IsNil() && !v.Type().Implements(reflect.TypeFor[error]())
	}
	if holdsBytes(v) {
		return false
	}
	for _, member := range membersOf(v) {
		if *members < 0 || hasPointers(member, members, depth+1) {
			return true
		}
	}
	return *members < 0
}

func holdsBytes(v reflect.Value) bool {
	return (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && v.Type().Elem().Kind() == reflect.Uint8
}

// membersOf returns the members or elements of a value, up to the number that is searched.
func membersOf(v reflect.Value) (members []reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			members = append(members, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			members = append(members, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), maxMembers) {
			members = append(members, v.Index(i))
		}
	case reflect.Map:
		for entries := v.MapRange(); len(members) < maxMembers && entries.Next(); {
			members = append(members, entries.Key(), entries.Value())
		}
	}
	return members
}
