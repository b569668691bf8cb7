package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

func getPlayer(ex *exchange, in byID) (any, error) {
	c := ex.store.people.Cell(in.ID)
	if c == nil {
		return nil, notFound("id", "player", in.ID)
	}
	return detailOf(ex, c, shownPlayers(ex.playerIncludes(in.Includes)), func(p tourney.Player) any {
		return struct{ Player tourney.Player }{p}
	}), nil
}

// playerList holds the parameters of a list of players.
type playerList struct {
	tourney.PlayerListOptions

	Includes []tourney.Include
}

func listPlayers(ex *exchange, in playerList) (any, error) {
	ex.assume(assumeOrder)
	st, includes := ex.store, ex.playerIncludes(in.Includes)
	ex.filter("playerids", "player", st.people.Known, in.PlayerIDs...)
	ex.filter("teamids", "team", st.teams.Known, in.TeamIDs...)
	positions := st.playersIn(ex.scope(in.EventID, in.DivisionID), in.PlayerIDs, in.TeamIDs)
	if ex.encoder.fields.shows("Player", "Totals") {
		return playersWithTotals(ex, positions, in.PlayerListOptions, includes), nil
	}
	as := shownPlayers(includes)
	return pageOf(ex, &st.people, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Player]) any {
		return struct{ Players tourney.Page[tourney.Player] }{p}
	}), nil
}

// playerIncludes returns the includes of a request for players.
func (ex *exchange) playerIncludes(requested []tourney.Include) includes {
	in := ex.includes(requested)
	if in.has(tourney.IncludeTeams) {
		ex.assume(assumePlayerTeams)
	}
	return in
}

// shownPlayers returns how details and lists show players.
func shownPlayers(in includes) shown[personRow, tourney.Player] {
	view := func(s *reader, r *personRow) tourney.Player { return s.playerView(r, in) }
	return shown[personRow, tourney.Player]{"Player", in, view}
}

// playersWithTotals returns a page for the variants that have Totals. Each player shows a null in XML and nothing in
// JSON (section 2, Player). The type is called Player because XML names the items of a list after their type.
func playersWithTotals(ex *exchange, positions store.List, in tourney.PlayerListOptions, with includes) any {
	type Player struct {
		tourney.Player
		Totals *tourney.PlayerTotals `json:"Totals,omitzero" nil:"xml"`
	}
	view := func(s *reader, r *personRow) Player { return Player{Player: s.playerView(r, with)} }
	as := shown[personRow, Player]{"Player", with | inList, view}
	return pageOf(ex, &ex.store.people, positions, in.Page, in.PageSize, as, func(p tourney.Page[Player]) any {
		return struct{ Players tourney.Page[Player] }{p}
	})
}

// playersIn returns the positions of the players that all filters select. An empty filter selects all players.
func (s *version) playersIn(where scope, playerIDs, teamIDs []int64) store.List {
	if len(teamIDs) == 0 {
		if len(playerIDs) == 0 {
			return s.people.List(where)
		}
		return s.people.PositionsOf(playerIDs, where)
	}
	ids := playerIDs
	onTeams := s.people.Union(mapped(teamIDs, func(id int64) personKey { return scope{inTeam, id} }))
	var positions []int32
	for _, pos := range onTeams.All() {
		r := s.people.Row(pos)
		if s.people.Has(r, where) && (len(ids) == 0 || slices.Contains(ids, r.Player.ID)) {
			positions = append(positions, pos)
		}
	}
	return store.ListOf(positions)
}

// playerView returns a player as responses show it.
func (s *reader) playerView(r *personRow, in includes) tourney.Player {
	p := r.Player
	if !in.has(tourney.IncludeProfile) {
		p.Profile = nil
	}
	if in.has(tourney.IncludeTeams) && r.listed {
		p.Teams = mapped(r.teamIDs.All(), func(id int64) tourney.PlayerTeam { return s.playerTeam(id, r.Player.ID) })
	}
	p.Teams = listed(in, tourney.IncludeTeams, p.Teams)
	return p
}

func (s *reader) playerTeam(teamID, personID int64) tourney.PlayerTeam {
	team := s.teams.Get(teamID)
	line := team.lineOf(personID)
	view := tourney.PlayerTeam{
		ID: teamID, ExternalTeamID: team.Team.ExternalTeamID, Name: team.Team.Name, ParentID: team.Team.ParentID,
		Number: line.Number, DivisionID: team.DivisionID,
	}
	if d := s.divisions.Get(team.DivisionID); d != nil {
		view.DivisionName = d.Division.Name
	}
	view.Games = mapped(s.games.Under(gameKey{team: teamID}), func(g *gameRow) tourney.PlayerGame {
		return s.playerGame(g, line.ID)
	})
	return view
}

func (s *reader) playerGame(g *gameRow, lineID int64) tourney.PlayerGame {
	view := tourney.PlayerGame{ID: g.Game.ID, Date: g.Game.Date, Time: g.Game.Time}
	if vc := s.venueCourtView(g.Game.VenueCourt); vc != nil {
		if vc.Venue != nil {
			view.Venue = vc.Venue.Name
		}
		if vc.Court != nil {
			view.Court = vc.Court.Name
		}
	}
	view.Statistic = s.gameStatistic(g.Game.ID, lineID)
	return view
}
