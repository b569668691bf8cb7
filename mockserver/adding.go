package mockserver

import (
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
)

// Adding rows: what the side door and the operations that create have in common.

func (s *store) addEvent(e tourney.Event) int64 {
	e.ID = s.ids.take(eventIDs, e.ID)
	if s.events.get(e.ID) == nil {
		s.events.add(eventRow{event: e})
	} else {
		s.events.change(e.ID, func(r *eventRow) { r.event = e })
	}
	return e.ID
}

// defaultEvent is the first event, nil in a server without one.
func (s *store) defaultEvent() *tourney.Event {
	if rows := s.events.under(eventKey{}); len(rows) > 0 {
		return &rows[0].event
	}
	return nil
}

// ensureEvent adds an event that is only known from a resource that carries it.
func (s *store) ensureEvent(e *tourney.Event) int64 {
	if e == nil {
		return 0
	}
	if e.ID != 0 && s.events.get(e.ID) != nil {
		return e.ID
	}
	return s.addEvent(*e)
}

func (s *store) addDivision(d tourney.Division) int64 {
	d.ID = s.ids.take(divisionIDs, d.ID)
	teams := d.Teams
	if d.Event == nil {
		d.Event = s.defaultEvent()
	}
	row := divisionRow{division: d, eventID: s.ensureEvent(d.Event), active: d.Active == nil || *d.Active}
	row.division.Teams, row.division.Event, row.division.Active = nil, nil, nil // Active is a column of the row
	row.division.Prices = mapped(d.Prices, func(p tourney.Price) tourney.Price {
		p.ID = s.ids.take(priceIDs, p.ID)
		return p
	})
	if d.Prices == nil {
		row.division.Prices = nil
	}
	s.replaceDivision(row)
	for _, t := range teams {
		s.addToDivision(d, t)
	}
	return d.ID
}

// addToDivision adds a team to a division. One that is there already is more than its summary: it moves as it is.
func (s *store) addToDivision(d tourney.Division, t tourney.Team) {
	if s.teams.get(t.ID) == nil {
		t.Division = &tourney.TeamDivision{ID: d.ID, Name: d.Name}
		s.addTeam(t)
		return
	}
	s.changeTeam(t.ID, func(r *teamRow) { r.divisionID, r.eventID = d.ID, s.divisions.get(d.ID).eventID })
}

func (s *store) replaceDivision(row divisionRow) {
	if s.divisions.get(row.division.ID) == nil {
		s.divisions.add(row)
		return
	}
	s.divisions.change(row.division.ID, func(r *divisionRow) {
		row.externalID = r.externalID // only writes tell it
		*r = row
	})
	s.teamsMoved(row.division.ID)
}

// teamsMoved files a division's teams anew after a change of the division that decides where they are found.
func (s *store) teamsMoved(divisionID int64) {
	eventID := s.divisions.get(divisionID).eventID
	for _, r := range s.teams.under(teamKey{scope{inDivision, divisionID}, anyStatus, whatever}) {
		s.changeTeam(r.team.ID, func(r *teamRow) { r.eventID = or(eventID, r.eventID) })
	}
}

// changeTeam applies f to a team and files the team and its players where they are found afterwards.
func (s *store) changeTeam(id int64, f func(*teamRow)) {
	var before, after teamRow
	s.teams.change(id, func(r *teamRow) {
		before = *r
		f(r)
		r.shown = s.divisions.get(r.divisionID).shows(&r.team)
		after = *r
	})
	s.knownAs(before.team.ExternalTeamID, after.team)
	if before.divisionID == after.divisionID && before.eventID == after.eventID {
		return
	}
	for _, p := range after.team.Players {
		s.people.change(p.PlayerID, func(r *personRow) { r.places = s.placesOf(r.teamIDs) })
	}
}

