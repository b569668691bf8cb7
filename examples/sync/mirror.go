package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/tourney-go/tourney"
)

// Mirror copies the teams of an event from one host to another.
type Mirror struct {
	Source, Target           *tourney.Client
	SourceEvent, TargetEvent int64
	Prefix                   string // of the external ids that it sets, so that they differ from all others
}

// Report counts the changes of a run.
type Report struct {
	Created, Updated, Unchanged int
	Players                     int // lines of rosters that were added or changed
}

// Sync makes the target's teams and rosters like the source's. It deletes nothing, because the interface has no
// operation for that. When Sync fails, call it again: it finds what it wrote before, and does not
// write it twice.
func (m Mirror) Sync(ctx context.Context) (Report, error) {
	var r Report
	there, err := m.lookUp(ctx)
	if err != nil {
		return r, fmt.Errorf("looking up what the target has: %w", err)
	}
	teams, err := m.Source.Teams.ReadAll(ctx, tourney.TeamListOptions{EventID: m.SourceEvent}, tourney.IncludePlayers)
	if err == nil && teams.Unread != nil {
		err = teams.Unread
	}
	if err != nil {
		return r, fmt.Errorf("reading the source: %w", err)
	}
	for _, team := range teams.Rows {
		if err := m.upsert(ctx, team, there, &r); err != nil {
			return r, fmt.Errorf("team %d (%s): %w", team.ID, team.Name, err)
		}
	}
	return r, nil
}

// inventory holds the divisions and teams of the target.
type inventory struct {
	divisions map[string]int64 // id by name
	teams     map[string]int64 // id by external id
}

// lookUp reads the target's divisions. Their team summaries show external team ids, and all teams. The interface
// document shows these ids nowhere else, although lists of some hosts were seen to have them.
func (m Mirror) lookUp(ctx context.Context) (inventory, error) {
	there := inventory{divisions: map[string]int64{}, teams: map[string]int64{}}
	list := tourney.DivisionListOptions{EventID: m.TargetEvent}
	for division, err := range m.Target.Divisions.All(ctx, list, tourney.IncludeTeams) {
		if err != nil {
			return there, err
		}
		there.divisions[division.Name] = division.ID
		for _, team := range division.Teams {
			if team.ExternalTeamID != "" {
				there.teams[team.ExternalTeamID] = team.ID
			}
		}
	}
	return there, nil
}

// upsert makes one team of the target like its original.
func (m Mirror) upsert(ctx context.Context, original tourney.Team, there inventory, r *Report) error {
	copied, isNew, err := m.find(ctx, original, there)
	if err != nil {
		return err
	}
	change := m.difference(original, copied)
	nothing := reflect.DeepEqual(change, tourney.TeamUpdateInput{ID: copied.ID})
	switch {
	case isNew:
		r.Created++
	case nothing:
		r.Unchanged++
	default:
		r.Updated++
	}
	if nothing {
		return nil // an update that changes nothing would be refused
	}
	r.Players += len(change.Players)
	return m.update(ctx, change)
}

// find returns the target's copy of a team, and creates it when it is missing. A new copy has only a name. The update
// path writes the rest, so the next run completes a copy that this run left unfinished.
func (m Mirror) find(ctx context.Context, original tourney.Team,
	there inventory) (copied tourney.Team, isNew bool, err error) {
	externalID := m.externalID("team", original.ID)
	if id, ok := there.teams[externalID]; ok {
		copied, err = m.Target.Teams.Get(ctx, id, tourney.IncludePlayers)
		return copied, false, err
	}
	create := tourney.TeamCreateInput{EventID: m.TargetEvent, ExternalTeamID: &externalID, Name: &original.Name}
	if original.Division == nil {
		return copied, false, errors.New("it is in no division")
	}
	if create.DivisionID = there.divisions[original.Division.Name]; create.DivisionID == 0 {
		return copied, false, fmt.Errorf("the target has no division %q", original.Division.Name)
	}
	// The outcome can be unknown (ErrOutcomeUnknown). A second try could create a second team, so the next run looks the
	// team up by its external id.
	id, err := m.Target.Teams.Create(ctx, create)
	return tourney.Team{ID: id, Name: original.Name}, true, err
}

func (m Mirror) externalID(kind string, id int64) string {
	return fmt.Sprintf("%s%s-%d", m.Prefix, kind, id)
}

// difference returns the update that makes the copy equal to the original. It sets only members that differ.
func (m Mirror) difference(original, copied tourney.Team) tourney.TeamUpdateInput {
	return tourney.TeamUpdateInput{
		ID:      copied.ID,
		Name:    differs(&original.Name, &copied.Name),
		Gender:  differs(original.Gender, copied.Gender),
		Paid:    differs(original.Paid, copied.Paid),
		Status:  differs(original.Status, copied.Status),
		Players: m.players(original.Players, copied.Players),
	}
}

// players returns the players of a roster to write. Players without an id are added, and players with an id are
// changed.
func (m Mirror) players(originals, copies []tourney.TeamPlayer) []tourney.PlayerUpdateInput {
	known := map[string]tourney.TeamPlayer{}
	for _, c := range copies {
		known[c.ExternalPlayerID] = c
	}
	var updates []tourney.PlayerUpdateInput
	for _, p := range originals {
		externalID := m.externalID("player", p.ID)
		c := known[externalID]
		u := tourney.PlayerUpdateInput{ID: c.ID, PlayerInput: tourney.PlayerInput{
			FirstName: differs(&p.FirstName, &c.FirstName),
			LastName:  differs(&p.LastName, &c.LastName),
			Position:  differs(&p.Position, &c.Position),
			Number:    differs(p.Number, c.Number),
		}}
		if c.ID == 0 {
			u.ExternalPlayerID = &externalID
		}
		if u != (tourney.PlayerUpdateInput{ID: c.ID}) {
			updates = append(updates, u)
		}
	}
	return updates
}

// differs returns the value to write; nil when the copy has it already, or when want is nil.
func differs[T comparable](want, have *T) *T {
	if want == nil || have != nil && *want == *have {
		return nil
	}
	return want
}

// maxPlayers is how many players one request may carry (section 8 of the interface document).
const maxPlayers = 20

// update sends a change, in several requests when it holds many players.
func (m Mirror) update(ctx context.Context, change tourney.TeamUpdateInput) error {
	players := change.Players
	for {
		n := min(maxPlayers, len(players))
		change.Players, players = players[:n], players[n:]
		if err := m.Target.Teams.Update(ctx, change); err != nil {
			return err
		}
		if len(players) == 0 {
			return nil
		}
		change = tourney.TeamUpdateInput{ID: change.ID}
	}
}
