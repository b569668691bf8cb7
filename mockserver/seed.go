package mockserver

import (
	"github.com/tourney-go/tourney"
)

// The side door adds and reads rows without HTTP and without the checks of the operations. An Add method gives a row
// without an id a new one, replaces the row that has its id, and returns the id. It also adds the resources in a
// resource: the division, pools, players and coaches of a team, the teams of a division, the teams and games of a
// player. All arguments and results are deep copies.

// AddEvent adds an event.
func (s *Server) AddEvent(e tourney.Event) int64 {
	return write(s.state, func(st *store) int64 { return st.addEvent(deepCopy(e)) })
}

// SetEventOwner says where an event belongs. It reports whether the event exists.
func (s *Server) SetEventOwner(eventID int64, o EventOwner) bool {
	return write(s.state, func(st *store) bool {
		st.events.change(eventID, func(r *eventRow) { r.owner = o })
		return st.events.get(eventID) != nil
	})
}

// AddDivision adds a division with its Teams. A team that exists moves into the division and else stays as it is.
// Without an Event the division belongs to the server's first event, if there is one.
func (s *Server) AddDivision(d tourney.Division) int64 {
	return write(s.state, func(st *store) int64 { return st.addDivision(deepCopy(d)) })
}

// AddPool adds a pool with empty positions, numbered from 1. It returns the ids of the pool and of the positions. A
// GameSide and a StandingsUpdateInput name a position by this id, as TeamPoolID. The ids in the arguments are those of
// the first positions. A pool that exists keeps its positions, their teams, and the fields that p does not have.
func (s *Server) AddPool(p tourney.Pool, positions int, ids ...int64) (id int64, teamPoolIDs []int64) {
	write(s.state, func(st *store) int64 {
		id, teamPoolIDs = st.addPoolWithPositions(deepCopy(p), positions, ids)
		return id
	})
	return id, teamPoolIDs
}

// AddAccount adds an account. Client still signs with the keys of the first one.
func (s *Server) AddAccount(username, password string, a tourney.Account) {
	write(s.state, func(st *store) int64 {
		st.addAccount(newAccount(username, password, a), s.clock.Now(), s.options.settings.keys)
		return 0
	})
}

// AddPayment adds a payment that no request made, under its transaction id. It does not keep the number and the
// security code of the card in its Request.
func (s *Server) AddPayment(p PaymentRecord) {
	p.Request.Payment = withoutCard(p.Request.Payment)
	write(s.state, func(st *store) *PaymentRecord { return st.payments.add(deepCopy(p)) })
}

// AddRegistration adds a registration that no request made, but not its team. It does not keep the number and the
// security code of the card in its Request.
func (s *Server) AddRegistration(r RegistrationRecord) {
	r.Request.Payment = withoutCard(r.Request.Payment)
	write(s.state, func(st *store) *RegistrationRecord { return st.registrations.add(deepCopy(r)) })
}

// AddTeam adds a team with its players, coaches, pools and division. A division that exists stays as it is. A team
// without a Division belongs to no division.
func (s *Server) AddTeam(t tourney.Team) int64 {
	return write(s.state, func(st *store) int64 { return st.addTeam(deepCopy(t)) })
}

// AddPlayer adds a player with its teams and games.
func (s *Server) AddPlayer(p tourney.Player) int64 {
	return write(s.state, func(st *store) int64 { return st.addPlayer(deepCopy(p)) })
}

// AddVenue adds a venue to events.
func (s *Server) AddVenue(v tourney.Venue, eventIDs ...int64) int64 {
	return write(s.state, func(st *store) int64 { return st.addVenue(deepCopy(v), eventIDs) })
}

// AddGame adds a game. If its Division has no Event, the game shows the event of that division.
func (s *Server) AddGame(g tourney.Game) int64 {
	return write(s.state, func(st *store) int64 { return st.addGame(deepCopy(g)) })
}

