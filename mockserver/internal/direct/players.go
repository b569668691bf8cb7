package direct

import (
	"iter"
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
	editable: func(_ *model.Reader, r *model.PersonRow) tourney.Player { return r.Player },
	id:       func(p tourney.Player) int64 { return p.ID },
	parts:    func(p *tourney.Player) iter.Seq[model.RowID] { return model.OnlyID(model.PersonIDs, p.ID) },
	names:    namesOfPlayer,
	check: func(d *Call, before *tourney.Player, after tourney.Player) {
		if before != nil && after.Teams != nil {
			d.Problem("Teams must stay nil: Teams.Edit changes a roster")
		}
	},
	add: (*model.Version).AddPlayer, change: (*model.Version).EditPlayer,
	remove: func(d *Call, id int64) { d.RemovePlayer(id) },
}

func wholePlayer(s *model.Reader, r *model.PersonRow) tourney.Player {
	return views.Player(s, r, views.All)
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

// namesOfPlayer returns the ids with which a player names other things. If a team of the player is new, the call adds
// it in its division and below its parent. If the team exists, the call ignores the division and the parent.
func namesOfPlayer(d *Call, p tourney.Player) []named {
	names := []named{{"ParentId", model.NoKind, p.ParentID, false}}
	for i, t := range p.Teams {
		path := refusal.Indexed("Teams", i, "")
		fresh := d.Teams.Get(t.ID) == nil && (d.dangling || t.ID == 0)
		names = append(names,
			named{path + ".Id", model.TeamIDs, t.ID, true},
			named{path + ".DivisionId", model.DivisionIDs, t.DivisionID, fresh},
			named{path + ".ParentId", model.TeamIDs, t.ParentID, fresh},
		)
		for j, g := range t.Games {
			names = append(names, named{path + "." + refusal.Indexed("Games", j, "Id"), model.GameIDs, g.ID, true})
		}
	}
	return names
}
