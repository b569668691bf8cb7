// Package secrets looks for the secrets of a request in the texts of a host, a transport or a signer about that
// request.
//
// Nobody can list the ways in which a program may write a text, so nothing is cut out of a text. The package decodes
// the text to plain text instead: it removes layers of escapes until none is left, and searches every stage. A text
// with a secret, or with a large part of a secret, is withheld as a whole. A text that is too large to search is
// withheld as well, so nothing is shown unsearched.
//
// secrets.go has Search, which callers use. plain.go removes escapes, decode.go decodes base64 and other encodings,
// fold.go makes letters comparable, runs.go compares parts of secrets, cut.go finds secrets that dots shorten,
// number.go finds the numbers of cards, words.go lists ordinary words.
package secrets
