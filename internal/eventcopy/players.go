package eventcopy

import (
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
)

// completeTeams gives lines of rosters that name no player, as those of the softball variant, the player with the same
// name on the same team.
func (c *copying) completeTeams() {
	type key struct {
		team        int64
		first, last string
	}
	players := map[key][]*tourney.Player{}
	for i := range c.players {
		p := &c.players[i]
		for _, t := range p.Teams {
			k := key{t.ID, p.FirstName, p.LastName}
			players[k] = append(players[k], p)
		}
	}
	for _, t := range c.teams {
		for i := range t.Players {
			line := &t.Players[i]
			k := key{t.ID, line.FirstName, line.LastName}
			if same := players[k]; line.PlayerID == 0 && len(same) > 0 {
				line.PlayerID, players[k] = same[0].ID, same[1:]
			}
		}
	}
}

// completePlayers removes from the players what the mock finds in other rows. Only the results of a player in a game
// stay. Teams of other events go.
func (c *copying) completePlayers() {
	teams, games, elsewhere := map[int64]bool{}, map[int64]bool{}, 0
	for _, t := range c.teams {
		teams[t.ID] = true
	}
	for _, g := range c.games {
		games[g.ID] = true
	}
	for i := range c.players {
		p := &c.players[i]
		for j := range p.Teams {
			t := &p.Teams[j]
			*t = tourney.PlayerTeam{ID: t.ID, Games: slices.DeleteFunc(t.Games, func(g tourney.PlayerGame) bool {
				return g.Statistic == nil || !games[g.ID]
			})}
			for k, g := range t.Games {
				t.Games[k] = tourney.PlayerGame{ID: g.ID, Statistic: g.Statistic}
			}
		}
		before := len(p.Teams)
		p.Teams = slices.DeleteFunc(p.Teams, func(t tourney.PlayerTeam) bool { return !teams[t.ID] })
		elsewhere += before - len(p.Teams)
	}
	if elsewhere > 0 {
		c.result.Notes = append(c.result.Notes,
			fmt.Sprintf("players: %d teams of other events are left out", elsewhere))
	}
}
