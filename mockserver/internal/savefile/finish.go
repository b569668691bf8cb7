package savefile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// finish checks the references that the mock relies on. It also computes what files do not contain: the team of each
// line of a roster, and the teams with an external id. Its errors name the line of the file in which the wrong
// reference is. The argument size is the size of the file.
func (l *Loader) finish(size int64) error {
	for r := range l.st.Teams.Rows() {
		if err := l.deriveTeam(r); err != nil {
			return err
		}
	}
	if err := l.orderAllExternal(); err != nil {
		return err
	}
	for r := range l.st.People.Rows() {
		if err := l.checkTeams(r); err != nil {
			return err
		}
	}
	for r := range l.st.TeamPools.Rows() {
		if l.st.Pools.Get(r.PoolID) == nil {
			return l.rowError("teamPools", r.ID, "PoolId", "names no pool")
		}
	}
	l.st = l.st.Fork() // because several servers can fork a version only after its first fork
	l.st.Source = (*model.Source)(nil).With(size, int(l.line))
	return nil
}

func (l *Loader) lineOf(table string, id int64) int32 {
	t, _ := tableNamed(table)
	return l.places[table].line(t.of(l.st).Position(id))
}

func (l *Loader) rowError(table string, id int64, field, problem string) error {
	return l.errorIn(l.lineOf(table, id), table+"."+field, problem)
}

// errorIn returns what is wrong with a field in a line that was read before.
func (l *Loader) errorIn(line int32, field, problem string) error {
	err := fmt.Errorf("%s: %s", field, problem)
	if line > l.rows {
		err = writeError(err)
	}
	return fmt.Errorf("line %d: %w", line, err)
}

// checkTeams checks that each team of a player has a line of the player on its roster. Answers show that line.
func (l *Loader) checkTeams(r *model.PersonRow) error {
	for i, id := range r.TeamIDs.All() {
		var problem string
		switch {
		case l.st.Teams.Get(id) == nil:
			problem = "names no team"
		case l.st.LineOf(id, r.Player.ID) == nil:
			problem = "the player is not in the roster of the team"
		default:
			continue
		}
		return l.rowError("people", r.Player.ID, refusal.Indexed("TeamIds", i, ""), problem)
	}
	return nil
}

func (l *Loader) deriveTeam(r *model.TeamRow) error {
	for i, p := range r.Team.Players {
		if l.st.People.Get(p.PlayerID) == nil {
			return l.rowError("teams", r.Team.ID, refusal.Indexed("Team.Players", i, "PlayerId"), "names no player")
		}
		if other, twice := l.st.Rosters.Get(p.ID); twice {
			problem := fmt.Sprintf("the roster in line %d has the same one", l.lineOf("teams", other))
			return l.rowError("teams", r.Team.ID, refusal.Indexed("Team.Players", i, "Id"), problem)
		}
		l.st.Rosters.Set(p.ID, r.Team.ID)
	}
	l.st.IndexExternalID(r.Team.ID, "", r.Team.ExternalTeamID)
	return nil
}

func (l *Loader) orderAllExternal() error {
	ids := slices.SortedFunc(maps.Keys(l.external), func(a, b string) int {
		return cmp.Or(cmp.Compare(l.external[a].line, l.external[b].line), cmp.Compare(a, b))
	})
	for _, id := range ids {
		if err := l.orderExternal(id, l.external[id]); err != nil {
			return err
		}
	}
	return nil
}

// orderExternal checks that the teams of one external id have the id, and puts the teams into the order in which the
// file lists them.
func (l *Loader) orderExternal(id string, of sharing) error {
	found, _ := l.st.External.Get(id)
	if !slices.Equal(slices.Sorted(slices.Values(found)), slices.Sorted(slices.Values(of.teams))) {
		field := values.IfElse(of.line > l.rows, "External", "external.Teams")
		return l.errorIn(of.line, field, "expected the ids of all teams that have the external id, and no others")
	}
	if len(of.teams) > 1 {
		l.st.External.Set(id, of.teams)
	}
	return nil
}

// shareExternal records the teams of an external id. The rows of a file list the teams of an id once; a later write
// replaces that list.
func (l *Loader) shareExternal(e externalForm) error {
	before, twice := l.external[e.ID]
	switch {
	case e.ID == "":
		return fieldError("Id", errors.New("expected the external id of a team, found none"))
	case len(e.Teams) == 0:
		return errors.New("no Teams: expected the ids of the teams that have the external id")
	case twice:
		return fieldError("Id", fmt.Errorf("line %d has the same one", before.line))
	}
	l.external[e.ID] = sharing{e.Teams, l.line}
	return nil
}
