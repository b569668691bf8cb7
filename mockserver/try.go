package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Try calls f, and returns the *Error with which a method of a World panics in it; nil when f returns. Another panic
// goes on. Tests need no Try: there the panic ends the test with its text.
func Try(f func()) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case *refusal.Error:
			err = cause
		default:
			panic(cause)
		}
	}()
	f()
	return nil
}
