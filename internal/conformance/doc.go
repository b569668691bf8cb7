// Package conformance holds one black-box suite for everything that speaks the interface: the mock server always,
// a real host when the environment names one. It also shows that the mock answers with the bodies of
// testdata/wire, which were written from the interface document, and prints the tables of docs from the
// contract.
package conformance
