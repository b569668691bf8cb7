// Package journal has the calls that a mock keeps, and filters that choose among them.
//
//	refused := srv.Calls.All("Games.Update", journal.Failed(), journal.Where("HomeScore", "2"))
//
// A [Call] holds no secret. A Call can be shown, repeated with [Call.Curl], and marshaled to JSON and back. [Failed],
// [Where], [WithStatus], [Unmatched], [ReliedOn], [Since] and [Before] return a [Filter], and a [Func] is a Filter that
// you write. A [Write] is a change of rows, and [WriteDetails] also has the changed rows.
package journal
