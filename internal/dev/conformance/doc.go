// Package conformance tests the mock server with a black-box suite of writes. Package survey looks at the reads, also
// at those of a real host: see docs/hosts.md. Package conformance also tests that the mock answers with the bodies of
// testdata/wire, which were written from the interface document, and prints the tables in docs that come from the
// contract.
package conformance
