package mockserver

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"time"

	"github.com/tourney-go/tourney"
)

// SideDoor is what a test does to a mock beside the requests of its clients. Server is one in this process, and
// RemoteServer one in another process. A function that takes a SideDoor works with both.
//
// The methods are those of Server, which say what they do. OpenSession is NewSession of either.
type SideDoor interface {
	sideDoorRows
	sideDoorRecords
	sideDoorSettings
	sideDoorWorld
	sideDoorCalls
}

// sideDoorRows are the methods for rows with ids.
type sideDoorRows interface {
	AddEvent(e tourney.Event) int64
	AddDivision(division tourney.Division) int64
	AddPool(p tourney.Pool, positions int, ids ...int64) (id int64, teamPoolIDs []int64)
	AddTeamPools(poolID int64, positions int, ids ...int64) []int64
	AddTeam(t tourney.Team) int64
	AddPlayer(p tourney.Player) int64
	AddVenue(v tourney.Venue, eventIDs ...int64) int64
	AddGame(g tourney.Game) int64

	Event(id int64) (tourney.Event, bool)
	Events() []tourney.Event
	Division(id int64) (tourney.Division, bool)
	Divisions() []tourney.Division
	EventDivisions(eventID int64) []int64
	Pools(divisionID int64) []tourney.Pool
	TeamPools(poolID int64) []TeamPool
	Team(id int64) (tourney.Team, bool)
	Teams() []tourney.Team
	Player(id int64) (tourney.Player, bool)
	Players() []tourney.Player
	Venue(id int64) (tourney.Venue, bool)
	Venues() []tourney.Venue
	Game(id int64) (tourney.Game, bool)
	Games() []tourney.Game

	EventsPage(q RowQuery) RowPage[tourney.Event]
	DivisionsPage(q RowQuery) RowPage[tourney.Division]
	TeamsPage(q RowQuery) RowPage[tourney.Team]
	PlayersPage(q RowQuery) RowPage[tourney.Player]
	VenuesPage(q RowQuery) RowPage[tourney.Venue]
	GamesPage(q RowQuery) RowPage[tourney.Game]

	EditEvent(id int64, f func(*tourney.Event))
	EditDivision(id int64, f func(*tourney.Division))
	EditPool(id int64, f func(*tourney.Pool))
	EditTeam(id int64, f func(*tourney.Team))
	EditPlayer(id int64, f func(*tourney.Player))
	EditVenue(id int64, f func(*tourney.Venue))
	EditGame(id int64, f func(*tourney.Game))

	RemoveEvent(id int64)
	RemoveDivision(id int64)
	RemovePool(id int64)
	RemoveTeam(id int64)
	RemovePlayer(id int64)
	RemoveVenue(id int64)
	RemoveGame(id int64)
}

// sideDoorRecords are the methods for what belongs to rows and no resource shows.
type sideDoorRecords interface {
	AddPayment(p PaymentRecord) string
	Payments() []PaymentRecord
	EditPayment(transactionID string, f func(*PaymentRecord))
	RemovePayment(transactionID string)

	AddRegistration(r RegistrationRecord)
	Registrations() []RegistrationRecord
	EditRegistration(teamID int64, f func(*RegistrationRecord))
	RemoveRegistration(teamID int64)

	TeamDetails(id int64) (TeamDetails, bool)
	EditTeamDetails(teamID int64, f func(*TeamDetails))
	TeamEvent(teamID int64) int64
	SetTeamEvent(teamID, eventID int64) bool
	SetSeason(teamID int64, season *tourney.Season) bool
	EventOwner(eventID int64) (EventOwner, bool)
	SetEventOwner(eventID int64, o EventOwner) bool
	VenueEvents(venueID int64) []int64
	SetVenueEvents(venueID int64, eventIDs ...int64) bool
	DivisionExternalID(id int64) string
	SetDivisionExternalID(divisionID int64, externalID string) bool
	GameExternalID(id int64) string
	SetGameExternalID(gameID int64, externalID string) bool

	Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool)
	Statistics(gameID int64) []StatisticValue
	SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) bool
	RemoveStatistic(gameID, teamPlayerID int64, name string)
}

// sideDoorSettings are the methods for what holds for the whole mock.
type sideDoorSettings interface {
	StatisticOrder() []string
	SetStatisticOrder(names ...string)
	SetStandings(table *tourney.Standings)
	SetLeaders(categories []tourney.StatisticCategory)
	NextID(id int64)
	NextTransactionID(id string)

	AddAccount(username, password string, a tourney.Account)
	Accounts() []AccountInfo
	Credentials() tourney.Credentials
	RotateKeys(username string) (keys tourney.Credentials, ok bool)
	ExpireKeys(username string) bool

	LoadFixtures(fsys fs.FS, names ...string) error
	ID(ref string) int64
	Special(which Special) (id int64, ok bool)
}

// sideDoorWorld are the methods for the world as a whole.
type sideDoorWorld interface {
	Variant() tourney.Variant
	Profile() tourney.Profile
	URL() string
	Info() Info
	OpenAPI() []byte
	OpenAPIYAML() []byte
	XSD() []byte
	Client(opts ...tourney.Option) *tourney.Client
	View(target string) (body []byte, err error)

	Reset()
	ResetTo(to ScenarioChoice) error
	Writes() int64
	LastWrites(n int, before int64) []Write
	WriteDetails(number int64) (WriteDetails, bool)
	Rewind(write int64)
	Snapshot() *Snapshot
	KeepSnapshot(name string) (*Snapshot, error)
	Snapshots() []*Snapshot
	ForgetSnapshot(name string) bool
	RememberSnapshot(name string) (*Snapshot, error)
	Restore(of *Snapshot)
	Save(w io.Writer, opts ...SaveOption) error
	Load(r io.Reader) error
	Clock() *Clock

	OpenSession(name string) (SideDoor, error)
	Session(t TB, opts ...tourney.Option) *tourney.Client
	SessionName() string
	Sessions() []string
	EndSession(name string) error
	Close()
}

// sideDoorCalls are the methods for requests and what shall go wrong with them.
type sideDoorCalls interface {
	Fault(rule FaultRule) *Fault
	AddFault(rule FaultRule) (*Fault, error)
	Faults() []*Fault
	ClearFaults()
	Unreachable(d time.Duration)

	Calls(op string, filters ...CallFilter) []Call
	LastCalls(n int, op string, filters ...CallFilter) []Call
	Call(number int64) (Call, bool)
	Unmatched() []Call
	CallsDropped() bool
	ClearCalls()
	WaitCalls(ctx context.Context, op string, n int, filters ...CallFilter) ([]Call, error)
	WantCalls(t TB, ops ...string)
	Feed(ctx context.Context, o FeedOptions) iter.Seq2[News, error]
	Assumptions() []Assumption
}
