// Package tourney is a client of the Sports Event Management Interface: tournaments and leagues with their teams,
// divisions, games, players, venues, standings, statistics, registration and payments, in eleven sport variants.
//
// # What to call first
//
// New makes a Client for the host of one variant. Its fields are the services; their methods are the operations:
//
//	client, err := tourney.New("https://soccer.example.com", tourney.Soccer)
//	...
//	team, err := client.Teams.Get(ctx, 4001, tourney.IncludePlayers)
//	for game, err := range client.Games.All(ctx, tourney.GameListOptions{DivisionID: 2001}) { ... }
//	err = client.Games.Update(ctx, tourney.GameUpdateInput{ID: 7001, HomeScore: new(3), AwayScore: new(1)})
//
// A host that requires credentials wants a Signer as well, because the interface document does not show how keys are
// used: WithLogin or WithCredentials, and HMACSigner for the scheme that was seen in practice.
//
// # Presence
//
// A pointer says "may be absent". In requests everything but ids and lists is a pointer, and only what is not nil is
// sent: an update changes what it names and leaves the rest alone. In responses a pointer stands where absent differs
// from zero, such as the score of a game that was not played. Members that this version has no field for are in the
// Extra map of the object that carried them.
//
// # Formats
//
// Bodies are JSON, or XML after WithFormat. Answers are read in either format.
//
// # Values
//
// Date, BirthDate, TimeOfDay and DateTime carry no zone, as the interface does: Game.Start makes an instant of them.
// Decimal is exact. Enumerations are open integers: the named constants were observed, and any other value is kept.
// Secret does not print.
//
// # Errors
//
// ValidationError is a request that was not sent, with everything that is wrong with it. APIError is an answer that
// says no, and compares with ErrNotFound and its neighbours. DecodeError is an answer that could not be understood and
// says where. TransportError is no answer at all. OutcomeUnknownError is a create or charge that may have happened:
// look before sending it again, for what the answer named when it named something. docs/errors.md says what each of
// them means for money. None of them, and no log, shows a query, a whole body or a secret.
//
// # Lists
//
// All and Pages walk a list: see Page for when they end. Prefetch fetches pages ahead. The interface has no events: the
// Watch method of Games polls a list for what changed.
//
// # Sending again
//
// Reads and updates are sent again after failures that may pass; creating a team or a division, and an update that adds
// coaches or players to a team, only when the request certainly never went out or was answered with 429; a registration
// or a payment only when it certainly never went out. See Retry.
//
// # Where the interface document is silent
//
// docs/assumptions.md lists what this library does where the interface document says nothing, why, and what changes
// it. Package mockserver is the whole interface in memory, for tests and for development.
//
// # Compatibility
//
// Versions follow semantic versioning. Within a major version exported names keep their meaning, struct types may gain
// fields (so name the fields in literals), and error types stay what errors.As finds. Error texts, the mock's made-up
// data and the names of observed enumeration values may change in minor versions.
package tourney
