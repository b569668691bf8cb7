// Package clienttest has what tests of the client share: hosts in memory that give planned answers and keep the
// requests, calls by the names of their operations, and the bodies of testdata. The tests are in its folders, by theme:
//
//   - requests: what a call sends, and what the client refuses to send.
//   - sending: when it sends a request again, and what an error means for a write.
//   - sockets: the same on real connections.
//   - answers: what it makes of answers, and how much of them it reads.
//   - lists: pages, listings, reading ahead, rows that cannot be read.
//   - auth: signers, logins and keys.
//   - secrets: that no text shows a secret.
//   - observing: what observers hear, and what the log holds.
//   - wire: bodies in JSON and XML.
package clienttest
