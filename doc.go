// Package tourney is a client of the Sports Event Management Interface: tournaments and leagues with their teams,
// divisions, games, players, venues, standings, statistics, registration and payments, in eleven sport variants.
//
// # What to call first
//
// [New] makes a [Client] for the host of one [Variant], or of a [Profile] such as [Basketball]. The fields of the
// Client are the services, and the methods of the services are the operations:
//
//	client, err := tourney.New("https://soccer.example.com", tourney.Soccer)
//	...
//	team, err := client.Teams.Get(ctx, 4001, tourney.IncludePlayers)
//	for game, err := range client.Games.All(ctx, tourney.GameListOptions{DivisionID: 2001}) { ... }
//	err = client.Games.Update(ctx, tourney.GameUpdateInput{ID: 7001, HomeScore: tourney.Score(3)})
//
// The fields of a [Client] are its services, such as [TeamsService]. [Client.Do] sends any other request.
//
// A host that requires credentials needs [WithLogin] or [WithCredentials], and [WithSigner]: see [docs/hosts].
// Package [auth] has the signers.
//
// # Presence
//
// A nil pointer is a member that is absent. In requests every member except ids and lists is a pointer. The client
// sends only members that are not nil, so an update leaves nil members unchanged. In responses a field is a pointer
// when an absent value differs from zero, such as the score of a game that was not played. The [Extra] map of an object
// holds members that this library does not know, and [MarshalRow] writes a row with all of its members. An [Include]
// asks for members that the host otherwise leaves out.
//
// # Formats
//
// Requests are in JSON, or in XML after [WithFormat]. The client reads answers in either format.
//
// # Values
//
// [Date], [TimeOfDay] and [DateTime] carry no zone, because the interface carries none. [Game.Start] returns the
// instant of a game for a zone. [Decimal] is exact, and [Score] makes a Decimal for an update. [Game.Winner] says who
// won. Enumerations are integers: the named constants were observed, the client keeps any other integer too, and
// [ParseEnum] reads names and numbers. A database can store all of these values. It stores dates and times as text that
// sorts by time: see [docs/start]. A [secret.Text], such as a password or the number of a card, prints as
// "[redacted]", and cannot be stored in a database.
//
// # Errors
//
// [ValidationError] lists every rule that a request breaks. The client did not send it ([ErrNotSent]). [APIError] is an
// unsuccessful answer: errors.Is compares it with sentinels such as [ErrNotFound] and with codes such as
// [CodeInactive]. [DecodeError] is an answer that the client could not decode, and names the place in the answer.
// [TransportError] means that no answer came. [OutcomeUnknownError] means that a create or a charge may have happened:
// call [reconcile.NoteBefore] before the write and [reconcile.FindOut] after such an error. [Client.Check] returns the
// ValidationError of a write and sends nothing. [docs/errors] says what each error means for money. No error and no log
// shows a query, a whole body or a secret.
//
// # Lists
//
// All and Pages read a list page by page: see [Page]. PageSize in the options asks for the size of a page; without
// PageSize the host chooses the size. [Collect] makes a slice of a list. [Prefetch] fetches pages ahead.
// [WholeList] finds rows that page numbers hide, and [SkipBadRows] leaves out rows that cannot be read.
// [EventsService.All] finds the id of an event. The interface sends no notifications, so [watch.Games] polls a list for
// changes. See [docs/reading].
//
// # Sending again
//
// The client sends reads and updates again after failures that may be temporary. It sends a create, or an update that
// adds coaches or players to a team, again only when the request certainly never went out, or after a 429. It sends a
// registration or a payment again only when the request certainly never went out. With [WithLogin] the client sends any
// call once more after the host refused the keys of the call. See [Retry], [WithRetry], [WithTimeout] and
// [docs/writing]. [WithObserver] and [WithLogger] report what a client does.
//
// # Where the interface document is silent
//
// [docs/assumptions] lists each behaviour that the interface document leaves open, the reason for it, and the setting
// that changes it. Package [mockserver] is the whole interface in memory, for tests and for development.
//
// # Compatibility
//
// Versions follow semantic versioning. Within a major version exported names keep their meaning, and errors.As finds
// the same error types.
//
//   - Structs may gain fields of any type: name the fields in literals, and do not compare structs with ==. Decimal and
//     the other types in the section "Values" stay comparable.
//   - A program may implement [auth.Signer], [auth.Verifier], [auth.TimedVerifier], [Limiter], [KeyStore], watch.State,
//     watch.List, deed.Store, journal.Filter and mockserver.TB. These interfaces gain no methods. A later version adds
//     a method in a new interface, as TimedVerifier adds one to Verifier, and the library asks whether a value
//     implements the new interface. No program can implement the other interfaces. An [observe.Observer] is a struct
//     of functions, and may gain more functions.
//   - The names of operations, such as "Teams.Get", do not change: in errors, in a reconcile.Note, in events of an
//     observe.Observer, and in faults and journals of the mock. The values of constants of watch.Kind, [Winner],
//     [Variant], [observe.ErrorType] and other types do not change either. A minor version may add values.
//   - Error texts, the mock's made-up data, and the names that String returns for observed enumeration values may
//     change in minor versions.
//
// [docs/assumptions]: https://github.com/tourney-go/tourney/blob/main/docs/assumptions.md
// [docs/hosts]: https://github.com/tourney-go/tourney/blob/main/docs/hosts.md
// [docs/errors]: https://github.com/tourney-go/tourney/blob/main/docs/errors.md
// [docs/reading]: https://github.com/tourney-go/tourney/blob/main/docs/reading.md
// [docs/writing]: https://github.com/tourney-go/tourney/blob/main/docs/writing.md
// [docs/start]: https://github.com/tourney-go/tourney/blob/main/docs/start.md
// [mockserver]: https://pkg.go.dev/github.com/tourney-go/tourney/mockserver
// [reconcile.FindOut]: https://pkg.go.dev/github.com/tourney-go/tourney/reconcile#FindOut
// [reconcile.NoteBefore]: https://pkg.go.dev/github.com/tourney-go/tourney/reconcile#NoteBefore
// [watch.Games]: https://pkg.go.dev/github.com/tourney-go/tourney/watch#Games
package tourney
