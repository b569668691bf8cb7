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
// parameters and both bodies. A Recorder writes no password, key, signature or card number into it, and replaces people
// by made-up ones: names, e-mail addresses, telephone numbers, addresses, and days of birth within the same year.
// Teams, divisions, venues and events keep their names. A Recorder leaves out a body that is neither JSON nor XML,
// because it cannot know whether somebody is named there. Read a file before you give it away all the same: a host can
// write about people in ways that nobody foresees.
//
// The types and functions of this package stay compatible within a major version. The files of a version stay readable
// in later versions.
package cassette
