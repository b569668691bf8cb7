package mockserver

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/feeding"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// World is what a test does to a mock beside the requests of its clients. Its fields are called as those of
// [tourney.Client]: client.Teams asks the host, and srv.Teams reaches its rows. A [Server] has a World,
// [World.NewSession] opens another one behind the same listener, and [Remote] returns that of a server in another
// process. All of them behave alike, so a function that takes a *World works with each.
//
// A method that reads a row by its key says with a second result whether it is there; only ID panics. A method that
// writes panics with an [*Error] when it refuses, and then changes nothing; [Try] makes an error of it. Methods that
// read files or take names return the *Error: ResetTo, Load, LoadFixtures, NewSession, EndSession, and of Snapshots
// Keep and Remember.
//
// All arguments and results are deep copies. A World is safe for concurrent use. Servers, sessions and Remote make
// Worlds, and the zero World cannot be used.
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

// anyWorld is a World in this process or in another one. Exported types hold it and its parts as interfaces, because
// the compiler takes in all types that a type reaches, with the generic ones of the rows, again for each package of a
// user that names it.
type anyWorld interface {
	OpenFor(t TB, method string) *World
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
	Reset()
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

// Session returns a client of a session of its own, which ends with the test: see [World.NewSession]. StartSession
// returns the session itself, for tests that need its faults, its journal or its rows. The options are those of Client.
func (w *World) Session(t TB, opts ...tourney.Option) *tourney.Client {
	t.Helper()
	session := w.in.OpenFor(t, "Session")
	if session == nil {
		return nil
	}
	return session.Client(opts...)
}

// StartSession is NewSession for a test. The session ends with the test. If the test fails, its log shows the last
// requests of the session, as Start does it for a server. [Remote] logs none.
func (w *World) StartSession(t TB) *World {
	t.Helper()
	return w.in.OpenFor(t, "StartSession")
}

// NewSession opens a session: a World of its own behind the same listener. It begins with the rows, the refs of
// fixtures and the accounts that w has now, and with the time of its clock. Its journal, its writes and its rate limits
// begin empty, without faults, and its ids go on by themselves. Nothing that happens in a session shows in the server
// or in another session. The session shares the options of the server. It copies no row, so it costs the same for every
// number of rows.
//
// A request is for the session if its header X-Mock-Session has the session's name, or if its path begins with
// /_mock/session/NAME, as that of URL does. Clients of Client use URL. The server refuses a request for a session that
// is not open.
//
// A name has up to 64 letters, digits, points, dashes and underscores, and begins with a letter or digit. Letter case
// counts. Without a name the server makes one: see SessionName.
//
// Reset goes back to the rows and the time that the session began with. Close ends the session and its requests, and
// closes no listener. Its clients are refused afterwards. Unreachable and faults that close connections act on the
// requests of the session alone. While the server is unreachable its sessions are so too, and Close of the server
// closes them. NewSession of a session forks that session's rows. The new session then belongs to the server, and not
// to the session.
//
// It returns an error if the name is wrong or open, if Limits.Sessions is reached, or if the server or session is
// closed.
func (w *World) NewSession(name string) (*World, error) { return w.in.NewSession(name) }

// SessionName returns the name of the session, which clients put into the header X-Mock-Session. It is "" for a server
// that is no session.
func (w *World) SessionName() string { return w.in.SessionName() }

// Sessions returns the names of the open sessions of the server, in alphabetical order. Those of a session are those of
// its server.
func (w *World) Sessions() []string { return w.in.Sessions() }

// EndSession ends the session with a name, as Close of it does: also one that another program opened, and left open. It
// returns an error if there is no such session, or if it is w itself.
func (w *World) EndSession(name string) error {
	if problem := wire.SessionNameProblem(name); problem != "" {
		return refusal.Errorf("EndSession", "the name %s", problem)
	}
	return w.in.EndSession(name)
}

// Client returns a client of this world. If the server requires signatures, the client signs with the keys that the
// first account has now, as [Accounts.Keys] returns them, and does not learn of later ones. An option can change that,
// such as [tourney.WithLogin]. With a ClockSkew in the profile, a client with [auth.HMAC] signs with the server's
// clock. Client panics if an option is wrong.
//
// A client of [Remote] signs as auth.HMAC does, with the time of the server's clock. For a server with another signer
// give WithSigner and WithCredentials.
func (w *World) Client(opts ...tourney.Option) *tourney.Client { return w.in.Client(opts) }

// URL returns the base URL of the server. While the server does not listen it is https://mock.invalid, a name that no
// address has: RoundTrip, ServeHTTP and the server's own clients take it, and no other client reaches anything. It has
// the name localhost when the server listens on all addresses. The URL of a session has the path /_mock/session/NAME.
func (w *World) URL() string { return w.in.URL() }

// Profile returns a copy of the profile that the server follows, with its variant. Options do not change the profile.
// That of [Remote] is what [RemoteHost] says, or the variant or profile of the library with the name that the server
// told.
func (w *World) Profile() Profile { return w.in.Profile() }

// Info returns what the server is and what is in it. It costs the same for every number of rows, but for the payments
// and registrations, which it counts.
func (w *World) Info() Info { return w.in.Info() }

// View returns what an operation that reads answers in JSON, such as View("standings?divisionid=2001"). The target is
// what a client sends behind /api/v1/, path and query. The answer is that of the server to its first account, and no
// request: View needs no signature, no journal has it, and no fault or rate limit is applied to it. A refusal is the
// error.
func (w *World) View(target string) ([]byte, error) { return w.in.View(target) }

// Schema returns the document of the interface as this server serves it.
func (w *World) Schema(form SchemaForm) []byte { return w.in.Schema(form) }

// Assumptions returns the ledger of assumptions, and how many answers relied on each. It has every id that the OpenAPI
// document names, those about clients behind the others.
func (w *World) Assumptions() []Assumption { return w.in.Assumptions() }

// Feed tells what happens in the server: requests, writes, changes of the rules of faults, of the clock, of snapshots
// and of sessions. It looks at the server ten times a second, so a request costs no more while somebody listens.
//
// The first news are of the kind [feed.KindChange]. When more than 100 requests or writes came since the last look, the
// feed yields the newest 100, after news of the kind [feed.KindSkipped]. With NumbersOnly each look yields at most one
// of KindChange.
//
// The feed ends when ctx ends and when the server or the session closes. It yields an error when After is wrong, and
// that of [Remote] also when the connection ends before ctx does; After of [feed.Options] lets another feed go on. A
// session has a feed of its own.
func (w *World) Feed(ctx context.Context, o feed.Options) iter.Seq2[feed.News, error] {
	return w.in.Feed(ctx, o)
}

// Reset restores the scenario and the time that the server started with. New rows get the same ids again. The journal
// keeps its calls: [Calls.Clear] forgets them. Reset is a write: see [History].
func (w *World) Reset() { w.in.Reset() }

// ResetTo replaces the rows by those of a scenario, and otherwise does what Reset does: accounts become those of the
// start, a clock that stands still shows the time that suits the scenario, and any other the time of the start. The
// journal, the faults and the snapshots stay. Rows of the option Fixtures are not among the new ones.
// Writes.Rewind undoes it, but for the time. Info and Special then speak of that scenario.
//
// A later Reset goes back to the start all the same: to the scenario of the options, or to what a session began with.
// [DataFile] keeps the new rows. After a restart the rows of the file are there again, and Info and Special speak of
// the scenario of the options.
//
// It returns an error if there is no such scenario, and names the nearest. It also does for Teams beside another
// scenario than huge, for a wrong number of them, and if the data file cannot be written. Then nothing has changed.
func (w *World) ResetTo(to ScenarioChoice) error { return w.in.ResetTo(to) }

// Save writes all rows, for Load, in the format of https://github.com/tourney-go/tourney/blob/main/docs/data.md: lines
// of JSON. Writes go on meanwhile and are not in it. Nor are the journal, the faults, the clock, the options and,
// without [SaveKeys], the accounts. A value under the name of a secret, in Meta or in Extra, is "[redacted]":
// https://github.com/tourney-go/tourney/blob/main/docs/data.md has the rule.
func (w *World) Save(to io.Writer, opts ...SaveOption) error { return w.in.Save(to, opts) }

// Load replaces all rows by those that Save wrote, as one write. Ids go on where they were in the file, behind those
// that this server gave before, and lists have the same order. A file without accounts leaves the accounts as they are.
// Load also reads a data file (see [DataFile]).
//
// It refuses a file of another version of the format, of another variant or profile, or that is torn or wrong, and
// changes nothing then. The error names the line and the field, and repeats no values of rows. For another kind of file
// it says what was found.
func (w *World) Load(r io.Reader) error { return w.in.Load(r) }

// LoadFixtures adds the rows of files that people write: JSON with lists of events, venues, divisions, pools, teams,
// players and games. Rows have the members of the interface, in any letter case, and refer to each other by names
// ("ref": "hawks", "$hawks"), in any order. Several files can refer to each other.
// https://github.com/tourney-go/tourney/blob/main/docs/data.md has an example.
//
// All rows are one write, and no write if there are none. The error lists up to 100 problems with file and line, and
// then nothing changes. It names no wrong value of a row that also has unknown names or wrong references. References
// that Add refuses are problems too. It is an error to name no file.
func (w *World) LoadFixtures(fsys fs.FS, names ...string) error {
	return w.in.LoadFixtures(fsys, names)
}

// ID returns the id of the row that has a ref in fixtures. It panics if there is none, and names the nearest.
func (w *World) ID(ref string) int64 { return w.in.ID(ref) }

// Special returns the id of a special row of the scenario that the rows come from, and false when the scenario has no
// such row. The id is the same for every variant and seed. The row may have changed since the start.
func (w *World) Special(which Special) (id int64, ok bool) { return w.in.Special(which) }

// SetNextID sets the id of the next team or division that a request creates, also by a registration. It panics if a
// team or a division has the id, or if it is below 0 or above 2^62; 0 takes the id back. If Add gives a row the id
// meanwhile, the request gets another one.
func (w *World) SetNextID(id int64) { w.in.SetNextID(id) }

// SetNextTransactionID sets the transaction id of the next payment. It panics if a payment has the id.
func (w *World) SetNextTransactionID(id string) { w.in.SetNextTransactionID(id) }

// SetStandings makes the server answer every request for standings with this table, until Reset. With nil the server
// computes standings from the games again.
func (w *World) SetStandings(table *tourney.Standings) { w.in.SetStandings(table) }

// SetLeaders makes the server answer every request for leaders with these categories, until Reset. With nil the server
// adds up the statistics again.
func (w *World) SetLeaders(categories []tourney.StatisticCategory) { w.in.SetLeaders(categories) }

// Unreachable makes the server unreachable for a time. A client in the same process gets an error of dialing, as from a
// port where nothing listens. A server that listens closes all its connections and its listener, and listens again at
// the same port after d. A server behind another [http.Server] closes each connection without an answer. The time is
// real, in a bubble of testing/synctest that of the bubble. In a session only its own requests get no answer: the
// server goes on to listen. A second call can make it longer, and never shorter. A d of 0 ends it at once, and so does
// Close. It panics when d is negative. The admin API of a server cannot be reached meanwhile either.
func (w *World) Unreachable(d time.Duration) { w.in.Unreachable(d) }

// Close ends a server, a session, or the connections of a [Remote].
//
// A server stops listening, closes all connections, and waits until every request under way has ended. Nothing of it
// runs afterwards. A client that is still sending its request then, or still reading its answer, gets an error.
// Requests of the admin API that wait for others are answered first. After Close, clients get no connection, also
// without a socket. An [http.Server] with the server as its handler answers 503. Rows and calls can still be read and
// changed in this process, and [Calls.Wait] ends; Remote has no answer any more. Closing a server twice is allowed.
//
// Close waits at most 10 seconds for the user's functions: [OnCall], Now, a signer, the body of a request without a
// socket. If such a function calls Close, Close waits the 10 seconds for that function.
func (w *World) Close() { w.in.Close() }

// Clock is the clock of a [Server]. Everything of the server that has a time follows it: whether a card has expired,
// the year of a registration, the times in the journal, keys that expire, rate limits and faults that end. It stands
// still at a time that suits the scenario, unless the option [WallClock] or Now makes it run. When a request or a write
// really came stands beside it: Call.Arrived and Write.Made. It is safe for concurrent use.
type Clock struct{ in anyClock }

type anyClock interface {
	Now() time.Time
	Set(t time.Time)
	Advance(d time.Duration)
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time { return c.in.Now() }

// Set sets the clock. A clock that runs goes on from there. It panics when the year is not 0 to 9999, in the time's own
// zone or in UTC, because no answer of the admin API could say such a time.
func (c *Clock) Set(t time.Time) {
	history.RefuseUnsayable("Set", t)
	c.in.Set(t)
}

// Advance moves the clock forward, or back with a negative duration. It panics when the clock would show a time that
// Set refuses.
func (c *Clock) Advance(d time.Duration) { c.in.Advance(d) }

// Error is why a method of a [World] refused, or why [Remote] could not reach its server. Methods that return errors
// return it too. Its fields:
//
//   - Method is the method of the World, such as "Teams.Add"; "" if the function of an Edit method called the server.
//   - Code is CodeNotFound if something that the call names is not there, and CodeUnavailable if the data file cannot
//     be written, the server is closed or Remote got no answer. CodeInvalid stands for every other reason; a refusal of
//     View has its own code. errors.Is(err, tourney.CodeNotFound) compares it.
//   - Err is the reason.
type Error = refusal.Error

// Try calls f, and returns the *Error with which a method of a [World] panics in it; nil when f returns. Another panic
// goes on. Tests need no Try: there the panic ends the test with its text.
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

// asWorld returns the World of a server or a session in this process.
func (s *server) asWorld() *World {
	w := s.Access
	return &World{
		Events:    detailedRowsOf(w, &direct.Events, &direct.EventDetails),
		Divisions: detailedRowsOf(w, &direct.Divisions, &direct.DivisionDetails),
		Pools:     PoolRows{rowsIn(w, &direct.Pools), w},
		Teams:     detailedRowsOf(w, &direct.Teams, &direct.TeamDetails), Players: rowsIn(w, &direct.Players),
		Venues:     detailedRowsOf(w, &direct.Venues, &direct.VenueDetails),
		Games:      detailedRowsOf(w, &direct.Games, &direct.GameDetails),
		Statistics: Statistics{w}, Accounts: Accounts{w}, Faults: Faults{s}, Calls: Calls{s.Journal},
		Writes: History{s.World},
		Payments: Records[string, stored.Payment]{
			direct.Records[string, stored.Payment]{Of: &direct.Payments, W: w},
		},
		Registrations: Records[int64, stored.Registration]{
			direct.Records[int64, stored.Registration]{Of: &direct.Registrations, W: w},
		},
		Snapshots: Snapshots{s.World}, Clock: &Clock{s.Clock},
		in: s,
	}
}

func rowsIn[K comparable, R, T any](w *direct.Access, n *direct.Noun[K, R, T]) Rows[T] {
	return Rows[T]{direct.Rows[K, R, T]{Noun: n, W: w}}
}

func detailedRowsOf[K comparable, R, T, D any](
	w *direct.Access, n *direct.Noun[K, R, T], d *direct.Detailed[K, R, D],
) DetailedRows[T, D] {
	return DetailedRows[T, D]{rowsIn(w, n), direct.Details[K, R, D]{Of: d, W: w}}
}

func (s *server) Feed(ctx context.Context, o feed.Options) iter.Seq2[feed.News, error] {
	return func(yield func(feed.News, error) bool) {
		err := s.follow(ctx, &o, 0, func(n *feed.News, _ bool) bool { return yield(*n, nil) })
		if err != nil {
			yield(feed.News{}, refusal.Wrap("Feed", err))
		}
	}
}

// follow is Feed with the times at which nothing happened: see world.World.Follow.
func (s *server) follow(ctx context.Context, o *feed.Options, idle time.Duration, yield feeding.Follower) error {
	return s.Follow(ctx, o, idle, s.main.sessions.Changed, s.running.Ending, yield)
}
