package refusal

import (
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
)

// Error is why a method of a [World] refused, or why [Remote] could not reach its server. Methods that return errors
// return this type too.
type Error struct {
	Method string // such as "Teams.Add"; "" if the function of an Edit method called the server
	// Code is CodeNotFound if something that the call names is not there, and CodeUnavailable if the data file cannot be
	// written, the server is closed or Remote got no answer. CodeInvalid stands for every other reason; a refusal of View
	// has its own code.
	Code tourney.ErrorCode
	Err  error
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

// Is reports whether target is the code of the error. So errors.Is(err, tourney.CodeNotFound) reports whether something
// is missing.
func (e *Error) Is(target error) bool {
	code, ok := target.(tourney.ErrorCode)
	return ok && code == e.Code
}

// Errorf returns the error of a method, with the code of the first wrapped error that has one.
func Errorf(method, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{method, CodeOf(err), err}
}

// Wrap returns an error as an error of a method, nil for nil.
func Wrap(method string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{method, CodeOf(err), err}
}

// absent is the error for something that is not there.
type absent string

// Error says what is not there.
func (a absent) Error() string { return string(a) }

// FailureCode returns CodeNotFound.
func (absent) FailureCode() tourney.ErrorCode { return tourney.CodeNotFound }

// Absentf returns the error for something that is not there.
func Absentf(format string, args ...any) error { return absent(fmt.Sprintf(format, args...)) }

// Unavailable is the error of a closed server, of a data file that cannot be written, and of Remote without an answer.
type Unavailable struct{ Reason error }

// Error returns the text of the reason.
func (u Unavailable) Error() string { return u.Reason.Error() }

// FailureCode returns CodeUnavailable.
func (Unavailable) FailureCode() tourney.ErrorCode { return tourney.CodeUnavailable }

// Unwrap returns the reason.
func (u Unavailable) Unwrap() error { return u.Reason }

// ErrClosed is the error of requests after Close.
var ErrClosed error = Unavailable{errors.New("mockserver: the server is closed")}

// CodeOf returns the code of the first error in the chain of an error that has a code.
func CodeOf(err error) tourney.ErrorCode {
	var known *Error
	var coded interface{ FailureCode() tourney.ErrorCode }
	switch {
	case errors.As(err, &known):
		return known.Code
	case errors.As(err, &coded):
		return coded.FailureCode()
	}
	return tourney.CodeInvalid
}
