package refusal

import (
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
)

// Error is the reason why a method of a [World] failed, or why [Remote] could not reach its server. Methods without an
// error result panic with an *Error, and the other methods return one.
type Error struct {
	Method string // such as "Teams.Add"; "" if the function passed to an Edit method called the server
	// Code is CodeNotFound if something that the call names does not exist. It is CodeUnavailable if the data file
	// cannot be written, the server is closed or Remote got no answer. For a refusal of View it is the code of the
	// refusal. For every other reason it is CodeInvalid.
	Code tourney.ErrorCode
	Err  error
}

// Error returns the name of the method and the reason.
func (e *Error) Error() string {
	if e.Method == "" {
		return "mockserver: " + e.Err.Error()
	}
	return "mockserver: " + e.Method + ": " + e.Err.Error()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the code of the error. For example, errors.Is(err, tourney.CodeNotFound) is true if
// something that the call names does not exist.
func (e *Error) Is(target error) bool {
	code, ok := target.(tourney.ErrorCode)
	return ok && code == e.Code
}

// Errorf returns the error of a method, with the code of the first wrapped error that has one.
func Errorf(method, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{method, CodeOf(err), err}
}

// Wrap returns err as an error of a method, or nil if err is nil.
func Wrap(method string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{method, CodeOf(err), err}
}

// absent is the error for something that does not exist.
type absent string

// Error says what does not exist.
func (a absent) Error() string { return string(a) }

// FailureCode returns CodeNotFound.
func (absent) FailureCode() tourney.ErrorCode { return tourney.CodeNotFound }

// Absentf returns an error with CodeNotFound, for something that does not exist.
func Absentf(format string, args ...any) error { return absent(fmt.Sprintf(format, args...)) }

// NoneNamed returns an error with CodeNotFound that says that nothing of a kind has a name, and which of the names of
// that kind somebody probably meant.
func NoneNamed(kind, name string, names []string) error {
	hint := plaintext.QuotedHint(names, name)
	return Absentf("there is no %s %q: %s", kind, redact.Safe(name), redact.Safe(hint))
}

// Unavailable is the error of a closed server, and of a data file that cannot be written.
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
