// Package mockserver serves the Sports Event Management Interface from memory, for tests and for development.
//
// In a test, one line starts it and cleans up after itself:
//
//	srv := mockserver.Start(t, tourney.Soccer)
//	client := srv.Client()
//
// [Start] listens until the test ends, and [World.Client] returns a client. [New] makes a server without a socket. A
// [Server] is an [http.Handler] and an [http.RoundTripper]. It serves one variant or [tourney.Profile]. Any number of
// servers can run at the same time, and they share nothing.
//
// A server starts with a scenario: an event with divisions, pools, teams, rosters, venues, a schedule, prices and
// statistics, which are the same every time. The option [Scenario] chooses another scenario; the scenario "empty" has
// no rows. [World.Special] finds rows that are unlike the others, such as a division that is full.
//
// The [World] of a server has the same fields as the client: client.Teams sends requests, and srv.Teams reads and
// changes the rows themselves.
//
//	id := srv.Teams.Add(tourney.Team{Name: "Kites"})
//	srv.Games.Edit(7001, func(g *tourney.Game) { g.Notes = "moved" })
//	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())
//	srv.Calls.Want(t, "Payments.Pay")
//
// [World.Reset] restores the scenario. [Snapshots] keep the rows and bring them back, and [History.Rewind] makes them
// what they were after a write. [Fixtures] and [World.LoadFixtures] add rows from JSON that people write. [World.Save]
// writes all rows to a file, and [World.Load] reads them. With the option [DataFile] the rows survive the end of the
// program. See [docs/data].
//
// [World.StartSession] returns a World with rows, clock, faults and journal of its own, so that parallel tests share a
// server. [Remote] returns the World of a server in another process, which serves the API of package admin.
//
// The journal keeps the last calls without their secrets: [Calls] reads it, and package [journal] has filters. Package
// [fault] has the rules that make calls fail, [Faults.Add] adds one, and [docs/faults] describes each. When a test
// fails, the log tells what was wrong with the last requests. [World.Unreachable] makes the server unreachable, and the
// option [Wrap] puts a handler around it. [RequireAuth] makes it check signatures, and its [Clock] stands still until a
// test moves it.
//
// The mock also answers where the interface document says nothing. Each such behaviour has an id and a line in
// [docs/assumptions]. The header X-Mock-Assumed of a response names the ids of the behaviours that the response relied
// on. An [Option] or a field of a [Profile] changes most of these behaviours. [docs/testing] shows how to test a
// program with all of this.
//
// [docs/assumptions]: https://github.com/tourney-go/tourney/blob/main/docs/assumptions.md
// [docs/data]: https://github.com/tourney-go/tourney/blob/main/docs/data.md
// [docs/faults]: https://github.com/tourney-go/tourney/blob/main/docs/faults.md
// [docs/testing]: https://github.com/tourney-go/tourney/blob/main/docs/testing.md
package mockserver
