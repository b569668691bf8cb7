// Package mockserver serves the Sports Event Management Interface from memory, for tests and for development.
//
// In a test, one line starts it and cleans up after itself:
//
//	srv := mockserver.Start(t, tourney.Soccer)
//	client := srv.Client()
//
// [New] makes a server without a socket. A [Server] is an http.Handler and an http.RoundTripper. It serves one variant
// or [tourney.Profile]. Any number of servers can run at the same time, and they share nothing.
//
// A server starts with a scenario: an event with divisions, pools, teams, rosters, venues, a schedule, prices and
// statistics, which are the same every time. The option [Scenario] chooses another one; "empty" has no rows.
//
// The [World] of a server mirrors the client: client.Teams sends requests, and srv.Teams reaches the rows.
//
//	id := srv.Teams.Add(tourney.Team{Name: "Kites"})
//	srv.Games.Edit(7001, func(g *tourney.Game) { g.Notes = "moved" })
//	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())
//	srv.Calls.Want(t, "Payments.Pay")
//
// Reset restores the scenario. Snapshots keep the rows and bring them back, and Writes shows them as they were after a
// write. Fixtures and LoadFixtures add rows from JSON that people write. Save writes all rows to a file, and Load reads
// them. With the option [DataFile] they survive the end of the program.
//
// Session returns a client with rows, clock, faults and journal of its own, so that parallel tests share a server.
// [Remote] returns the World of a server in another process.
//
// The journal keeps the last calls without their secrets: package journal has filters for them, and package fault the
// rules that make calls fail. When a test fails, the log tells what was wrong with the last requests. Unreachable makes
// the server unreachable, and the option [Wrap] puts a handler around it. docs/faults.md has one line for each failure.
//
// The mock also answers where the interface document is silent. Each such behaviour has an id and a line in
// docs/assumptions.md. The header X-Mock-Assumed of a response names the ids that it relied on, and most have an
// [Option] that changes them.
package mockserver
