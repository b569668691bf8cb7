// Package mocktest has what tests of the mock share: servers with known rows, requests without a socket, and all rows
// of a World at once. Tests that need what package mockserver does not export are beside its source. The others are in
// the folders of this package, by theme:
//
//   - operations: what each operation of the interface answers, refuses and stores.
//   - answers: what is the same for all operations: the form of answers, the settings of a host, keys and limits.
//   - rows: a World without requests: its rows, also those from files, its clock, its history, and games that it plays.
//   - traffic: what a mock does with requests besides answering them: faults, the journal, and no secret in either.
//   - doors: the ways into a mock: sockets, origins, the first page, the admin API, and a World of another process.
package mocktest
