// Package fault says what goes wrong at a mock: which requests, when, and how.
//
//	srv.Faults.Add(fault.On("Payments.Pay").Where("TeamId", "7").Nth(2).AfterCommit().Drop())
//
// [On], [OnPath] and [OnAny] begin a [Rule]. [Rule.Where] restricts it to values of parameters. A trigger says which of
// these requests fail: [Rule.Nth], [Rule.First], [Rule.Every], [Rule.After], [Rule.Probability] or [Rule.Until]. A
// phase says when: [Rule.Before] the request is checked, [Rule.AfterCommit], when the write was made, or while the mock
// is [Rule.Writing] its answer. An action ends the rule, such as [Rule.Status], [Rule.Drop], [Rule.Truncate] or
// [Rule.Delay].
//
// A Rule is data: it can be marshaled to JSON and back, and sent to a server in another process. [docs/faults] says
// what each action is over HTTP/1.1, over HTTP/2 and in process.
//
// [docs/faults]: https://github.com/tourney-go/tourney/blob/main/docs/faults.md
package fault
