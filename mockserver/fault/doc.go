// Package fault says what goes wrong at a mock: which requests, when, and how.
//
//	srv.Faults.Add(fault.On("Payments.Pay").Where("TeamId", "7").Nth(2).AfterCommit().Drop())
//
// A [Rule] is data: it marshals to JSON and back, and reaches a server in another process. docs/faults.md says what
// each action is over HTTP/1.1, over HTTP/2 and in process.
package fault
