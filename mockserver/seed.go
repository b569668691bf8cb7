package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// The side door: rows are added and read without HTTP and without the checks of the operations. Ids that are 0
// are given out; the Add methods return the id. A row whose id is there already takes the place of that one. What a
// resource carries nested is added too: the division, pools, players and coaches of a team, the teams of a division,
// the teams and games of a player. What goes in and comes out is copied.

// TeamDetails is what a write can hold of a team and no response shows.
type TeamDetails struct {
	Age             *tourney.Age
	Grade           *tourney.Grade
	Notes           string
	Website         string
	TwitterHandle   string
	InstagramHandle string
	FacebookPage    string
	Abbreviation    string
	Year            int // of the registration; 0 when the team was not registered
	Meta            []tourney.MetaItem
	Coaches         map[int64]CoachDetails // by Coach.ID
}

// CoachDetails is what a write can hold of a coach and no response shows.
type CoachDetails struct {
	Primary         bool // primary contact of the team
	Status          *tourney.RosterStatus
	ExternalCoachID string
	Notes           string
	MobileCarrier   string
	NCAAApproval    string
	Meta            []tourney.MetaItem
}

// PaymentRecord is a payment that was made. The mock never keeps a card's number or security code.
type PaymentRecord struct {
	TransactionID  string
	TeamID         int64
	DivisionID     int64
	EventID        int64
	PriceID        int64
	Amount         tourney.Decimal
	Title          string
	Description    string
	Email          string
	CreditCardType string // "" when no card was charged
	MarkedAsPaid   bool
	Confirmation   bool // an e-mail would have been sent
}

// RegistrationRecord is a registration that was made, without the payment's card.
type RegistrationRecord struct {
	TeamID        int64
	Request       tourney.RegistrationRequest // Payment is nil: see TransactionID
	TransactionID string                      // of its payment; "" when there was none
}

// AddEvent adds an event.
func (s *Server) AddEvent(e tourney.Event) int64 {
	return locked(s, func(st *store) int64 { return st.addEvent(copied(e)) })
}

// AddDivision adds a division with the teams that it carries; teams that are there already move into it and are
// else left alone. Without an Event it belongs to the server's first event, if there is one.
func (s *Server) AddDivision(d tourney.Division) int64 {
	return locked(s, func(st *store) int64 { return st.addDivision(copied(d)) })
}

// AddPool adds a pool with positions 1 to seats, all empty, and returns the pool's id and the positions' ids, which
// are what GameSide.TeamPoolID and StandingsUpdate.TeamPoolID hold. The first positions get the given ids.
func (s *Server) AddPool(p tourney.Pool, seats int, ids ...int64) (id int64, teamPoolIDs []int64) {
	locked(s, func(st *store) int64 {
		id = st.addPool(copied(p))
		for number := range seats {
			teamPoolIDs = append(teamPoolIDs, st.seat(id, number+1, ids).id)
		}
		return id
	})
	return id, teamPoolIDs
}

// AddAccount adds an account beside the server's first one.
func (s *Server) AddAccount(username, password string, a tourney.Account) {
	locked(s, func(st *store) int64 {
		st.accounts = append(slices.Clip(st.accounts), newAccount(username, password, a))
		return 0
	})
}

// AddPayment adds a payment as if it had been made, under its transaction id.
func (s *Server) AddPayment(p PaymentRecord) {
	locked(s, func(st *store) int64 { st.payments = append(slices.Clip(st.payments), p); return 0 })
}

// AddRegistration adds a registration as if it had been made, without the payment in its Request. It adds no team: see
// AddTeam.
func (s *Server) AddRegistration(r RegistrationRecord) {
	r.Request.Payment = nil // it holds the card
	locked(s, func(st *store) int64 { st.registrations = append(slices.Clip(st.registrations), copied(r)); return 0 })
}

// AddTeam adds a team with the players, coaches, pools and division that it carries. A division that is not there
// yet is added. Without a Division the team belongs to none.
func (s *Server) AddTeam(t tourney.Team) int64 {
	return locked(s, func(st *store) int64 { return st.addTeam(copied(t)) })
}

// AddPlayer adds a player with the teams and games that it carries.
func (s *Server) AddPlayer(p tourney.Player) int64 {
	return locked(s, func(st *store) int64 { return st.addPlayer(copied(p)) })
}

// AddVenue adds a venue to the given events.
func (s *Server) AddVenue(v tourney.Venue, eventIDs ...int64) int64 {
	return locked(s, func(st *store) int64 { return st.addVenue(copied(v), eventIDs) })
}

