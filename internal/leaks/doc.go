// Package leaks looks for known texts, such as the keys that signed a request, and for the numbers of cards in what
// others wrote.
//
// It finds a text as it is, in another letter case, and behind the escapes of URLs, HTML, XML and JSON. It knows no
// other form: a host can write a secret in more ways than anybody can list. So the client withholds what a host says
// about a password or a card without looking, and looks only for the keys of other requests.
package leaks
