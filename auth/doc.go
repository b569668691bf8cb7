// Package auth has the keys of an account, and the signers that put them on requests. A program needs it for a host
// that requires credentials.
//
// # What the interface document leaves open
//
// Section 5 shows how a host issues keys: POST /authenticate takes a user name and a password, and answers an API key
// and its secret, both in base64. It does not show how a request carries them, how long they live, and which operations
// need them. So a client signs nothing until a program, or the profile of a host, names a [Signer].
//
// # Which signer
//
//   - [HMAC] is the scheme that was observed. The secret itself does not go out.
//   - [Header] is for a host that takes key and secret in headers of its own names.
//   - [Query] is for a host that takes them as parameters. Every proxy and log on the way sees those.
//   - A [Signer] of your own is for any other host. With a [Verifier] the mock server checks its signatures too.
//
// # Which keys
//
// With [tourney.WithLogin] a client fetches keys itself. With [tourney.WithCredentials] it gets [Credentials], such as
// those that [tourney.Client.Authenticate] returned. [Decode] makes them of the texts of POST /authenticate.
//
// # Rotating keys
//
// A client with a login logs in once more when the host refuses its keys, and sends the call again: a change of keys
// costs it one login. A client with Credentials keeps them, and its calls end with [tourney.ErrUnauthorized].
// [tourney.Client.With] makes one with the new keys, on the same connections. [docs/authentication] has the code.
//
// [docs/authentication]: https://github.com/tourney-go/tourney/blob/main/docs/authentication.md
// [tourney.Client.Authenticate]: https://pkg.go.dev/github.com/tourney-go/tourney#Client.Authenticate
// [tourney.Client.With]: https://pkg.go.dev/github.com/tourney-go/tourney#Client.With
// [tourney.ErrUnauthorized]: https://pkg.go.dev/github.com/tourney-go/tourney#ErrUnauthorized
// [tourney.WithCredentials]: https://pkg.go.dev/github.com/tourney-go/tourney#WithCredentials
// [tourney.WithLogin]: https://pkg.go.dev/github.com/tourney-go/tourney#WithLogin
package auth
