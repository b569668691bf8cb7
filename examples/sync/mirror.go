package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/bulk"
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
	divisions, err := m.divisions(ctx)
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
	wanted := make([]tourney.TeamCreateInput, len(teams.Rows))
	for i := range wanted {
		if wanted[i], err = m.wanted(&teams.Rows[i], divisions); err != nil {
			return r, failed(&teams.Rows[i], err)
		}
	}
	at := 0
	for copied, err := range bulk.EnsureTeams(ctx, m.Target, slices.Values(wanted), bulk.TeamOptions{}) {
		original := &teams.Rows[at]
		if err == nil {
			err = m.complete(ctx, original, copied, &r)
		}
		if err != nil {
			return r, failed(original, err)
		}
		at++
	}
	return r, nil
}

func failed(team *tourney.Team, err error) error {
	return fmt.Errorf("team %d (%s): %w", team.ID, team.Name, err)
}

// divisions returns the target's divisions: the id by the name.
func (m Mirror) divisions(ctx context.Context) (map[string]int64, error) {
	found := map[string]int64{}
	for division, err := range m.Target.Divisions.All(ctx, tourney.DivisionListOptions{EventID: m.TargetEvent}) {
		if err != nil {
			return nil, err
		}
		found[division.Name] = division.ID
	}
	return found, nil
}

// wanted returns the input that makes the copy of a team. A new copy has only a name. The update path writes the rest,
// so the next run completes a copy that this run left unfinished.
func (m Mirror) wanted(original *tourney.Team, divisions map[string]int64) (tourney.TeamCreateInput, error) {
	in := tourney.TeamCreateInput{
		EventID: m.TargetEvent, ExternalTeamID: new(m.externalID("team", original.ID)), Name: &original.Name,
	}
	if original.Division == nil {
		return in, errors.New("it is in no division")
	}
	if in.DivisionID = divisions[original.Division.Name]; in.DivisionID == 0 {
		return in, fmt.Errorf("the target has no division %q", original.Division.Name)
	}
	return in, nil
}

// complete makes one team of the target like its original.
func (m Mirror) complete(ctx context.Context, original *tourney.Team, found bulk.Team, r *Report) error {
	copied := tourney.Team{ID: found.ID, Name: original.Name}
	if !found.Created {
		var err error
		if copied, err = m.Target.Teams.Get(ctx, found.ID, tourney.IncludePlayers); err != nil {
			return err
		}
	}
	change := m.difference(*original, copied)
	nothing := reflect.DeepEqual(change, tourney.TeamUpdateInput{ID: copied.ID})
	switch {
	case found.Created:
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
