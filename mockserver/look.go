package mockserver

import "github.com/tourney-go/tourney"

// The readers of the side door return deep copies of rows.

// Event returns an event.
func (s *Server) Event(id int64) (tourney.Event, bool) {
	return readOne(inner(s), func(st *version) *eventRow { return st.events.Get(id) }, wholeEvent)
}

// Events returns all events.
func (s *Server) Events() []tourney.Event {
	return readAll(inner(s), func(st *version) []*eventRow { return st.events.Under(eventKey{}) }, wholeEvent)
}

// EventOwner returns where an event belongs, and false when there is no such event.
func (s *Server) EventOwner(eventID int64) (EventOwner, bool) {
	return readOne(inner(s), func(st *version) *eventRow { return st.events.Get(eventID) },
		func(_ *version, r *eventRow) EventOwner { return r.Owner })
}

func wholeEvent(_ *version, r *eventRow) tourney.Event { return r.Event }

// Division returns a division with all its data.
func (s *Server) Division(id int64) (tourney.Division, bool) {
	return readOne(inner(s), func(st *version) *divisionRow { return st.divisions.Get(id) }, (*version).wholeDivision)
}

// DivisionExternalID returns the external id of a division; "" when no write set one.
func (s *Server) DivisionExternalID(id int64) string {
	text, _ := readOne(inner(s), func(st *version) *divisionRow { return st.divisions.Get(id) },
		func(_ *version, r *divisionRow) string { return r.ExternalID })
	return text
}

// Divisions returns all divisions, active or not.
func (s *Server) Divisions() []tourney.Division {
	return readAll(inner(s), func(st *version) []*divisionRow {
		return st.divisions.Under(divisionKey{})
	}, (*version).wholeDivision)
}

// EventDivisions returns the ids of the divisions of an event, active or not; of 0, those of all divisions. It costs
// less than Divisions, which returns them with their teams.
func (s *Server) EventDivisions(eventID int64) []int64 {
	rows := func(st *version) []*divisionRow { return st.divisions.Under(divisionKey{event: eventID}) }
	return readAll(inner(s), rows, func(_ *version, r *divisionRow) int64 { return r.Division.ID })
}

func (s *version) wholeDivision(r *divisionRow) tourney.Division {
	return s.reader().divisionView(r, allIncludes)
}

// Pools returns the pools of a division; of 0, all pools, also those without a division.
func (s *Server) Pools(divisionID int64) []tourney.Pool {
	return readAll(inner(s), func(st *version) []*poolRow {
		if divisionID == 0 {
			return st.pools.All()
		}
		return st.pools.Under(divisionID)
	}, (*version).wholePool)
}

func (s *version) wholePool(r *poolRow) tourney.Pool { return s.reader().poolView(r) }

// TeamPool is a position of a pool, which the interface calls a team pool.
type TeamPool struct {
	ID     int64 // TeamPoolID in GameSide and StandingsUpdateInput
	PoolID int64
	Number int
	TeamID int64 // 0 while the position is empty
}

// TeamPools returns the positions of a pool.
func (s *Server) TeamPools(poolID int64) []TeamPool {
	positions := func(st *version) []*teamPoolRow { return st.teamPools.Under(teamPoolKey{pool: poolID}) }
	return readAll(inner(s), positions, func(_ *version, r *teamPoolRow) TeamPool {
		return TeamPool{ID: r.ID, PoolID: r.PoolID, Number: r.Number, TeamID: r.TeamID}
	})
}

// Team returns a team with all its data.
func (s *Server) Team(id int64) (tourney.Team, bool) {
	return readOne(inner(s), func(st *version) *teamRow { return st.teams.Get(id) }, (*version).wholeTeam)
}

// TeamEvent returns the id of the event that a team is in, 0 for none or an unknown team.
func (s *Server) TeamEvent(teamID int64) int64 {
	id, _ := readOne(inner(s), func(st *version) *teamRow { return st.teams.Get(teamID) },
		func(_ *version, r *teamRow) int64 { return r.EventID })
	return id
}

// TeamDetails returns the data of a team that writes set and no response shows.
func (s *Server) TeamDetails(id int64) (TeamDetails, bool) {
	return readOne(inner(s), func(st *version) *teamRow { return st.teams.Get(id) },
		func(_ *version, r *teamRow) TeamDetails { return r.Details })
}

// Teams returns all teams, also those that lists do not show.
func (s *Server) Teams() []tourney.Team {
	return readAll(inner(s), func(st *version) []*teamRow {
		return st.teams.Under(teamKey{status: anyStatus, paid: paidOrNot})
	}, (*version).wholeTeam)
}

