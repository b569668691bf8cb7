// Package clienttest has what tests of the client share: hosts in memory that give planned answers and keep the
// requests, calls by the names of their operations, and the bodies of testdata. The tests are in its folders, by theme:
//
//   - requests: which request a call sends, logins and keys, what observers and logs get, which texts show no secret.
//   - sending: when the client sends a request again, and what an error means for a write.
//   - answers: how the client reads answers, in both formats, and how much of them; lists and their pages.
package clienttest
