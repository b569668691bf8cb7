// Package clienttest has what tests of the client share: hosts in memory that give planned answers and keep the
// requests, calls by the names of their operations, and the bodies of testdata. The tests are in its folders, by theme:
//
//   - requests: which request a call sends, and which requests the client refuses to send.
//   - sending: when the client sends a request again, and what an error means for a write.
//   - sockets: when the client sends a request again on real connections.
//   - answers: how the client reads answers, and how much of them.
//   - lists: pages, listings, reading ahead, rows that cannot be read.
//   - auth: signers, logins and keys.
//   - secrets: that no text shows a secret.
//   - observing: which events observers get, and what the log contains.
//   - wire: bodies in JSON and XML.
package clienttest
