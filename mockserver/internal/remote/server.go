// Package remote uses a server in another process: it implements the methods of a World by requests to the admin API.
//
// The package and the server use the same types for bodies, the same checks of arguments and the same texts of errors.
// A new request of the admin API needs a method in this package, and a type for its body in internal/form.
package remote

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/adminclient"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// Server is a server in another process, such as the program mockserver, or a session of such a server. It sends
// requests to the admin API.
type Server struct {
	adminclient.Client

	Session string  // the name of the session; "" for the main world
	Host    string  // the name of the profile
	Main    *Server // the server to which a session belongs; if this is no session, Main is this Server itself

	opened bool // this process opened the session, and therefore Close ends the session
}

// Meet asks the server for its Info, and refuses a server with another version of the admin API. It sets Session and
// Main.
func (r *Server) Meet() (info adminclient.About, err error) {
	if info, err = r.Client.Meet(context.Background()); err != nil {
		return info, err
	}
	r.Session, r.Main = info.Session, r
	if main, ok := strings.CutSuffix(r.Base, wire.SessionPath+r.Session); ok && r.Session != "" {
		server := *r
		server.Base, server.Session = main, ""
		r.Main = &server
	}
	return info, nil
}

// Must sends a request for a method that returns no error. If the request fails, Must panics.
func (r *Server) Must(method, verb, path string, query url.Values, body any, to any) {
	r.Panic(method, r.Ask(context.Background(), verb, path, query, body, to))
}

// get sends a GET for a method that returns no error, and returns the answer. If the request fails, get panics.
func get[T any](r *Server, method, path string, query url.Values) (body T) {
	r.Must(method, http.MethodGet, path, query, nil, &body)
	return body
}

// find does what get does, and returns false if what the request names does not exist.
func find[T any](r *Server, method, path string, query url.Values) (body T, ok bool) {
	ok = r.found(method, http.MethodGet, path, query, &body)
	return body, ok
}

// found sends a request, and returns false if what the request names does not exist. It panics for other errors.
func (r *Server) found(method, verb, path string, query url.Values, to any) bool {
	err := r.Ask(context.Background(), verb, path, query, nil, to)
	if adminclient.IsAbsent(err) {
		return false
	}
	r.Panic(method, err)
	return true
}

// Panic panics with the error that ErrorOf returns. It does nothing if err is nil.
func (r *Server) Panic(method string, err error) {
	if err := r.ErrorOf(method, err); err != nil {
		panic(err)
	}
}

// ErrorOf returns the error that a method of a World reports for err, or nil if err is nil.
func (r *Server) ErrorOf(method string, err error) error {
	var far *adminclient.Failure
	err = r.Withheld(err)
	if errors.As(err, &far) && far.Own {
		code := far.Code
		if code != tourney.CodeNotFound && code != tourney.CodeUnavailable {
			code = tourney.CodeInvalid
		}
		return &refusal.Error{Method: method, Code: code, Err: errors.New(strings.TrimPrefix(far.Message, method+": "))}
	}
	return refusal.Wrap(method, err)
}

// Within removes the name of a method from the beginning of an error. A method that calls another one uses Within, so
// that the error names only the calling method.
func (r *Server) Within(method string, err error) error {
	var far *adminclient.Failure
	if errors.As(err, &far) {
		inner := *far
		inner.Message = strings.TrimPrefix(far.Message, method+": ")
		return &inner
	}
	return err
}

// Path is adminclient.Path, under a short name.
func Path(parts ...any) string { return adminclient.Path(parts...) }
