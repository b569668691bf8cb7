package mockserver

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"iter"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// World lets a test read and change a mock without requests of a client. Its fields have the names of the fields of
// [tourney.Client]: client.Teams asks the host, and srv.Teams reads and changes the rows of the mock. A [Server] has a
// World. [World.NewSession] opens another World behind the same listener, and [Remote] returns the World of a server in
// another process. All Worlds behave alike, so a function with a parameter of type *World works with each.
//
// A method that reads a row by its key returns as second result whether the row is there. Only [World.ID] panics
// instead. A method that writes panics with an [*Error] when it refuses, and then changes nothing; [Try] returns that
// panic as an error. Methods that read files or have a name as parameter return the *Error: ResetTo, Load,
// LoadFixtures, NewSession, EndSession, and Snapshots.Keep.
//
// All arguments and results are deep copies. A World is safe for concurrent use. Servers, sessions and Remote make
// Worlds. The methods of the zero World panic, and say what to call.
type World struct {
	Events        DetailedRows[tourney.Event, stored.EventDetails]
	Divisions     DetailedRows[tourney.Division, stored.DivisionDetails]
	Pools         PoolRows
	Teams         DetailedRows[tourney.Team, stored.TeamDetails]
	Players       Rows[tourney.Player]
	Venues        DetailedRows[tourney.Venue, stored.VenueDetails]
	Games         DetailedRows[tourney.Game, stored.GameDetails]
	Statistics    Statistics
	Payments      Records[string, stored.Payment]     // by transaction id
	Registrations Records[int64, stored.Registration] // by the id of the team
	Accounts      Accounts
	Faults        Faults
	Calls         Calls
	Writes        History
	Snapshots     Snapshots
	Clock         *Clock

	in anyWorld
}

func (w *World) made() anyWorld { return made(cmp.Or(w, new(World)).in) }

// withRows returns a World with the rows that are at a place, and with the other parts of w.
func withRows(at place, w World) *World {
	w.Events = detailedRowsAt(at, &direct.Events, &direct.EventDetails)
	w.Divisions = detailedRowsAt(at, &direct.Divisions, &direct.DivisionDetails)
	w.Pools = PoolRows{rowsAt(at, &direct.Pools), at}
	w.Teams = detailedRowsAt(at, &direct.Teams, &direct.TeamDetails)
	w.Players = rowsAt(at, &direct.Players)
	w.Venues = detailedRowsAt(at, &direct.Venues, &direct.VenueDetails)
	w.Games = detailedRowsAt(at, &direct.Games, &direct.GameDetails)
	w.Statistics, w.Accounts = Statistics{at}, Accounts{at}
	w.Payments, w.Registrations = recordsAt(at, &direct.Payments), recordsAt(at, &direct.Registrations)
	return &w
}

// RowCounts says how many rows a server has.
type RowCounts struct {
	Events        int `json:"events"`
	Divisions     int `json:"divisions"`
	Teams         int `json:"teams"`
	Players       int `json:"players"`
	Venues        int `json:"venues"`
	Games         int `json:"games"`
	Payments      int `json:"payments"`
	Registrations int `json:"registrations"`
}

func rowCountsOf(st *model.Version) RowCounts {
	return RowCounts{
		Events: st.Events.Len(), Divisions: st.Divisions.Len(), Teams: st.Teams.Len(), Players: st.People.Len(),
		Venues: st.Venues.Len(), Games: st.Games.Len(), Payments: st.Payments.Len(),
		Registrations: st.Registrations.Len(),
	}
}

// anyWorld is a World in this process or in another one. Exported types hold anyWorld and its parts as interfaces.
// Otherwise the compiler would read all types behind an exported type, also the generic types of rows, again for each
// package of a user that names the exported type.
type anyWorld interface {
	StartSession(t TB) *World
	NewSession(name string) (*World, error)
	SessionName() string
	Sessions() []string
	EndSession(name string) error
	Client(opts []tourney.Option) *tourney.Client
	URL() string
	Profile() Profile
	Info() Info
	View(target string) ([]byte, error)
	Schema(form SchemaForm) []byte
	Assumptions() []Assumption
	Feed(ctx context.Context, o feed.Options) iter.Seq2[feed.News, error]
	PlayNext(ctx context.Context, o PlayOptions) (tourney.Game, bool)
	Reset()
	ResetAll()
	ResetTo(to ScenarioChoice) error
	Save(w io.Writer, opts []SaveOption) error
	Load(r io.Reader) error
	LoadFixtures(fsys fs.FS, names []string) error
	ID(ref string) int64
	Special(which Special) (int64, bool)
	SetNextID(id int64)
	SetNextTransactionID(id string)
	SetStandings(table *tourney.Standings)
	SetLeaders(categories []tourney.StatisticCategory)
	Unreachable(d time.Duration)
	Close()
}

