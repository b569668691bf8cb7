package mockserver

import (
	"errors"
	"fmt"
)

// Error is why a method of a [World] refused, or why a [Remote] could not reach its server. Methods that return errors
// return it too.
type Error struct {
	Method string // such as "Teams.Add"; "" if the function of an Edit method called the server
	Err    error
}

// Error names the method and says why.
func (e *Error) Error() string {
	if e.Method == "" {
		return "mockserver: " + e.Err.Error()
	}
	return "mockserver: " + e.Method + ": " + e.Err.Error()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Try calls f, and returns the *Error with which a method of a World panics in it; nil when f returns. Another panic
// goes on. Tests need no Try: there the panic ends the test with its text.
func Try(f func()) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case *Error:
			err = cause
		default:
			panic(cause)
		}
	}()
	f()
	return nil
}

// refusing returns the error of a method.
func refusing(method, format string, args ...any) *Error {
	if len(args) == 0 {
		return &Error{method, errors.New(format)}
	}
	return &Error{method, fmt.Errorf(format, args...)}
}

// failing returns an error of a method, nil for none.
func failing(method string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{method, err}
}
