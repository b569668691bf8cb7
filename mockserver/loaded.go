package mockserver

import (
	"fmt"
	"slices"
)

// finish checks the references that the mock relies on, and derives what no file has: which team a line of a roster
// belongs to, and which teams have an external id.
func (l *loader) finish() error {
	for r := range l.st.teams.Rows() {
		if err := l.deriveTeam(r); err != nil {
			return err
		}
	}
	for id, teams := range l.external {
		if err := l.orderExternal(id, teams); err != nil {
			return err
		}
	}
	for r := range l.st.people.Rows() {
		if err := l.checkTeams(r); err != nil {
			return err
		}
	}
	for r := range l.st.teamPools.Rows() {
		if l.st.pools.Get(r.poolID) == nil {
			return fmt.Errorf("teamPools: position %d: PoolID: %d names no pool", r.id, r.poolID)
		}
	}
	l.st = l.st.fork() // so that all can fork it
	return nil
}

// checkTeams checks that the teams of a player have a line of the player, which answers show.
func (l *loader) checkTeams(r *personRow) error {
	for i, id := range r.teamIDs.All() {
		switch {
		case l.st.teams.Get(id) == nil:
			return fmt.Errorf("people: player %d: TeamIDs[%d]: %d names no team", r.player.ID, i, id)
		case l.st.lineOf(id, r.player.ID) == nil:
			return fmt.Errorf("people: player %d: TeamIDs[%d]: the player is not in the roster of team %d", r.player.ID, i, id)
		}
	}
	return nil
}

func (l *loader) deriveTeam(r *teamRow) error {
	for i, p := range r.team.Players {
		if l.st.people.Get(p.PlayerID) == nil {
			return fmt.Errorf("teams: team %d: Team.Players[%d].PlayerID: %d names no player", r.team.ID, i, p.PlayerID)
		}
		if other, twice := l.st.rosters.Get(p.ID); twice {
			return fmt.Errorf("teams: team %d: Team.Players[%d].ID: %d is in the roster of team %d", r.team.ID, i, p.ID, other)
		}
		l.st.rosters.Set(p.ID, r.team.ID)
	}
	l.st.indexExternalID(r.team.ID, "", r.team.ExternalTeamID)
	return nil
}

// orderExternal gives the teams with an external id the order of the file.
func (l *loader) orderExternal(id string, teams []int64) error {
	found, _ := l.st.external.Get(id)
	if len(teams) > 1 && !slices.Equal(slices.Sorted(slices.Values(found)), slices.Sorted(slices.Values(teams))) {
		return fmt.Errorf("external: the id %q: Teams: expected the ids of the %d teams that have it", safe(id), len(found))
	}
	if len(teams) > 1 {
		l.st.external.Set(id, teams)
	}
	return nil
}