// SetStatistic sets a statistic of a player on a roster in a game. It reports whether the game and the player exist.
func (s *Server) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) bool {
	return write(s.state, func(st *store) bool {
		return st.setRosterStatistic(gameID, teamPlayerID, name, value)
	})
}

// SetSeason sets the season that a team is registered for; nil removes it. It reports whether the team exists.
func (s *Server) SetSeason(teamID int64, season *tourney.Season) bool {
	return write(s.state, func(st *store) bool {
		return st.setSeason(teamID, deepCopy(season))
	})
}

// SetStandings makes the server answer every request for standings with this table, until Reset. With nil the server
// computes standings from the games again.
func (s *Server) SetStandings(table *tourney.Standings) {
	write(s.state, func(st *store) int64 { st.standings = deepCopy(table); return 0 })
}

// SetLeaders makes the server answer every request for leaders with these categories, until Reset. With nil the server
// adds up the statistics again.
func (s *Server) SetLeaders(categories []tourney.StatisticCategory) {
	write(s.state, func(st *store) int64 { st.leaders = deepCopy(categories); return 0 })
}

// NextID sets the id of the next team or division that a request creates, also by a registration.
func (s *Server) NextID(id int64) {
	write(s.state, func(st *store) int64 { st.nextID = id; return 0 })
}

// NextTransactionID sets the transaction id of the next payment.
func (s *Server) NextTransactionID(id string) {
	write(s.state, func(st *store) int64 { st.nextTransaction = id; return 0 })
}

// Event returns an event.
func (s *Server) Event(id int64) (tourney.Event, bool) {
	return readOne(s, func(st *store) *eventRow { return st.events.get(id) }, wholeEvent)
}

// Events returns all events.
func (s *Server) Events() []tourney.Event {
	return readAll(s, func(st *store) []*eventRow { return st.events.under(eventKey{}) }, wholeEvent)
}

func wholeEvent(_ *store, r *eventRow) tourney.Event { return r.event }

// Division returns a division with all its data.
func (s *Server) Division(id int64) (tourney.Division, bool) {
	return readOne(s, func(st *store) *divisionRow { return st.divisions.get(id) }, (*store).wholeDivision)
}

// DivisionExternalID returns the external id of a division; "" when no write set one.
func (s *Server) DivisionExternalID(id int64) string {
	text, _ := readOne(s, func(st *store) *divisionRow { return st.divisions.get(id) },
		func(_ *store, r *divisionRow) string { return r.externalID })
	return text
}

// Divisions returns all divisions, active or not.
func (s *Server) Divisions() []tourney.Division {
	return readAll(s, func(st *store) []*divisionRow { return st.divisions.under(divisionKey{}) }, (*store).wholeDivision)
}

func (s *store) wholeDivision(r *divisionRow) tourney.Division { return s.divisionView(r, allIncludes) }

// Pools returns the pools of a division.
func (s *Server) Pools(divisionID int64) []tourney.Pool {
	return readAll(s, func(st *store) []*poolRow { return st.pools.under(divisionID) }, (*store).poolView)
}

// TeamPool is a position of a pool, which the interface calls a team pool.
type TeamPool struct {
	ID     int64 // TeamPoolID in GameSide and StandingsUpdateInput
	PoolID int64
	Number int
	TeamID int64 // 0 while the position is empty
}

// TeamPools returns the positions of a pool.
func (s *Server) TeamPools(poolID int64) []TeamPool {
	positions := func(st *store) []*teamPoolRow { return st.teamPools.under(teamPoolKey{pool: poolID}) }
	return readAll(s, positions, func(_ *store, r *teamPoolRow) TeamPool {
		return TeamPool{ID: r.id, PoolID: r.poolID, Number: r.number, TeamID: r.teamID}
	})
}

// Team returns a team with all its data.
func (s *Server) Team(id int64) (tourney.Team, bool) {
	return readOne(s, func(st *store) *teamRow { return st.teams.get(id) }, (*store).wholeTeam)
}