// knownAs makes a team found by its external id, and no longer by the one that it had before. Of several teams with
// the same one, the last that got it is found.
func (s *store) knownAs(before string, t tourney.Team) {
	if before == t.ExternalTeamID {
		return
	}
	if before != "" {
		s.external[before] = slices.DeleteFunc(s.external[before], func(id int64) bool { return id == t.ID })
	}
	if t.ExternalTeamID != "" {
		s.external[t.ExternalTeamID] = append(s.external[t.ExternalTeamID], t.ID)
	}
}

// placesOf returns the scopes in which a player of these teams is found.
func (s *store) placesOf(teamIDs []int64) []scope {
	var places []scope
	for _, id := range teamIDs {
		places = append(places, scope{inTeam, id})
		if team := s.teams.get(id); team != nil {
			places = append(places, scopes(team.eventID, team.divisionID)[1:]...)
		}
	}
	slices.SortFunc(places, compareScopes)
	return slices.Compact(places)
}

// ensureDivision adds a division that is only known from a team that carries it.
func (s *store) ensureDivision(d *tourney.TeamDivision) (divisionID, eventID int64) {
	if d == nil {
		return 0, 0
	}
	if d.ID == 0 || s.divisions.get(d.ID) == nil {
		d = &tourney.TeamDivision{
			ID: s.addDivision(tourney.Division{
				ID: d.ID, Name: d.Name, Description: d.Description, Gender: d.Gender, Event: d.Event,
			}),
		}
	}
	return d.ID, s.divisions.get(d.ID).eventID
}

func (s *store) addPool(p tourney.Pool) int64 {
	row := poolRow{id: s.ids.take(poolIDs, p.ID), name: p.Name, label: p.Label}
	row.divisionID, _ = s.ensureDivision(p.Division)
	if s.pools.get(row.id) == nil {
		s.pools.add(row)
	}
	return row.id
}

// addPoolWithPositions adds a pool, or gives one that is there already what p says of it, and returns the ids of its
// first positions. Positions that are not there are added under the given ids.
func (s *store) addPoolWithPositions(p tourney.Pool, positions int, ids []int64) (poolID int64, teamPoolIDs []int64) {
	poolID = s.addPool(p)
	s.describePool(poolID, p)
	return poolID, s.teamPoolsOf(poolID, positions, ids)
}

// describePool gives a pool what another description of it says.
func (s *store) describePool(id int64, p tourney.Pool) {
	divisionID, _ := s.ensureDivision(p.Division)
	s.pools.change(id, func(r *poolRow) {
		r.name, r.label, r.divisionID = or(p.Name, r.name), or(p.Label, r.label), or(divisionID, r.divisionID)
	})
}

// teamPoolsOf returns the ids of the first positions of a pool. Those that are not there are added under the given ids.
func (s *store) teamPoolsOf(poolID int64, positions int, ids []int64) []int64 {
	there := map[int]int64{}
	for _, teamPool := range s.teamPools.under(teamPoolKey{pool: poolID}) {
		there[teamPool.number] = teamPool.id
	}
	var list []int64
	for i := range positions {
		id, ok := there[i+1]
		if !ok {
			var wanted int64
			if i < len(ids) {
				wanted = ids[i]
			}
			id = s.addTeamPool(poolID, i+1, wanted)
		}
		list = append(list, id)
	}
	return list
}

// teamPool returns the id of a position of a pool, which it adds when it is not there.
func (s *store) teamPool(poolID int64, number int) int64 {
	for _, teamPool := range s.teamPools.under(teamPoolKey{pool: poolID}) {
		if teamPool.number == number {
			return teamPool.id
		}
	}
	return s.addTeamPool(poolID, number, 0)
}

func (s *store) addTeamPool(poolID int64, number int, id int64) int64 {
	return s.teamPools.add(teamPoolRow{id: s.ids.take(teamPoolIDs, id), poolID: poolID, number: number}).id
}

func (s *store) addTeam(t tourney.Team) int64 {
	divisionID, eventID := s.ensureDivision(t.Division)
	return s.addTeamTo(divisionID, eventID, t)
}