// StartSession opens a session, as NewSession does without a name, that ends with the test. If the test fails, its log
// shows the last requests of the session, as with Start. [Remote] logs no requests.
func (w *World) StartSession(t TB) *World {
	t.Helper()
	return w.made().StartSession(t)
}

// NewSession opens a session: a World of its own behind the same listener. The session begins with the rows, the refs
// of fixtures, the accounts and the time of the clock that w has now. It begins with an empty journal, no writes, no
// counts of rate limits and no faults. It makes new ids independently of the server. Nothing that happens in a session
// shows in the server or in another session. The session shares the options of the server. NewSession copies no row, so
// it takes the same time for any number of rows.
//
// A request is for the session if its header X-Mock-Session has the session's name, or if its path begins with
// /_mock/session/NAME, as the path of the session's URL does. The clients that Client returns use URL. The server
// refuses a request for a session that is not open.
//
// A name has up to 64 letters, digits, points, dashes and underscores, and begins with a letter or digit. Upper and
// lower case letters differ. With an empty name the server makes a name: see SessionName.
//
// Reset of a session restores the rows and the time that the session began with. Close of a session ends the session
// and its requests, but closes no listener. The server refuses the session's clients afterwards. Unreachable and
// faults that close connections act only on the requests of the session. While the server is unreachable, its
// sessions are unreachable too. Closing the server closes its sessions. If w is itself a session, the new session
// starts with the rows of w. It belongs to the server, and not to w.
//
// NewSession returns an error if the name is wrong, if a session with the name is open, if Limits.Sessions is reached,
// or if the server or session is closed.
func (w *World) NewSession(name string) (*World, error) { return w.made().NewSession(name) }

// SessionName returns the name of the session, which clients put into the header X-Mock-Session. It is "" for a server
// that is no session.
func (w *World) SessionName() string { return w.made().SessionName() }

// Sessions returns the names of the open sessions of the server, in alphabetical order. In a session, it returns the
// names of the sessions of the session's server.
func (w *World) Sessions() []string { return w.made().Sessions() }

// EndSession ends the session with a name, as calling Close on the session does. It also ends a session that another
// program opened. It returns an error if there is no such session, or if w is that session.
func (w *World) EndSession(name string) error {
	if problem := wire.SessionNameProblem(name); problem != "" {
		return refusal.Errorf("EndSession", "the name %s", problem)
	}
	return w.made().EndSession(name)
}

// Client returns a client of this world. If the server requires signatures, the client signs with the keys that the
// first account has now, as [Accounts.Keys] returns them, and does not get later keys. An option such as
// [tourney.WithLogin] can change that. With a ClockSkew in the profile, a client with [auth.HMAC] signs with the
// server's clock. Client panics if an option is wrong.
//
// A client of [Remote] signs as auth.HMAC does, with the time of the server's clock. For a server with another signer
// use the options WithSigner and WithCredentials.
func (w *World) Client(opts ...tourney.Option) *tourney.Client { return w.made().Client(opts) }

// URL returns the base URL of the server. While the server does not listen, the URL is https://mock.invalid, a name
// without an address: RoundTrip, ServeHTTP and the server's own clients accept it, and no other client reaches anything
// with it. The URL has the name localhost when the server listens on all addresses. The URL of a session has the path
// /_mock/session/NAME.
func (w *World) URL() string { return w.made().URL() }

// Profile returns a copy of the profile that the server follows, with its variant. Options do not change the profile.
// With [Remote], it returns the profile of [RemoteHost], or the variant or profile of the library that the server
// named.
func (w *World) Profile() Profile { return w.made().Profile() }

// Info returns a description of the server and its content. Info takes the same time for any number of rows, apart from
// payments and registrations, which it counts.
func (w *World) Info() Info { return w.made().Info() }

// View returns the answer of an operation that reads, in JSON, such as View("standings?divisionid=2001"). The target
// is the path and query that a client sends after /api/v1/. View returns the answer of an account that sees all events,
// without a request: View needs no signature, it adds no call to the journal, and no fault or rate limit acts on it.
// When the server would refuse the request, View returns the refusal as its error.
func (w *World) View(target string) ([]byte, error) { return w.made().View(target) }

// Schema returns the document of the interface as this server serves it.
func (w *World) Schema(form SchemaForm) []byte { return w.made().Schema(form) }

// Assumptions returns the ledger of assumptions, and how many answers relied on each. The ledger has every id that the
// OpenAPI document names, with the ids about clients last.
func (w *World) Assumptions() []Assumption { return w.made().Assumptions() }

