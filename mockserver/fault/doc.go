// Package fault describes what goes wrong at a mock: which requests fail, when, and how.
//
//	srv.Faults.Add(fault.On("Payments.Pay").Where("TeamId", "7").Nth(2).AfterCommit().Drop())
//
// [On], [OnPath] and [OnAny] begin a [Rule]. [Rule.Where] restricts it to values of parameters. A trigger chooses
// which of these requests fail: [Rule.Nth], [Rule.First], [Rule.Every], [Rule.After], [Rule.Probability] or
// [Rule.Until]. A phase sets when they fail: before the mock checks the request ([Rule.Before]), after it made the
// write ([Rule.AfterCommit]), or while it sends the answer ([Rule.Writing]). An action sets how they fail, such as
// [Rule.Status], [Rule.Drop], [Rule.Truncate] or [Rule.Delay].
//
// A Rule is data: it can be marshaled to JSON and back, and sent to a server in another process. [docs/faults] says
// what a client sees of each action over HTTP/1.1, over HTTP/2 and in process.
//
// [docs/faults]: https://github.com/tourney-go/tourney/blob/main/docs/faults.md
package fault