// addTeamTo adds a team to a division and an event, either of which may be 0.
func (s *store) addTeamTo(divisionID, eventID int64, t tourney.Team) int64 {
	t.ID = s.ids.take(teamIDs, t.ID)
	row := teamRow{team: t, divisionID: divisionID, eventID: eventID}
	row.team.Division, row.team.Pools, row.team.Players = nil, nil, nil
	row.team.Coaches = s.numberedCoaches(t.Coaches)
	row.shown = s.divisions.get(row.divisionID).shows(&row.team)
	if s.teams.get(t.ID) == nil {
		s.teams.add(row)
		s.knownAs("", row.team)
	} else {
		s.replaceTeam(row)
	}
	s.addRoster(t.ID, t.Players)
	for _, p := range t.Pools {
		poolID := s.addPool(p.Pool)
		s.place(s.teamPool(poolID, p.Number), t.ID)
	}
	return t.ID
}

// replaceTeam puts a team in the place of the one with its id. What only writes told of that one stays.
func (s *store) replaceTeam(row teamRow) {
	id := row.team.ID
	for _, p := range s.teams.get(id).team.Players {
		s.leaves(p, id)
	}
	for _, teamPool := range s.teamPools.under(teamPoolKey{team: id}) {
		s.teamPools.change(teamPool.id, func(r *teamPoolRow) { r.teamID = 0 })
	}
	s.changeTeam(id, func(r *teamRow) {
		row.details = r.details
		*r = row
	})
}

// leaves takes a person off a team.
func (s *store) leaves(p tourney.TeamPlayer, teamID int64) {
	delete(s.rosters, p.ID)
	s.people.change(p.PlayerID, func(r *personRow) {
		r.teamIDs = slices.DeleteFunc(slices.Clone(r.teamIDs), func(id int64) bool { return id == teamID })
		r.places = s.placesOf(r.teamIDs)
	})
}

// setSeason gives a team a registration for a season and reports whether the team exists.
func (s *store) setSeason(teamID int64, season *tourney.Season) bool {
	s.teams.change(teamID, func(r *teamRow) { r.team.Season = season })
	return s.teams.get(teamID) != nil
}

func (s *store) numberedCoaches(coaches []tourney.Coach) []tourney.Coach {
	if coaches == nil {
		return nil
	}
	return mapped(coaches, func(c tourney.Coach) tourney.Coach {
		c.ID = s.ids.take(coachIDs, c.ID)
		c.CoachID = s.ids.take(coachPersonIDs, c.CoachID)
		return c
	})
}

// addRoster adds players to a team's roster; nil players leave a team without one.
func (s *store) addRoster(teamID int64, players []tourney.TeamPlayer) {
	if players == nil {
		return
	}
	added := mapped(players, func(p tourney.TeamPlayer) tourney.TeamPlayer {
		p.ID = s.ids.take(rosterIDs, p.ID)
		p.PlayerID = s.ids.take(personIDs, p.PlayerID)
		return p
	})
	s.teams.change(teamID, func(r *teamRow) {
		r.team.Players = append(make([]tourney.TeamPlayer, 0, len(r.team.Players)+len(added)), r.team.Players...)
		r.team.Players = append(r.team.Players, added...)
	})
	for _, p := range added {
		s.rosters[p.ID] = teamID
		s.joins(p, teamID)
	}
}

// joins puts a person on a team, and adds the person when it is not known yet.
func (s *store) joins(p tourney.TeamPlayer, teamID int64) {
	if s.people.get(p.PlayerID) == nil {
		s.people.add(personRow{player: tourney.Player{
			ID: p.PlayerID, ParentID: p.ParentID, FirstName: p.FirstName, LastName: p.LastName, Profile: profileOf(p),
		}})
	}
	s.people.extend(p.PlayerID, func(r *personRow) []personKey { return r.join(teamID, s.placesOf([]int64{teamID})) })
}

