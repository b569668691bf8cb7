package mockserver

import "github.com/tourney-go/tourney/mockserver/internal/refusal"

// Error is why a method of a [World] refused, or why [Remote] could not reach its server. Methods that return errors
// return it too. Its fields:
//
//   - Method is the method of the World, such as "Teams.Add"; "" if the function of an Edit method called the server.
//   - Code is CodeNotFound if something that the call names is not there, and CodeUnavailable if the data file cannot
//     be written, the server is closed or Remote got no answer. CodeInvalid stands for every other reason; a refusal of
//     View has its own code. errors.Is(err, tourney.CodeNotFound) compares it.
//   - Err is the reason.
type Error = refusal.Error

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
