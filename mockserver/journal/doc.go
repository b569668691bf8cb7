// Package journal has the calls that a mock keeps, and filters that choose among them.
//
//	refused := srv.Calls.All("Games.Update", journal.Failed(), journal.Where("HomeScore", "2"))
//
// A [Call] holds no secret. It can be shown, repeated with curl or a Go test, and marshaled to JSON and back.
package journal
