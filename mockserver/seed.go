package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
)

// The side door: rows are added and read without HTTP and without the checks of the operations. Ids that are 0
// are given out; the Add methods return the id. A row whose id is there already takes the place of that one. What a
// resource carries nested is added too: the division, pools, players and coaches of a team, the teams of a division,
// the teams and games of a player. What goes in and comes out is copied.

// AddEvent adds an event.
func (s *Server) AddEvent(e tourney.Event) int64 {
	return write(s.state, func(st *store) int64 { return st.addEvent(deepCopy(e)) })
}

// AddDivision adds a division with the teams that it carries; teams that are there already move into it and are
// else left alone. Without an Event it belongs to the server's first event, if there is one.
func (s *Server) AddDivision(d tourney.Division) int64 {
	return write(s.state, func(st *store) int64 { return st.addDivision(deepCopy(d)) })
}

// AddPool adds a pool with positions 1 to positions, all empty, and returns the pool's id and the positions' ids, which
// are what GameSide.TeamPoolID and StandingsUpdateInput.TeamPoolID hold. The first positions get the given ids. A pool that
// is there already keeps its positions and their teams, and what p does not say.
func (s *Server) AddPool(p tourney.Pool, positions int, ids ...int64) (id int64, teamPoolIDs []int64) {
	write(s.state, func(st *store) int64 {
		id, teamPoolIDs = st.addPoolWithPositions(deepCopy(p), positions, ids)
		return id
	})
	return id, teamPoolIDs
}

// AddAccount adds an account beside the server's first one.
func (s *Server) AddAccount(username, password string, a tourney.Account) {
	write(s.state, func(st *store) int64 {
		st.accounts = append(slices.Clip(st.accounts), newAccount(username, password, a))
		return 0
	})
}

// AddPayment adds a payment as if it had been made, under its transaction id. The number and the security code of the
// card in its Request are left out.
func (s *Server) AddPayment(p PaymentRecord) {
	p.Request.Payment = withoutCard(p.Request.Payment)
	write(s.state, func(st *store) *PaymentRecord { return st.payments.add(deepCopy(p)) })
}

// AddRegistration adds a registration as if it had been made. The number and the security code of the card in its
// Request are left out. It adds no team: see AddTeam.
func (s *Server) AddRegistration(r RegistrationRecord) {
	r.Request.Payment = withoutCard(r.Request.Payment)
	write(s.state, func(st *store) *RegistrationRecord { return st.registrations.add(deepCopy(r)) })
}

// AddTeam adds a team with the players, coaches, pools and division that it carries. A division that is not there
// yet is added. Without a Division the team belongs to none.
func (s *Server) AddTeam(t tourney.Team) int64 {
	return write(s.state, func(st *store) int64 { return st.addTeam(deepCopy(t)) })
}

// AddPlayer adds a player with the teams and games that it carries.
func (s *Server) AddPlayer(p tourney.Player) int64 {
	return write(s.state, func(st *store) int64 { return st.addPlayer(deepCopy(p)) })
}

// AddVenue adds a venue to the given events.
func (s *Server) AddVenue(v tourney.Venue, eventIDs ...int64) int64 {
	return write(s.state, func(st *store) int64 { return st.addVenue(deepCopy(v), eventIDs) })
}

// AddGame adds a game. A division without an Event gets the one that it belongs to.
func (s *Server) AddGame(g tourney.Game) int64 {
	return write(s.state, func(st *store) int64 { return st.addGame(deepCopy(g)) })
}

// SetStatistic sets a statistic of a player of a team's roster in a game. It reports false when there is no such game
// or no such player on a roster.
func (s *Server) SetStatistic(gameID, teamPlayerID int64, name string, value tourney.Decimal) bool {
	return write(s.state, func(st *store) bool {
		return st.setRosterStatistic(gameID, teamPlayerID, name, value)
	})
}

// SetSeason gives a team a registration for a season; nil takes it away. It reports false when there is no such team.
func (s *Server) SetSeason(teamID int64, season *tourney.Season) bool {
	return write(s.state, func(st *store) bool {
		return st.setSeason(teamID, deepCopy(season))
	})
}

// SetStandings makes every request for standings answer with this table, until Reset. nil goes back to the table
// that is computed from the games.
func (s *Server) SetStandings(table *tourney.Standings) {
	write(s.state, func(st *store) int64 { st.standings = deepCopy(table); return 0 })
}

// SetLeaders makes every request for leaders answer with these categories, until Reset. nil goes back to the totals
// of the statistics.
func (s *Server) SetLeaders(categories []tourney.StatisticCategory) {
	write(s.state, func(st *store) int64 { st.leaders = deepCopy(categories); return 0 })
}

// NextID makes the next team or division that a request makes get this id, also a team that is registered.
func (s *Server) NextID(id int64) {
	write(s.state, func(st *store) int64 { st.nextID = id; return 0 })
}

// NextTransactionID makes the next payment answer with this transaction id.
func (s *Server) NextTransactionID(id string) {
	write(s.state, func(st *store) int64 { st.nextTransaction = id; return 0 })
}

// Event returns an event.
func (s *Server) Event(id int64) (tourney.Event, bool) {
	return readOne(s, func(st *store) *eventRow { return st.events.get(id) }, wholeEvent)
}

// Events returns every event.
func (s *Server) Events() []tourney.Event {
	return readAll(s, func(st *store) []*eventRow { return st.events.under(eventKey{}) }, wholeEvent)
}

func wholeEvent(_ *store, r *eventRow) tourney.Event { return r.event }

// Division returns a division with all that it has.
func (s *Server) Division(id int64) (tourney.Division, bool) {
	return readOne(s, func(st *store) *divisionRow { return st.divisions.get(id) }, (*store).wholeDivision)
}