// AddGame adds a game. A division without an Event gets the one that it belongs to.
func (s *Server) AddGame(g tourney.Game) int64 {
	return locked(s, func(st *store) int64 { return st.addGame(copied(g)) })
}

// SetStatistic sets a statistic of a player of a team's roster in a game. The player must be on a roster.
func (s *Server) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) {
	locked(s, func(st *store) int64 {
		if team, player := st.rosterPlayer(teamPlayerID); player != nil {
			st.setStatistic(gameID, team.team.ID, player, name, value)
		}
		return 0
	})
}

// SetSeason gives a team a registration for a season; nil takes it away.
func (s *Server) SetSeason(teamID int64, season *tourney.Season) {
	locked(s, func(st *store) int64 {
		st.teams.change(teamID, func(r *teamRow) { r.team.Season = copied(season) })
		return 0
	})
}

// SetStandings makes every request for standings answer with this table, until Reset. nil goes back to the table
// that is computed from the games.
func (s *Server) SetStandings(table *tourney.Standings) {
	locked(s, func(st *store) int64 { st.standings = copied(table); return 0 })
}

// SetLeaders makes every request for leaders answer with these categories, until Reset. nil goes back to the totals
// of the statistics.
func (s *Server) SetLeaders(categories []tourney.StatisticCategory) {
	locked(s, func(st *store) int64 { st.leaders = copied(categories); return 0 })
}

// NextID makes the next team or division that a request makes get this id, also a team that is registered.
func (s *Server) NextID(id int64) {
	locked(s, func(st *store) int64 { st.nextID = id; return 0 })
}

// NextTransactionID makes the next payment answer with this transaction id.
func (s *Server) NextTransactionID(id string) {
	locked(s, func(st *store) int64 { st.nextTransaction = id; return 0 })
}

// Event returns an event.
func (s *Server) Event(id int64) (tourney.Event, bool) {
	return read(s, func(st *store) (tourney.Event, bool) {
		r := st.events.get(id)
		if r == nil {
			return tourney.Event{}, false
		}
		return r.event, true
	})
}

// Events returns every event.
func (s *Server) Events() []tourney.Event {
	rows, _ := read(s, func(st *store) ([]tourney.Event, bool) {
		return mapped(st.events.under(eventKey{}), func(r *eventRow) tourney.Event { return r.event }), true
	})
	return rows
}

// Division returns a division with all that it has.
func (s *Server) Division(id int64) (tourney.Division, bool) {
	return read(s, func(st *store) (tourney.Division, bool) {
		r := st.divisions.get(id)
		if r == nil {
			return tourney.Division{}, false
		}
		return st.divisionView(r, everything), true
	})
}

// DivisionExternalID returns the external id that a write gave a division; "" when none did.
func (s *Server) DivisionExternalID(id int64) string {
	text, _ := read(s, func(st *store) (string, bool) {
		r := st.divisions.get(id)
		if r == nil {
			return "", false
		}
		return r.externalID, true
	})
	return text
}

// Divisions returns every division, active or not.
func (s *Server) Divisions() []tourney.Division {
	rows, _ := read(s, func(st *store) ([]tourney.Division, bool) {
		return mapped(st.divisions.under(divisionKey{}), func(r *divisionRow) tourney.Division {
			return st.divisionView(r, everything)
		}), true
	})
	return rows
}

// Pools returns the pools of a division.
func (s *Server) Pools(divisionID int64) []tourney.Pool {
	rows, _ := read(s, func(st *store) ([]tourney.Pool, bool) {
		return mapped(st.pools.under(divisionID), st.poolView), true
	})
	return rows
}

// Seat is a position of a pool: what the interface calls a team pool.
type Seat struct {
	ID     int64 // what GameSide.TeamPoolID and StandingsUpdate.TeamPoolID hold
	PoolID int64
	Number int
	TeamID int64 // 0 while it is empty
}

// Seats returns the positions of a pool.
func (s *Server) Seats(poolID int64) []Seat {
	rows, _ := read(s, func(st *store) ([]Seat, bool) {
		return mapped(st.seats.under(seatKey{pool: poolID}), func(r *seatRow) Seat {
			return Seat{ID: r.id, PoolID: r.poolID, Number: r.number, TeamID: r.teamID}
		}), true
	})
	return rows
}

