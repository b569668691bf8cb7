// Package admin serves the admin API of a mock: its rows, faults, journal, clock and snapshots over HTTP, for tests in
// other languages and for [mockserver.Remote] in another process.
//
//	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
//
// [Serve] turns it on, and [Token] turns it on with a token. The program has it. [docs/admin] lists its requests. A new
// request is a route: a row of a function such as rowRoutes, and a handler that calls the World.
//
// [docs/admin]: https://github.com/tourney-go/tourney/blob/main/docs/admin.md
package admin