// profileOf returns the part of a roster's line that the player operations show.
func profileOf(p tourney.TeamPlayer) *tourney.PlayerProfile {
	return &tourney.PlayerProfile{
		Birthdate: p.Birthdate, BirthYear: p.BirthYear, Height: p.Height, Weight: p.Weight, School: p.School,
		GraduationYear: p.GraduationYear, Grade: p.Grade, Position: p.Position, TravelTeam: p.TravelTeam,
		ACTScore: p.ACTScore, SATScore: p.SATScore, GPA: p.GPA, Bats: p.Bats, Throws: p.Throws,
	}
}

func (s *store) addPlayer(p tourney.Player) int64 {
	p.ID = s.ids.take(personIDs, p.ID)
	row := personRow{player: p}
	row.player.Teams = nil
	if p.Teams != nil {
		row.teamIDs = []int64{}
	}
	if s.people.get(p.ID) == nil {
		s.people.add(row)
	} else {
		s.people.change(p.ID, func(r *personRow) { r.player = row.player })
	}
	for _, t := range p.Teams {
		s.addPlayerTeam(p, t)
	}
	return p.ID
}

// addPlayerTeam adds a team that is only known from a player, and the games that the player's line shows.
func (s *store) addPlayerTeam(p tourney.Player, t tourney.PlayerTeam) {
	if s.teams.get(t.ID) == nil {
		team := tourney.Team{ID: t.ID, Name: t.Name, ExternalTeamID: t.ExternalTeamID, ParentID: t.ParentID}
		if t.DivisionID != 0 {
			team.Division = &tourney.TeamDivision{ID: t.DivisionID, Name: t.DivisionName}
		}
		t.ID = s.addTeam(team)
	}
	line := s.lineOf(t.ID, p.ID)
	if line == nil {
		s.addRoster(t.ID, []tourney.TeamPlayer{{PlayerID: p.ID, FirstName: p.FirstName, LastName: p.LastName, Number: t.Number}})
		line = s.lineOf(t.ID, p.ID)
	}
	for _, g := range t.Games {
		s.addPlayerGame(t.ID, line, g)
	}
}

func (s *store) addPlayerGame(teamID int64, line *tourney.TeamPlayer, g tourney.PlayerGame) {
	if s.games.get(g.ID) == nil {
		game := tourney.Game{ID: g.ID, Date: g.Date, Time: g.Time, AwayTeam: &tourney.GameSide{TeamID: &teamID}}
		if g.Venue != "" || g.Court != "" {
			game.VenueCourt = &tourney.VenueCourt{Court: &tourney.Court{Name: g.Court}, Venue: &tourney.Venue{Name: g.Venue}}
		}
		if team := s.teams.get(teamID); team.divisionID != 0 {
			game.Division = &tourney.GameDivision{ID: team.divisionID}
		}
		g.ID = s.addGame(game)
	}
	for _, p := range pitched(g.Statistic) {
		s.setStatistic(g.ID, teamID, line, p.name, tourney.NewDecimal(int64(p.value), 0))
	}
}

// lineOf returns the line of a person on a team's roster.
func (s *store) lineOf(teamID, personID int64) *tourney.TeamPlayer {
	team := s.teams.get(teamID)
	if team == nil {
		return nil
	}
	for i := range team.team.Players {
		if team.team.Players[i].PlayerID == personID {
			return &team.team.Players[i]
		}
	}
	return nil
}

// rosterPlayer returns a line of a roster by its id, and the team that it is on.
func (s *store) rosterPlayer(id int64) (*teamRow, *tourney.TeamPlayer) {
	team := s.teams.get(s.rosters[id])
	if team == nil {
		return nil, nil
	}
	i := lineIndex(team, id)
	if i < 0 {
		return nil, nil
	}
	return team, &team.team.Players[i]
}

func (s *store) addVenue(v tourney.Venue, eventIDs []int64) int64 {
	v.ID = s.ids.take(venueIDs, v.ID)
	if v.Locations != nil {
		v.Locations = mapped(v.Locations, func(l tourney.Location) tourney.Location {
			l.ID = s.ids.take(courtIDs, l.ID)
			return l
		})
	}
	row := venueRow{venue: v}
	for _, id := range eventIDs {
		if id != 0 && !slices.Contains(row.eventIDs, id) {
			row.eventIDs = append(row.eventIDs, id)
		}
	}
	if s.venues.get(v.ID) == nil {
		s.venues.add(row)
	} else {
		s.venues.change(v.ID, func(r *venueRow) { *r = row })
	}
	return v.ID
}