// TeamDetails returns the data of a team that writes set and no response shows.
func (s *Server) TeamDetails(id int64) (TeamDetails, bool) {
	return readOne(s, func(st *store) *teamRow { return st.teams.get(id) },
		func(_ *store, r *teamRow) TeamDetails { return r.details })
}

// Teams returns all teams, also those that lists do not show.
func (s *Server) Teams() []tourney.Team {
	return readAll(s, func(st *store) []*teamRow {
		return st.teams.under(teamKey{status: anyStatus, paid: paidOrNot})
	}, (*store).wholeTeam)
}

// wholeTeam returns a team with the fields that responses leave out.
func (s *store) wholeTeam(r *teamRow) tourney.Team {
	t := s.teamView(r, allIncludes)
	t.ExternalTeamID, t.Address = r.team.ExternalTeamID, r.team.Address
	return t
}

// Player returns a player with all its data.
func (s *Server) Player(id int64) (tourney.Player, bool) {
	return readOne(s, func(st *store) *personRow { return st.people.get(id) }, (*store).wholePlayer)
}

// Players returns all players.
func (s *Server) Players() []tourney.Player {
	return readAll(s, func(st *store) []*personRow { return st.people.under(scope{}) }, (*store).wholePlayer)
}

func (s *store) wholePlayer(r *personRow) tourney.Player { return s.playerView(r, allIncludes) }

// Venue returns a venue.
func (s *Server) Venue(id int64) (tourney.Venue, bool) {
	return readOne(s, func(st *store) *venueRow { return st.venues.get(id) }, wholeVenue)
}

// Venues returns all venues.
func (s *Server) Venues() []tourney.Venue {
	return readAll(s, func(st *store) []*venueRow { return st.venues.under(0) }, wholeVenue)
}

func wholeVenue(_ *store, r *venueRow) tourney.Venue { return r.venue }

// Game returns a game.
func (s *Server) Game(id int64) (tourney.Game, bool) {
	return readOne(s, func(st *store) *gameRow { return st.games.get(id) }, (*store).gameView)
}

// GameExternalID returns the vendor's id of a game; "" when no update set one.
func (s *Server) GameExternalID(id int64) string {
	text, _ := readOne(s, func(st *store) *gameRow { return st.games.get(id) },
		func(_ *store, r *gameRow) string { return r.externalID })
	return text
}

// Games returns all games.
func (s *Server) Games() []tourney.Game {
	return readAll(s, func(st *store) []*gameRow { return st.games.under(gameKey{}) }, (*store).gameView)
}

// Statistic returns a statistic of a player on a roster in a game, and false when it is not set.
func (s *Server) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return read(s.state, func(st *store) (tourney.Decimal, bool) {
		r := st.statistic(gameID, teamPlayerID, name)
		if r == nil || r.cleared {
			return tourney.Decimal{}, false
		}
		return r.value, true
	})
}

// Payments returns all payments, also those of registrations, oldest first.
func (s *Server) Payments() []PaymentRecord {
	rows, _ := read(s.state, func(st *store) ([]PaymentRecord, bool) { return st.payments.all(), true })
	return rows
}

// Registrations returns all registrations, oldest first.
func (s *Server) Registrations() []RegistrationRecord {
	rows, _ := read(s.state, func(st *store) ([]RegistrationRecord, bool) { return st.registrations.all(), true })
	return rows
}

// readOne returns the view of a row, and false when there is no row.
func readOne[R, T any](s *Server, row func(*store) *R, view func(*store, *R) T) (T, bool) {
	return read(s.state, func(st *store) (value T, ok bool) {
		r := row(st)
		if r == nil {
			return value, false
		}
		return view(st, r), true
	})
}

// readAll returns the views of rows.
func readAll[R, T any](s *Server, rows func(*store) []*R, view func(*store, *R) T) []T {
	list, _ := read(s.state, func(st *store) ([]T, bool) {
		return mapped(rows(st), func(r *R) T { return view(st, r) }), true
	})
	return list
}