// wholeTeam returns a team with the fields that responses leave out.
func (s *version) wholeTeam(r *teamRow) tourney.Team {
	t := s.reader().teamView(r, allIncludes)
	t.ExternalTeamID, t.Address = r.Team.ExternalTeamID, r.Team.Address
	return t
}

// Player returns a player with all its data.
func (s *Server) Player(id int64) (tourney.Player, bool) {
	return readOne(inner(s), func(st *version) *personRow { return st.people.Get(id) }, (*version).wholePlayer)
}

// Players returns all players.
func (s *Server) Players() []tourney.Player {
	return readAll(inner(s), func(st *version) []*personRow { return st.people.Under(scope{}) }, (*version).wholePlayer)
}

func (s *version) wholePlayer(r *personRow) tourney.Player {
	return s.reader().playerView(r, allIncludes)
}

// Venue returns a venue.
func (s *Server) Venue(id int64) (tourney.Venue, bool) {
	return readOne(inner(s), func(st *version) *venueRow { return st.venues.Get(id) }, wholeVenue)
}

// Venues returns all venues.
func (s *Server) Venues() []tourney.Venue {
	return readAll(inner(s), func(st *version) []*venueRow { return st.venues.Under(0) }, wholeVenue)
}

// VenueEvents returns the ids of the events of a venue.
func (s *Server) VenueEvents(venueID int64) []int64 {
	ids, _ := readOne(inner(s), func(st *version) *venueRow { return st.venues.Get(venueID) },
		func(_ *version, r *venueRow) []int64 { return r.EventIDs })
	return ids
}

func wholeVenue(_ *version, r *venueRow) tourney.Venue { return r.Venue }

// Game returns a game.
func (s *Server) Game(id int64) (tourney.Game, bool) {
	return readOne(inner(s), func(st *version) *gameRow { return st.games.Get(id) }, (*version).wholeGame)
}

func (s *version) wholeGame(r *gameRow) tourney.Game { return s.reader().gameView(r) }

// GameExternalID returns the vendor's id of a game; "" when no update set one.
func (s *Server) GameExternalID(id int64) string {
	text, _ := readOne(inner(s), func(st *version) *gameRow { return st.games.Get(id) },
		func(_ *version, r *gameRow) string { return r.ExternalID })
	return text
}

// Games returns all games.
func (s *Server) Games() []tourney.Game {
	return readAll(inner(s), func(st *version) []*gameRow { return st.games.Under(gameKey{}) }, (*version).wholeGame)
}

// Statistic returns a statistic of a player on a roster in a game, and false when it is not set.
func (s *Server) Statistic(gameID, teamPlayerID int64, name string) (tourney.Decimal, bool) {
	return read(inner(s).state, func(st *version) (tourney.Decimal, bool) {
		r := st.statistic(gameID, teamPlayerID, name)
		if r == nil || r.Cleared {
			return tourney.Decimal{}, false
		}
		return r.Value, true
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
	return readAll(inner(s), func(st *version) []*statisticRow {
		return st.statistics.Where(func(r *statisticRow) bool { return r.GameID == gameID && !r.Cleared })
	}, func(_ *version, r *statisticRow) StatisticValue { return StatisticValue{r.PlayerID, r.Name, r.Value} })
}

// StatisticOrder returns the order of SetStatisticOrder.
func (s *Server) StatisticOrder() []string {
	names, _ := read(inner(s).state, func(st *version) ([]string, bool) {
		return append([]string{}, st.statNames...), true
	})
	return names
}

// Payments returns all payments, also those of registrations, oldest first.
func (s *Server) Payments() []PaymentRecord {
	rows, _ := read(inner(s).state, func(st *version) ([]PaymentRecord, bool) { return st.paymentRecords(), true })
	return rows
}

// Registrations returns all registrations, oldest first.
func (s *Server) Registrations() []RegistrationRecord {
	rows, _ := read(inner(s).state, func(st *version) ([]RegistrationRecord, bool) {
		return st.registrationRecords(), true
	})
	return rows
}

// readOne returns the view of a row, and false when there is no row.
func readOne[R, T any](s *server, row func(*version) *R, view func(*version, *R) T) (T, bool) {
	return read(s.state, func(st *version) (value T, ok bool) {
		r := row(st)
		if r == nil {
			return value, false
		}
		return view(st, r), true
	})
}

// readAll returns the views of rows.
func readAll[R, T any](s *server, rows func(*version) []*R, view func(*version, *R) T) []T {
	list, _ := read(s.state, func(st *version) ([]T, bool) {
		return mapped(rows(st), func(r *R) T { return view(st, r) }), true
	})
	return list
}