// Feed yields what happens in the server: requests, writes, and changes of faults, of the clock, of snapshots and of
// sessions. Feed looks at the server ten times a second, so it makes no request slower.
//
// The first news are of the kind [feed.KindChange]. When more than 100 requests or writes came since the last look, the
// feed yields the newest 100, after news of the kind [feed.KindSkipped]. With NumbersOnly each look yields at most one
// piece of news, of KindChange.
//
// The feed ends when ctx ends and when the server or the session closes. With [Remote] Feed yields an error when the
// connection ends before ctx does; Calls has the requests that came meanwhile. A session has a feed of its own.
func (w *World) Feed(ctx context.Context, o feed.Options) iter.Seq2[feed.News, error] {
	return w.made().Feed(ctx, o)
}

// Reset restores the scenario and the time that the server started with. Other methods go back to other rows:
//
//	Reset              the rows and the time of the start
//	ResetAll           the same, without faults and without calls in the journal: between two tests
//	ResetTo            the rows of another scenario
//	Snapshots.Restore  the rows of a moment that the program chose
//	Writes.Rewind      the rows after any write, also where nobody took a snapshot
//
// New rows get the same ids again. The journal keeps its calls: [Calls.Clear] forgets them. Reset is a write: see
// [History].
func (w *World) Reset() { w.made().Reset() }

// ResetAll does what Reset does, removes all faults, and makes the journal forget all calls. Sessions and snapshots
// stay.
func (w *World) ResetAll() { w.made().ResetAll() }

// ResetTo replaces the rows by the rows of a scenario, and otherwise does what Reset does. It restores the accounts of
// the start. A clock that stands still shows the time that suits the scenario, and any other clock shows the time of
// the start. The journal, the faults and the snapshots stay. The new rows do not include rows of the option Fixtures.
// [History.Rewind] undoes ResetTo, but does not set the clock back. After ResetTo, Info and Special describe the new
// scenario.
//
// A later Reset still goes back to the start: to the scenario of the options, or to what a session began with.
// [DataFile] keeps the new rows. After a restart the server has the rows of the file, and Info and Special describe the
// scenario of the options.
//
// ResetTo returns an error if there is no such scenario, and names the nearest one. It also returns an error if Teams
// is set for another scenario than huge, if Teams is out of range, or if the data file cannot be written. ResetTo
// changes nothing when it returns an error.
func (w *World) ResetTo(to ScenarioChoice) error { return w.made().ResetTo(to) }

// Save writes all rows, for Load, in the format of https://github.com/tourney-go/tourney/blob/main/docs/data.md:
// lines of JSON. Other writes can happen during Save, and the file does not contain them. The file contains no
// journal, faults, clock or options, and accounts only with [SaveKeys]. Save writes "[redacted]" for a value in Meta
// or in Extra whose name is the name of a secret: https://github.com/tourney-go/tourney/blob/main/docs/data.md has
// the rule.
func (w *World) Save(to io.Writer, opts ...SaveOption) error { return w.made().Save(to, opts) }

// Load replaces all rows by the rows that Save wrote, as one write. New ids are higher than the ids that the file and
// this server have given. Lists have the order that they had when Save wrote the file. A file without accounts leaves
// the accounts as they are. Load also reads a data file (see [DataFile]).
//
// Load refuses a file of another version of the format, or of another variant or profile, and a file that is incomplete
// or wrong. It changes nothing then. The error names the line and the field, and contains no values of rows. For
// another kind of file the error says what Load found.
func (w *World) Load(r io.Reader) error { return w.made().Load(r) }

// LoadFixtures adds the rows of files that people write: JSON with lists of events, venues, divisions, pools, teams,
// players and games. Rows have the members of the interface, in any letter case, and refer to each other by names
// ("ref": "hawks", "$hawks"), in any order. Several files can refer to each other.
// https://github.com/tourney-go/tourney/blob/main/docs/data.md has an example.
//
// LoadFixtures adds all rows as one write, and makes no write if there are no rows. If there are problems, it changes
// nothing and returns an error that lists up to 100 problems with file and line. For a row with unknown names or
// wrong references, the error lists these problems and no wrong values. References that Add refuses are problems too.
// LoadFixtures without a name returns an error.
func (w *World) LoadFixtures(fsys fs.FS, names ...string) error {
	return w.made().LoadFixtures(fsys, names)
}

// ID returns the id of the row that has a ref in fixtures. It panics if there is no such ref, and names the nearest
// one.
func (w *World) ID(ref string) int64 { return w.made().ID(ref) }