// Players returns every player.
func (s *Server) Players() []tourney.Player {
	rows, _ := read(s, func(st *store) ([]tourney.Player, bool) {
		return mapped(st.people.under(scope{}), func(r *personRow) tourney.Player { return st.playerView(r, everything) }), true
	})
	return rows
}

// Team returns a team with all that it has.
func (s *Server) Team(id int64) (tourney.Team, bool) {
	return read(s, func(st *store) (tourney.Team, bool) {
		r := st.teams.get(id)
		if r == nil {
			return tourney.Team{}, false
		}
		return st.wholeTeam(r), true
	})
}

// wholeTeam is a team with what responses leave out of one.
func (s *store) wholeTeam(r *teamRow) tourney.Team {
	t := s.teamView(r, everything)
	t.ExternalTeamID, t.Address = r.team.ExternalTeamID, r.team.Address
	return t
}

// TeamDetails returns what writes told of a team and no response shows.
func (s *Server) TeamDetails(id int64) (TeamDetails, bool) {
	return read(s, func(st *store) (TeamDetails, bool) {
		r := st.teams.get(id)
		if r == nil {
			return TeamDetails{}, false
		}
		return r.details, true
	})
}

// Teams returns every team, shown in lists or not.
func (s *Server) Teams() []tourney.Team {
	rows, _ := read(s, func(st *store) ([]tourney.Team, bool) {
		return mapped(st.teams.under(teamKey{status: anyStatus, paid: whatever}), func(r *teamRow) tourney.Team {
			return st.wholeTeam(r)
		}), true
	})
	return rows
}

// Player returns a player with all that it has.
func (s *Server) Player(id int64) (tourney.Player, bool) {
	return read(s, func(st *store) (tourney.Player, bool) {
		r := st.people.get(id)
		if r == nil {
			return tourney.Player{}, false
		}
		return st.playerView(r, everything), true
	})
}

// Venue returns a venue.
func (s *Server) Venue(id int64) (tourney.Venue, bool) {
	return read(s, func(st *store) (tourney.Venue, bool) {
		r := st.venues.get(id)
		if r == nil {
			return tourney.Venue{}, false
		}
		return r.venue, true
	})
}

// Venues returns every venue.
func (s *Server) Venues() []tourney.Venue {
	rows, _ := read(s, func(st *store) ([]tourney.Venue, bool) {
		return mapped(st.venues.under(0), func(r *venueRow) tourney.Venue { return r.venue }), true
	})
	return rows
}

// Game returns a game.
func (s *Server) Game(id int64) (tourney.Game, bool) {
	return read(s, func(st *store) (tourney.Game, bool) {
		r := st.games.get(id)
		if r == nil {
			return tourney.Game{}, false
		}
		return st.gameView(r), true
	})
}

// GameExternalID returns the vendor's id that an update gave a game; "" when none did.
func (s *Server) GameExternalID(id int64) string {
	text, _ := read(s, func(st *store) (string, bool) {
		r := st.games.get(id)
		if r == nil {
			return "", false
		}
		return r.externalID, true
	})
	return text
}

// Games returns every game.
func (s *Server) Games() []tourney.Game {
	rows, _ := read(s, func(st *store) ([]tourney.Game, bool) {
		return mapped(st.games.under(gameKey{}), func(r *gameRow) tourney.Game { return st.gameView(r) }), true
	})
	return rows
}

// Statistic returns a statistic of a player of a roster in a game, and false when it is not set.
func (s *Server) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return read(s, func(st *store) (tourney.Decimal, bool) {
		r := st.statistic(gameID, teamPlayerID, name)
		if r == nil || r.cleared {
			return tourney.Decimal{}, false
		}
		return r.value, true
	})
}

// Payments returns every payment, those of registrations too, in the order in which they were made.
func (s *Server) Payments() []PaymentRecord {
	rows, _ := read(s, func(st *store) ([]PaymentRecord, bool) { return slices.Clone(st.payments), true })
	return rows
}

// Registrations returns every registration in the order in which they were made.
func (s *Server) Registrations() []RegistrationRecord {
	rows, _ := read(s, func(st *store) ([]RegistrationRecord, bool) { return slices.Clone(st.registrations), true })
	return rows
}

func locked(s *Server, f func(*store) int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return f(s.store)
}

func read[T any](s *Server, f func(*store) (T, bool)) (T, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	value, ok := f(s.store)
	return copied(value), ok
}

func mapped[R, T any](rows []R, f func(R) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = f(r)
	}
	return out
}
