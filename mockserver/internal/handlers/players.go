package handlers

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

func getPlayer(ex *Exchange, in byID) (any, error) {
	c := ex.Store.People.Cell(in.ID)
	if c == nil {
		return nil, refusal.NotFound("id", "player", in.ID)
	}
	return detailOf(ex, c, shownPlayers(ex, ex.playerIncludes(in.Includes)), func(p tourney.Player) any {
		return struct{ Player tourney.Player }{p}
	}), nil
}

// playerList holds the parameters of a list of players.
type playerList struct {
	tourney.PlayerListOptions

	Includes []tourney.Include
}

func listPlayers(ex *Exchange, in playerList) (any, error) {
	ex.Assume(assumption.Order)
	st, includes := ex.Store, ex.playerIncludes(in.Includes)
	ex.filter("playerids", "player", st.People.Known, in.PlayerIDs...)
	ex.filter("teamids", "team", st.Teams.Known, in.TeamIDs...)
	positions := playersIn(st, ex.scope(in.EventID, in.DivisionID), in.PlayerIDs, in.TeamIDs)
	if ex.Encoder.Shows("Player", "Totals") {
		return playersWithTotals(ex, positions, in.PlayerListOptions, includes), nil
	}
	as := shownPlayers(ex, includes)
	return pageOf(ex, &st.People, positions, in.Page, in.PageSize, as, func(p tourney.Page[tourney.Player]) any {
		return struct{ Players tourney.Page[tourney.Player] }{p}
	}), nil
}

// playerIncludes returns the includes of a request for players.
func (ex *Exchange) playerIncludes(requested []tourney.Include) views.Includes {
	in := ex.includes(requested)
	if in.Has(tourney.IncludeTeams) {
		ex.Assume(assumption.PlayerTeams)
	}
	return in
}

// shownPlayers returns how details and lists show players.
func shownPlayers(ex *Exchange, in views.Includes) shown[model.PersonRow, tourney.Player] {
	view := func(s *model.Reader, r *model.PersonRow) tourney.Player { return ex.player(s, r, in) }
	return shown[model.PersonRow, tourney.Player]{"Player", in, view}
}

// player returns the view of a player, without the teams that the account does not see.
func (ex *Exchange) player(s *model.Reader, r *model.PersonRow, in views.Includes) tourney.Player {
	p := views.Player(s, r, in)
	if ex.events != nil {
		p.Teams = slices.DeleteFunc(slices.Clone(p.Teams), func(t tourney.PlayerTeam) bool { return !ex.sees("team", t.ID) })
	}
	return p
}

// playersWithTotals returns a page for the variants that have Totals. Each player shows a null in XML and nothing in
// JSON (section 2, Player). The type is called Player because XML names the items of a list after their type.
func playersWithTotals(ex *Exchange, positions store.List, in tourney.PlayerListOptions, with views.Includes) any {
	type Player struct {
		tourney.Player
		Totals *tourney.PlayerTotals `json:"Totals,omitzero" nil:"xml"`
	}
	view := func(s *model.Reader, r *model.PersonRow) Player { return Player{Player: ex.player(s, r, with)} }
	as := shown[model.PersonRow, Player]{"Player", with | InList, view}
	return pageOf(ex, &ex.Store.People, positions, in.Page, in.PageSize, as, func(p tourney.Page[Player]) any {
		return struct{ Players tourney.Page[Player] }{p}
	})
}

// playersIn returns the positions of the players that all filters select. An empty filter selects all players.
func playersIn(s *model.Version, where model.Scope, playerIDs, teamIDs []int64) store.List {
	if len(teamIDs) == 0 {
		if len(playerIDs) == 0 {
			return s.People.List(where.Key())
		}
		return store.PositionsOf(&s.People, playerIDs, where.Key())
	}
	ids := playerIDs
	onTeams := store.Union(&s.People, values.Mapped(teamIDs, func(id int64) store.Key {
		return model.Scope{Level: model.InTeam, ID: id}.Key()
	}))
	var positions []int32
	for _, pos := range onTeams.All() {
		r := s.People.Row(pos)
		if s.People.Has(r, where.Key()) && (len(ids) == 0 || slices.Contains(ids, r.Player.ID)) {
			positions = append(positions, pos)
		}
	}
	return store.ListOf(positions)
}