// Special returns the id of a special row of the scenario that the rows come from, and false when the scenario has no
// such row. The id is the same for every variant and seed. The row may have changed since the start. Special panics if
// which is none of [Specials], and names the nearest one.
func (w *World) Special(which Special) (id int64, ok bool) {
	if which.Noun() == "" {
		names := values.Mapped(Specials(), func(s Special) string { return string(s) })
		panic(refusal.Wrap("Special", refusal.NoneNamed("special row", string(which), names)))
	}
	return w.made().Special(which)
}

// SetNextID sets the id of the next team or division that a request creates, also by a registration. SetNextID panics
// if a team or a division already has the id, or if the id is below 0 or above 2^62. With 0 it undoes an earlier
// SetNextID. If Add gives a row the id before the request comes, the request gets another id.
func (w *World) SetNextID(id int64) { w.made().SetNextID(id) }

// SetNextTransactionID sets the transaction id of the next payment. It panics if a payment has the id.
func (w *World) SetNextTransactionID(id string) { w.made().SetNextTransactionID(id) }

// SetStandings makes the server answer every request for standings with this table, until Reset. With nil the server
// computes standings from the games again.
func (w *World) SetStandings(table *tourney.Standings) { w.made().SetStandings(table) }

// SetLeaders makes the server answer every request for leaders with these categories, until Reset. An answer has at
// most as many players of a category as the PageSize of the request. With nil the server adds up the statistics again.
func (w *World) SetLeaders(categories []tourney.StatisticCategory) { w.made().SetLeaders(categories) }

// Unreachable makes the server unreachable for a time. A client in the same process gets an error of dialing, as if
// nothing listened at the port. A server that listens closes all its connections and its listener, and listens again at
// the same port after d. A server behind another [http.Server] closes each connection without an answer. Unreachable
// measures d in real time, or in the time of the bubble in a bubble of testing/synctest. In a session only the requests
// of the session get no answer: the server continues to listen. A second call can only make the time longer. A d of 0
// makes the server reachable at once, and so does Close. Unreachable panics when d is negative. Clients cannot reach
// the admin API of the server meanwhile either.
func (w *World) Unreachable(d time.Duration) { w.made().Unreachable(d) }

// Close ends a server, a session, or the connections of a [Remote].
//
// Closing a server stops the listener, closes all connections, and waits until every request under way has ended. No
// goroutine of the server runs afterwards. A client that is still sending its request, or still reading its answer,
// gets an error. Before it stops the listener, it answers requests of the admin API that wait for other requests.
// After Close, clients get no connection, also without a socket. An [http.Server] with the server as its handler
// answers 503. This process can still read and change rows and calls, and [Calls.Wait] ends; a [Remote] of the server
// gets no answer. Closing a server twice is allowed.
//
// Close waits at most 10 seconds for the user's functions: [OnCall], Now, a signer, the body of a request without a
// socket. If such a function calls Close, Close waits 10 seconds for that function.
func (w *World) Close() { w.made().Close() }

// Error is the reason why a method of a [World] refused, or why [Remote] could not reach its server. Methods that
// return errors return an *Error too. Its fields:
//
//   - Method is the method of the World, such as "Teams.Add"; "" if the function of an Edit method called the server.
//   - Code is CodeNotFound if something that the call names is not there, and CodeUnavailable if the data file cannot
//     be written, the server is closed or Remote got no answer. CodeInvalid is for every other reason. A refusal of
//     View has the code of the refused request. errors.Is(err, tourney.CodeNotFound) compares the code.
//   - Err is the reason.
type Error = refusal.Error

// Try calls f, and returns the *Error with which a method of a [World] panics in f. It returns nil when f returns. Try
// does not stop any other panic. Tests need no Try: the panic ends the test and shows its text.
func Try(f func()) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case *Error:
			err = cause
		default:
			panic(cause)
		}
	}()
	f()
	return nil
}

func (s *server) asWorld() *World {
	return withRows(s.Access, World{
		Faults: Faults{s}, Calls: Calls{s.Journal}, Writes: History{s.World}, Snapshots: Snapshots{s.World},
		Clock: &Clock{s.Clock}, in: s,
	})
}

func (s *server) Feed(ctx context.Context, o feed.Options) iter.Seq2[feed.News, error] {
	return func(yield func(feed.News, error) bool) {
		for news := range s.follow(ctx, o, 0) {
			for i := range news {
				if !yield(news[i], nil) {
					return
				}
			}
		}
	}
}

// follow yields the news of Feed, those of one look at a time: see recording.Source.
func (s *server) follow(ctx context.Context, o feed.Options, idle time.Duration) iter.Seq[[]feed.News] {
	return s.Follow(ctx, o, idle, s.main.sessions.Changed, s.running.Ending)
}