func (s *store) addGame(g tourney.Game) int64 {
	g.ID = s.ids.take(gameIDs, g.ID)
	if g.Division != nil {
		division := *g.Division
		if known := s.divisions.get(division.ID); known != nil && division.Event == nil {
			division.Event = s.shortEvent(known.eventID)
		}
		g.Division = &division
	}
	for _, side := range []*tourney.GameSide{g.AwayTeam, g.HomeTeam} {
		if side != nil && side.TeamPoolID != nil {
			s.ids.take(teamPoolIDs, *side.TeamPoolID)
		}
	}
	if s.games.get(g.ID) == nil {
		s.games.add(gameRow{game: g})
	} else {
		s.replaceGame(g)
	}
	return g.ID
}

// replaceGame puts a game in the place of the one with its id. Its statistics are then found where it is.
func (s *store) replaceGame(g tourney.Game) {
	var before, after []scope
	s.games.change(g.ID, func(r *gameRow) {
		before = scopes(r.eventID(), r.divisionID())
		r.game = g
		after = scopes(r.eventID(), r.divisionID())
	})
	if slices.Equal(before, after) {
		return
	}
	for i := range s.statistics.rows.len {
		if r := s.statistics.rows.at(i); r.gameID == g.ID {
			s.statistics.change(r.id, func(r *statisticRow) { r.scopes = after })
		}
	}
}

// shortEvent returns an event as games show it.
func (s *store) shortEvent(id int64) *tourney.Event {
	r := s.events.get(id)
	if r == nil {
		return nil
	}
	return &tourney.Event{ID: r.event.ID, Name: r.event.Name}
}

// setStatistic adds or changes a statistic of a line of a roster.
func (s *store) setStatistic(gameID, teamID int64, line *tourney.TeamPlayer, name string, value tourney.Decimal) {
	if r := s.statistic(gameID, line.ID, name); r != nil {
		s.statistics.change(r.id, func(r *statisticRow) { r.value, r.cleared = value, false })
		return
	}
	var where []scope
	if game := s.games.get(gameID); game != nil {
		where = scopes(game.eventID(), game.divisionID())
	}
	s.statistics.add(statisticRow{
		scopes: where, id: s.ids.take(statisticIDs, 0), gameID: gameID, teamID: teamID, playerID: line.ID, personID: line.PlayerID,
		name: name, value: value,
	})
}

// setRosterStatistic sets a statistic of the player with this line of a roster. It reports false when there is no such
// game or no such line.
func (s *store) setRosterStatistic(gameID, lineID int64, name string, value tourney.Decimal) bool {
	team, line := s.rosterPlayer(lineID)
	if line == nil || s.games.get(gameID) == nil {
		return false
	}
	s.setStatistic(gameID, team.team.ID, line, name, value)
	return true
}

// statistic returns a statistic by its name in any letter case, also one that was cleared.
func (s *store) statistic(gameID, playerID int64, name string) *statisticRow {
	for _, r := range s.statistics.under(statisticKey{game: gameID, player: playerID}) {
		if strings.EqualFold(r.name, name) {
			return r
		}
	}
	return nil
}

// place puts a team on a position of a pool. The team leaves the other positions that it has in the pool.
func (s *store) place(teamPoolID, teamID int64) {
	teamPool := s.teamPools.get(teamPoolID)
	for _, old := range s.teamPools.under(teamPoolKey{team: teamID}) {
		if old.poolID == teamPool.poolID && old.id != teamPoolID {
			s.teamPools.change(old.id, func(r *teamPoolRow) { r.teamID = 0 })
		}
	}
	s.teamPools.change(teamPoolID, func(r *teamPoolRow) { r.teamID = teamID })
}
