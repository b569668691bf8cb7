// Package auth has the keys of an account, and the signers that put them on requests. A program needs the package for a
// host that requires credentials.
//
// # What the interface document leaves open
//
// Section 5 shows how a host issues keys: POST /authenticate takes a user name and a password, and answers an API key
// and its secret, both in base64. The section does not show how a request carries the keys, how long the keys are
// valid, and which operations need keys. So a client signs nothing until a program, or the profile of a host, names a
// [Signer].
//
// # Which signer
//
//   - [HMAC] is the scheme that was observed. The secret itself does not go out.
//   - [Header] is for a host that expects key and secret in headers.
//   - [Query] is for a host that expects key and secret as query parameters. Every proxy and log on the way sees these
//     parameters.
//   - For any other host, write a [Signer]. If the Signer is a [Verifier], the mock server checks its signatures too.
//
// # Which keys
//
// With [tourney.WithLogin] a client fetches its keys. With [tourney.WithCredentials] a program gives the client
// [Credentials], such as the Credentials that [tourney.Client.Authenticate] returned. [Decode] makes Credentials from
// the texts that POST /authenticate answers.
//
// # Rotating keys
//
// A client with a login logs in once more when the host refuses its keys, and sends the call again. So a change of keys
// costs one login. A client with Credentials keeps them, so after a change of keys its calls end with
// [tourney.ErrUnauthorized]. [tourney.Client.With] makes a client with the new keys, on the same connections.
// [docs/hosts] has the code.
//
// [docs/hosts]: https://github.com/tourney-go/tourney/blob/main/docs/hosts.md
// [tourney.Client.Authenticate]: https://pkg.go.dev/github.com/tourney-go/tourney#Client.Authenticate
// [tourney.Client.With]: https://pkg.go.dev/github.com/tourney-go/tourney#Client.With
// [tourney.ErrUnauthorized]: https://pkg.go.dev/github.com/tourney-go/tourney#ErrUnauthorized
// [tourney.WithCredentials]: https://pkg.go.dev/github.com/tourney-go/tourney#WithCredentials
// [tourney.WithLogin]: https://pkg.go.dev/github.com/tourney-go/tourney#WithLogin
package auth
