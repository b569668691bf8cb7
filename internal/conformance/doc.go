// Package conformance tests everything that speaks the interface with one black-box suite: the mock server always,
// and a real host when the environment names one. It also tests that the mock answers with the bodies of
// testdata/wire, which were written from the interface document. Its tests also print the tables in docs that come
// from the contract.
package conformance
