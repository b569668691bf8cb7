// Package admin serves the admin API of a mock: its rows, faults, journal, clock and snapshots over HTTP, for tests in
// other languages and for [mockserver.Remote] in another process.
//
//	srv := mockserver.Start(t, tourney.Soccer, admin.Serve())
//
// The option [Serve] turns the API on, and [Token] turns it on with a token. The program mockserver serves the API.
// [docs/mockserver] lists all requests of the API. To add a request, add a route to a function such as rowRoutes, with
// a handler that calls the World.
//
// [docs/mockserver]: https://github.com/tourney-go/tourney/blob/main/docs/mockserver.md#the-admin-api
package admin
