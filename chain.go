package tourney

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"

	"github.com/tourney-go/tourney/internal/secrets"
)

// err returns an error that repeats no secret: the given error, or another one in its place.
func (r *redactor) err(err error, kind ErrorType) error {
	nodes := maxChain
	whole, parts := r.showableParts(err, &nodes)
	if whole && isFlat(err) {
		return err
	}
	text := r.text(err.Error())
	if text != err.Error() && kind != NoError {
		text += " (" + string(kind) + ")" // the kind is all that the caller learns
	}
	return hiding(err, text, parts...)
}

// hiding returns an error in place of the secret one, with its own text. It wraps only errors that repeat no secret.
func hiding(err error, text string, below ...error) error {
	return &hidingError{text: text, below: below, is: func(target error) bool { return errors.Is(err, target) }}
}

// hidingError stands for an error that repeats a secret. errors.Is compares targets with the hidden error, which
// reveals no more than yes or no. errors.As and Unwrap find only the errors of its chain that repeat no secret.
type hidingError struct {
	text  string
	below []error
	is    func(target error) bool // a function, because fmt would print the members of an error
}

func (e *hidingError) Error() string        { return e.text }
func (e *hidingError) Unwrap() []error      { return e.below }
func (e *hidingError) Is(target error) bool { return e.is(target) }

// withoutURL drops the URLs, and so the queries, from errors of net/http and of transports that wrap it. The text
// around an error with a URL is lost, but errors.Is still finds the outer error.
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

// maxChain bounds the errors of a chain that are searched. The client shows no error beyond the bound.
const maxChain = 100

// showable reports whether neither an error nor any error that it wraps repeats a secret.
func (r *redactor) showable(err error) bool {
	nodes := maxChain
	whole, _ := r.showableParts(err, &nodes)
	return whole
}

// showableParts reports whether an error and all errors that it wraps may be shown. If not, it returns the parts of the
// chain that may be shown as a whole.
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
	switch err := err.(type) { //nolint:errorlint // the caller walks the chain
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

// showableAlone reports whether an error may be shown apart from the errors that it wraps. It searches the error's
// text, its text under %+v, and the texts in its members, which %#v, encoding/json and encoding/xml print.
func (r *redactor) showableAlone(err error) bool {
	if !r.secretSearch().Clean(err.Error()) {
		return false
	}
	if f, ok := err.(fmt.Formatter); ok && !r.secretSearch().Clean(fmt.Sprintf("%+v", f)) {
		return false
	}
	members := maxMembers
	return r.showableMembers(reflect.ValueOf(err), &members, 0)
}

// The bounds of the search through an error's members. The client does not show an error beyond them.
const (
	maxMembers = 1000
	maxNested  = 8
)

// showableMembers searches texts and bytes. It follows only the pointer to the error itself, because the target of
// another pointer, such as a connection, may change during the search.
func (r *redactor) showableMembers(v reflect.Value, members *int, depth int) bool {
	*members--
	switch {
	case *members < 0 || depth > maxNested:
		return false
	case v.Kind() == reflect.String:
		return r.secretSearch().Clean(v.String())
	case v.Kind() == reflect.Pointer && depth > 0:
		return true
	case holdsBytes(v):
		return v.Len() <= secrets.MaxText && r.secretSearch().Clean(fmt.Sprintf("%s", v))
	}
	for _, member := range membersOf(v) {
		if !r.showableMembers(member, members, depth+1) {
			return false
		}
	}
	return true
}

// isFlat reports whether showableMembers searches everything that encoding/json and encoding/xml print of an error.
func isFlat(err error) bool {
	members := maxMembers
	for _, wrapped := range wrappedBy(err) {
		if !isFlat(wrapped) {
			return false
		}
	}
	return !hasPointers(reflect.ValueOf(err), &members, 0)
}

// hasPointers reports whether a value has pointers, apart from itself and pointers to errors. showableParts searches
// the latter as errors.
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

// membersOf returns the members or elements of a value, up to the bound of the search.
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
