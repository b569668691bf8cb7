package mockserver

import "github.com/tourney-go/tourney"

// The readers of the side door return deep copies of rows.

// Event returns an event.
func (s *Server) Event(id int64) (tourney.Event, bool) {
	return readOne(s, func(st *store) *eventRow { return st.events.get(id) }, wholeEvent)
}

// Events returns all events.
func (s *Server) Events() []tourney.Event {
	return readAll(s, func(st *store) []*eventRow { return st.events.under(eventKey{}) }, wholeEvent)
}

// EventOwner returns where an event belongs, and false when there is no such event.
func (s *Server) EventOwner(eventID int64) (EventOwner, bool) {
	return readOne(s, func(st *store) *eventRow { return st.events.get(eventID) },
		func(_ *store, r *eventRow) EventOwner { return r.owner })
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

// TeamEvent returns the id of the event that a team is in, 0 for none or an unknown team.
func (s *Server) TeamEvent(teamID int64) int64 {
	id, _ := readOne(s, func(st *store) *teamRow { return st.teams.get(teamID) },
		func(_ *store, r *teamRow) int64 { return r.eventID })
	return id
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

// VenueEvents returns the ids of the events of a venue.
func (s *Server) VenueEvents(venueID int64) []int64 {
	ids, _ := readOne(s, func(st *store) *venueRow { return st.venues.get(venueID) },
		func(_ *store, r *venueRow) []int64 { return r.eventIDs })
	return ids
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

// StatisticValue is a statistic of a player in a game.
type StatisticValue struct {
	TeamPlayerID int64 // of the line of the roster
	Name         string
	Value        tourney.Decimal
}

// Statistics returns the statistics of a game that are set, in the order in which they were set. It costs the length of
// all statistics.
func (s *Server) Statistics(gameID int64) []StatisticValue {
	return readAll(s, func(st *store) []*statisticRow {
		return st.statistics.where(func(r *statisticRow) bool { return r.gameID == gameID && !r.cleared })
	}, func(_ *store, r *statisticRow) StatisticValue { return StatisticValue{r.playerID, r.name, r.value} })
}

// StatisticOrder returns the order of SetStatisticOrder.
func (s *Server) StatisticOrder() []string {
	names, _ := read(s.state, func(st *store) ([]string, bool) { return st.statNames, true })
	return names
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
