// Package mockserver serves the Sports Event Management Interface from memory, for tests and for development.
//
// In a test, one line starts it and cleans up after itself:
//
//	srv := mockserver.Start(t, tourney.Soccer)
//	client := srv.Client()
//
// New makes a server without a socket. A Server is an http.Handler and an http.RoundTripper. It serves one variant or
// tourney.Profile. Any number of servers can run at the same time, and they share nothing but the pairs of
// tourney.RegisterWonBy.
//
// A server starts with a scenario: an event with divisions, pools, teams, rosters, venues, a schedule, prices and
// statistics, which are the same every time. The option Scenario chooses another one; "empty" has no rows. The Add
// methods add rows without HTTP, the methods called after nouns (Team, Games) read them, and Reset restores the
// scenario. Fixtures and LoadFixtures add rows from JSON that people write.
//
// Session returns a client with rows, clock, faults and journal of its own, so that parallel tests share a server.
// Snapshot keeps the rows and Restore brings them back. Rewind shows them as they were after a write. Save writes them
// to a file, and Load reads them. With the option DataFile they survive the end of the program.
//
// The journal keeps the last calls without their secrets. Calls, WaitCalls, WantCalls and Unmatched return them or
// compare them, and ClearCalls forgets them. When a test fails, the log tells what was wrong with the last requests.
//
// Fault makes requests fail by rules, Unreachable makes the server unreachable, and the option Wrap puts a handler
// around it. docs/faults.md has one line for each failure.
//
// The mock also answers where the interface document is silent. Each such behaviour has an id and a line in
// docs/assumptions.md. The header X-Mock-Assumed of a response names the ids that it relied on, and most have an Option
// that changes them.
package mockserver