// DivisionExternalID returns the external id that a write gave a division; "" when none did.
func (s *Server) DivisionExternalID(id int64) string {
	text, _ := readOne(s, func(st *store) *divisionRow { return st.divisions.get(id) },
		func(_ *store, r *divisionRow) string { return r.externalID })
	return text
}

// Divisions returns every division, active or not.
func (s *Server) Divisions() []tourney.Division {
	return readAll(s, func(st *store) []*divisionRow { return st.divisions.under(divisionKey{}) }, (*store).wholeDivision)
}

func (s *store) wholeDivision(r *divisionRow) tourney.Division { return s.divisionView(r, allIncludes) }

// Pools returns the pools of a division.
func (s *Server) Pools(divisionID int64) []tourney.Pool {
	return readAll(s, func(st *store) []*poolRow { return st.pools.under(divisionID) }, (*store).poolView)
}

// TeamPool is a position of a pool: what the interface calls a team pool.
type TeamPool struct {
	ID     int64 // what GameSide.TeamPoolID and StandingsUpdateInput.TeamPoolID hold
	PoolID int64
	Number int
	TeamID int64 // 0 while it is empty
}

// TeamPools returns the positions of a pool.
func (s *Server) TeamPools(poolID int64) []TeamPool {
	return readAll(s, func(st *store) []*teamPoolRow { return st.teamPools.under(teamPoolKey{pool: poolID}) }, func(_ *store, r *teamPoolRow) TeamPool {
		return TeamPool{ID: r.id, PoolID: r.poolID, Number: r.number, TeamID: r.teamID}
	})
}

// Team returns a team with all that it has.
func (s *Server) Team(id int64) (tourney.Team, bool) {
	return readOne(s, func(st *store) *teamRow { return st.teams.get(id) }, (*store).wholeTeam)
}

// TeamDetails returns what writes told of a team and no response shows.
func (s *Server) TeamDetails(id int64) (TeamDetails, bool) {
	return readOne(s, func(st *store) *teamRow { return st.teams.get(id) }, func(_ *store, r *teamRow) TeamDetails { return r.details })
}

// Teams returns every team, shown in lists or not.
func (s *Server) Teams() []tourney.Team {
	return readAll(s, func(st *store) []*teamRow {
		return st.teams.under(teamKey{status: anyStatus, paid: paidOrNot})
	}, (*store).wholeTeam)
}

// wholeTeam is a team with what responses leave out of one.
func (s *store) wholeTeam(r *teamRow) tourney.Team {
	t := s.teamView(r, allIncludes)
	t.ExternalTeamID, t.Address = r.team.ExternalTeamID, r.team.Address
	return t
}

// Player returns a player with all that it has.
func (s *Server) Player(id int64) (tourney.Player, bool) {
	return readOne(s, func(st *store) *personRow { return st.people.get(id) }, (*store).wholePlayer)
}

// Players returns every player.
func (s *Server) Players() []tourney.Player {
	return readAll(s, func(st *store) []*personRow { return st.people.under(scope{}) }, (*store).wholePlayer)
}

func (s *store) wholePlayer(r *personRow) tourney.Player { return s.playerView(r, allIncludes) }

// Venue returns a venue.
func (s *Server) Venue(id int64) (tourney.Venue, bool) {
	return readOne(s, func(st *store) *venueRow { return st.venues.get(id) }, wholeVenue)
}

// Venues returns every venue.
func (s *Server) Venues() []tourney.Venue {
	return readAll(s, func(st *store) []*venueRow { return st.venues.under(0) }, wholeVenue)
}

func wholeVenue(_ *store, r *venueRow) tourney.Venue { return r.venue }

// Game returns a game.
func (s *Server) Game(id int64) (tourney.Game, bool) {
	return readOne(s, func(st *store) *gameRow { return st.games.get(id) }, (*store).gameView)
}

// GameExternalID returns the vendor's id that an update gave a game; "" when none did.
func (s *Server) GameExternalID(id int64) string {
	text, _ := readOne(s, func(st *store) *gameRow { return st.games.get(id) }, func(_ *store, r *gameRow) string { return r.externalID })
	return text
}

// Games returns every game.
func (s *Server) Games() []tourney.Game {
	return readAll(s, func(st *store) []*gameRow { return st.games.under(gameKey{}) }, (*store).gameView)
}

// Statistic returns a statistic of a player of a roster in a game, and false when it is not set.
func (s *Server) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return read(s.state, func(st *store) (tourney.Decimal, bool) {
		r := st.statistic(gameID, teamPlayerID, name)
		if r == nil || r.cleared {
			return tourney.Decimal{}, false
		}
		return r.value, true
	})
}

// Payments returns every payment, those of registrations too, in the order in which they were made.
func (s *Server) Payments() []PaymentRecord {
	rows, _ := read(s.state, func(st *store) ([]PaymentRecord, bool) { return st.payments.all(), true })
	return rows
}

// Registrations returns every registration in the order in which they were made.
func (s *Server) Registrations() []RegistrationRecord {
	rows, _ := read(s.state, func(st *store) ([]RegistrationRecord, bool) { return st.registrations.all(), true })
	return rows
}

// readOne reads a row, and returns false when there is none.
func readOne[R, T any](s *Server, row func(*store) *R, view func(*store, *R) T) (T, bool) {
	return read(s.state, func(st *store) (value T, ok bool) {
		r := row(st)
		if r == nil {
			return value, false
		}
		return view(st, r), true
	})
}

// readAll reads some rows of a table.
func readAll[R, T any](s *Server, rows func(*store) []*R, view func(*store, *R) T) []T {
	list, _ := read(s.state, func(st *store) ([]T, bool) {
		return mapped(rows(st), func(r *R) T { return view(st, r) }), true
	})
	return list
}
