package handlers

import (
	"maps"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// writeCoaches changes the coaches with the ids of the request. A coach without an id is a new coach.
func (ex *Exchange) writeCoaches(r *model.TeamRow, in []tourney.CoachUpdateInput) {
	if len(in) == 0 {
		return
	}
	r.Team.Coaches = values.CopyWithRoom(r.Team.Coaches, len(in))
	for i := range in {
		ex.writeCoach(r, &in[i])
	}
}

func (ex *Exchange) writeCoach(r *model.TeamRow, in *tourney.CoachUpdateInput) {
	if in.Phone != nil {
		ex.Assume(assumption.Phone)
	}
	i := r.CoachIndex(in.ID)
	if in.ID == 0 {
		i = len(r.Team.Coaches)
		r.Team.Coaches = append(r.Team.Coaches, ex.Store.NumberedCoach(tourney.Coach{}))
	}
	c := &r.Team.Coaches[i]
	values.Fill(c, in)
	values.Set(&c.MobilePhone, in.Phone)
	values.Fill(&c.Address, in)
	writeCoachDetails(&r.Details, c.ID, in)
}

// writeCoachDetails sets the fields of a coach that the request has and no response shows.
func writeCoachDetails(d *stored.TeamDetails, id int64, in *tourney.CoachUpdateInput) {
	if in.Primary == nil && in.Status == nil && in.ExternalCoachID == nil {
		return
	}
	known := d.Coaches[id]
	values.Fill(&known, in)
	d.Coaches = maps.Clone(d.Coaches)
	if d.Coaches == nil {
		d.Coaches = map[int64]stored.CoachDetails{}
	}
	d.Coaches[id] = known
}

// writePlayers changes the lines of the roster with the ids of the request, and returns the changes. A player without
// an id is a new player (section 4.5).
func (ex *Exchange) writePlayers(r *model.TeamRow, in []tourney.PlayerUpdateInput) (changes []model.LineChange) {
	if len(in) == 0 {
		return nil
	}
	r.Team.Players = values.CopyWithRoom(r.Team.Players, len(in))
	for i := range in {
		if in[i].ID == 0 {
			r.Team.Players = append(r.Team.Players, tourney.TeamPlayer{})
			ex.fillLine(&r.Team.Players[len(r.Team.Players)-1], &in[i].PlayerInput)
			continue
		}
		line := &r.Team.Players[r.LineIndex(in[i].ID)]
		before := *line
		ex.writeLine(line, &in[i].PlayerInput)
		changes = append(changes, model.LineChange{Before: before, After: *line})
	}
	return changes
}

// newIsActive is true. All new lines share a pointer to newIsActive. This is safe because code never changes a value
// to which a row points, but replaces the pointer.
var newIsActive = true

// fillLine fills an empty line with the values of a player of whom nothing is known.
func (ex *Exchange) fillLine(line *tourney.TeamPlayer, in *tourney.PlayerInput) {
	ids := &ex.Store.IDs
	line.ID, line.PlayerID = ids.Assign(model.RosterIDs, 0), ids.Assign(model.PersonIDs, 0)
	line.Status, line.Active = "Active", &newIsActive
	ex.writeLine(line, in)
}

// writeLine sets the fields of a roster's line that the request has.
func (ex *Exchange) writeLine(p *tourney.TeamPlayer, in *tourney.PlayerInput) {
	ex.assumeOfPlayer(in)
	values.Fill(p, in)
	values.Set(&p.MobilePhone, in.Phone)
	values.Fill(&p.Address, in)
	setRosterStatus(p, in.Status)
	setHand(ex.Store, &p.Bats, in.Bats)
	setHand(ex.Store, &p.Throws, in.Throws)
}

func (ex *Exchange) assumeOfPlayer(in *tourney.PlayerInput) {
	if in.Phone != nil {
		ex.Assume(assumption.Phone)
	}
	if in.Bats != nil || in.Throws != nil {
		ex.Assume(assumption.Hands)
	}
}

// setRosterStatus sets Status and Active. A response shows the field that its variant has.
func setRosterStatus(p *tourney.TeamPlayer, status *tourney.RosterStatus) {
	if status != nil {
		p.Status = tourney.TextOrNumber(status.String())
		p.Active = new(*status == tourney.RosterActive)
	}
}

// handNames are the names of the codes of a hand in responses. A code without a name is shown as a number.
var handNames = []string{"", "Right", "Left", "Switch"}

// setHand sets the name of a hand: the name of the host, else the name of the mock, else the number.
func setHand(s *model.Version, to *string, hand *int) {
	if hand == nil {
		return
	}
	if name, ok := s.Hands[*hand]; ok {
		*to = name
		return
	}
	*to = strconv.Itoa(*hand)
	if 0 <= *hand && *hand < len(handNames) {
		*to = handNames[*hand]
	}
}

// setTeamAddress sets the fields of a team's address that the request has.
func setTeamAddress(t *tourney.Team, in *tourney.TeamAddressInput) {
	if in != nil {
		t.Address = new(values.Value(t.Address))
		values.Fill(&t.Address, in)
	}
}
