// Package cassette records the exchanges of a client with a host in a file, and answers from the file later, without
// the host. Call [Record] first, and give the [Recorder] to the client as its transport:
//
//	recorder, err := cassette.Record("day.json", http.DefaultTransport, cassette.Options{})
//	defer recorder.Close()
//	client, err := tourney.New(host, tourney.Soccer, tourney.WithHTTPClient(&http.Client{Transport: recorder}))
//
// Afterwards [Open] returns a [Player], which is a transport too, and an [http.Handler]. [Compare] sends the
// recorded requests to another host, such as the mock, and lists what it answers differently. The commands tourney
// record and tourney diff do the same for clients in any language.
//
// People can read the file and compare two of them line by line. It is JSON, and each exchange has the operation, the
// parameters and both bodies. The file has ids, numbers, enumerations, times of games and events, statistics, and names
// of events, divisions, pools, brackets, teams, venues and courts, where the interface has them; everything else in it
// is made up, and secrets are withheld. A Recorder leaves out a body that is neither JSON nor XML.
//
// The types and functions of this package stay compatible within a major version. The files of a version stay readable
// in later versions.
package cassette
