// Package redact finds secrets in texts from outside, and redacts them. It recognizes a possible secret by its value,
// such as the number of a card, or by its name. Add new names of secrets to name.go. Package recording decides what the
// journal keeps of a request.
//
// A Search looks for known secrets, such as the keys that signed a request. It finds a secret as it is, in another
// letter case, with other white space, behind the escapes of URLs, HTML, XML and JSON, in base64 and in hexadecimal
// digits. It finds no other form, and a host can write a secret in more ways than anybody can list. So when a request
// had a password or a card, the client withholds the host's texts without a search. It searches only the answers to
// other requests, for their keys.
package redact
