// Package mockserver is the Sports Event Management Interface in memory, for tests and for development.
//
// In a test, one line starts it and cleans up after itself:
//
//	srv := mockserver.Start(t, tourney.Soccer)
//	client := srv.Client()
//
// New makes one without a socket: a Server is an http.Handler and an http.RoundTripper. A server speaks for one
// variant; any number of them run side by side, and none shares anything with another.
//
// A server starts with a scenario: an event with divisions, pools, teams, rosters, venues, a schedule, prices and
// statistics, the same every time. Scenario chooses another one, "empty" for none. Rows are added and read without
// HTTP through the Add methods and their readers, and Reset goes back to the scenario.
//
// Where the interface document is silent the mock does something all the same. Each such behaviour has an id and
// a line in docs/assumptions.md; a response names the ids it relied on in its header X-Mock-Assumed, and most have
// an Option that changes them.
package mockserver
