// Package secrets looks for the secrets of a request in what a host, a transport or a signer says about that request.
//
// Nobody can list the ways in which a text may be written, so nothing is cut out of a text. The package brings the
// text to plain text instead: it takes escapes off until none is left, and looks at every stage. A text that holds a
// secret, or a large part of one, is withheld as a whole. A text that is too large to be looked through is withheld as
// well, so that nothing is shown that was not looked at.
//
// secrets.go has what callers need: Search and its methods. plain.go takes escapes off, decode.go reads base64 and
// other encodings of whole texts, fold.go makes letters comparable, runs.go compares parts of secrets, cut.go finds
// secrets that were cut with dots, number.go finds the numbers of cards, words.go knows ordinary words.
package secrets
