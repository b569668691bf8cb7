package direct

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// Players are the players.
var Players = Noun[model.PersonRow, tourney.Player]{
	Pages: Pages[model.PersonRow, tourney.Player]{
		Name: "Players", Takes: []string{"EventID", "DivisionID", "TeamID"}, Looks: maxLooks,
		table: func(st *model.Version) *model.Table[*model.PersonRow] { return &st.People },
		key: func(q *stored.Query) store.Key {
			all := playerScopes(q)
			return all[len(all)-1].Key()
		},
		rest: restOfPlayers,
		text: func(_ *model.Version, r *model.PersonRow, to []byte) []byte {
			return append(append(append(to, r.Player.FirstName...), ' '), r.Player.LastName...)
		},
		view: wholePlayer,
	},
	One: "player", whole: wholePlayer,
	editable: func(_ *model.Version, r *model.PersonRow) tourney.Player { return r.Player },
	id:       func(p tourney.Player) int64 { return p.ID },
	fresh:    (*Call).FreshPlayer, add: func(d *Call, p tourney.Player) int64 { return d.AddPlayer(p) },
	change: func(d *Call, before, after tourney.Player) {
		if after.Teams != nil {
			d.Problem("Teams must stay nil: Teams.Edit changes a roster")
		}
		d.bound(otherIDsOfPlayer(after), otherIDsOfPlayer(before))
		d.check()
		d.EditPlayer(after)
	},
	remove: func(d *Call, id int64) { d.RemovePlayer(id) },
}

func wholePlayer(s *model.Version, r *model.PersonRow) tourney.Player {
	return views.Player(s.Reader(), r, views.All)
}

// playerScopes returns several scopes. Each scope contains all players of the query. The largest scope comes first.
func playerScopes(q *stored.Query) []model.Scope {
	all := model.Scopes(q.EventID, q.DivisionID)
	if q.TeamID != 0 {
		all = append(all, model.Scope{Level: model.InTeam, ID: q.TeamID})
	}
	return all
}

// restOfPlayers returns a function that reports whether a player that the index selects belongs to a query. It returns
// nil if all such players do.
func restOfPlayers(q *stored.Query) func(*model.PersonRow) bool {
	all := playerScopes(q)
	if len(all) <= 2 {
		return nil
	}
	return func(r *model.PersonRow) bool {
		return !slices.ContainsFunc(all[1:], func(sc model.Scope) bool {
			_, has := slices.BinarySearchFunc(r.Scopes.All(), sc, model.CompareScopes)
			return !has
		})
	}
}

// FreshPlayer checks a new player.
func (d *Call) FreshPlayer(p tourney.Player) {
	d.fresh("Id", p.ID, d.People.Get(p.ID) != nil, "player")
	d.checkPlayer(p)
	d.bound(otherIDsOfPlayer(p), nil)
}

func (d *Call) checkPlayer(p tourney.Player) {
	d.choose("", model.OnlyID(model.PersonIDs, p.ID))
	for i, t := range p.Teams {
		path := refusal.Indexed("Teams", i, "")
		d.refer(path+".Id", model.TeamIDs, t.ID)
		d.checkPlayerTeam(path, t)
		for j, g := range t.Games {
			d.refer(path+"."+refusal.Indexed("Games", j, "Id"), model.GameIDs, g.ID)
		}
	}
}

// checkPlayerTeam checks the references of a team in a player. If the team is new, the call adds it with these
// references. If the team exists, the call ignores them.
func (d *Call) checkPlayerTeam(path string, t tourney.PlayerTeam) {
	if fresh := d.Teams.Get(t.ID) == nil && (d.dangling || t.ID == 0); !fresh {
		d.bound([]otherID{
			{model.DivisionIDs, t.DivisionID, path + ".DivisionId"}, {model.TeamIDs, t.ParentID, path + ".ParentId"},
		}, nil)
		return
	}
	d.refer(path+".DivisionId", model.DivisionIDs, t.DivisionID)
	d.refer(path+".ParentId", model.TeamIDs, t.ParentID)
}

func otherIDsOfPlayer(p tourney.Player) []otherID {
	return []otherID{{model.NoKind, p.ParentID, "ParentId"}}
}
