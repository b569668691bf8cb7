package handlers

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
)

// players is how requests read players.
var players = resource[model.PersonRow, tourney.Player]{
	kind: model.PersonIDs, name: "Player", table: people, includes: (*Exchange).playerIncludes, view: playerView,
	page: func(p tourney.Page[tourney.Player]) any { return struct{ Players tourney.Page[tourney.Player] }{p} },
}

func people(s *model.Version) *model.Table[*model.PersonRow] { return &s.People }

// Player is a player with a null in XML and nothing in JSON (section 2, Player). It has this name because XML names the
// items of a list after their type.
type Player struct {
	tourney.Player

	Totals *tourney.PlayerTotals `json:"Totals,omitzero" nil:"xml"`
}

// playersWithTotals is how lists show players in the variants that have Totals.
var playersWithTotals = resource[model.PersonRow, Player]{
	kind: model.PersonIDs, name: "Player", table: people, includes: (*Exchange).playerIncludes, inLists: InList,
	view: func(ex *Exchange, in views.Includes, s *model.Reader, r *model.PersonRow) Player {
		return Player{Player: playerView(ex, in, s, r)}
	},
	page: func(p tourney.Page[Player]) any { return struct{ Players tourney.Page[Player] }{p} },
}

// playerList holds the parameters of a list of players.
type playerList struct {
	tourney.PlayerListOptions

	Includes []tourney.Include
}

func listPlayers(ex *Exchange, in playerList) (any, error) {
	ex.filter("playerids", model.PersonIDs, in.PlayerIDs...)
	ex.filter("teamids", model.TeamIDs, in.TeamIDs...)
	positions := playersIn(ex.Store, ex.scope(in.EventID, in.DivisionID), in.PlayerIDs, in.TeamIDs)
	if ex.Encoder.Shows("Player", "Totals") {
		return playersWithTotals.list(ex, positions, in.Page, in.PageSize, in.Includes)
	}
	return players.list(ex, positions, in.Page, in.PageSize, in.Includes)
}

// playerIncludes returns the includes of a request for players.
func (ex *Exchange) playerIncludes(requested []tourney.Include) views.Includes {
	in := ex.includes(requested)
	if in.Has(tourney.IncludeTeams) {
		ex.Assume(assumption.PlayerTeams)
	}
	return in
}

// playerView returns a player as responses show it, without the teams that the account does not see.
func playerView(ex *Exchange, in views.Includes, s *model.Reader, r *model.PersonRow) tourney.Player {
	p := views.Player(s, r, in)
	if ex.events != nil {
		p.Teams = slices.DeleteFunc(slices.Clone(p.Teams), func(t tourney.PlayerTeam) bool {
			return !ex.sees(model.TeamIDs, t.ID)
		})
	}
	return p
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
