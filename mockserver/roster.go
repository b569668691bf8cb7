package mockserver

import (
	"maps"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// writeCoaches changes the coaches with the ids of the request. Coaches without an id are new.
func (ex *exchange) writeCoaches(r *teamRow, in []tourney.CoachUpdateInput) {
	if len(in) == 0 {
		return
	}
	r.Team.Coaches = copyWithRoom(r.Team.Coaches, len(in))
	for i := range in {
		ex.writeCoach(r, &in[i])
	}
}

func (ex *exchange) writeCoach(r *teamRow, in *tourney.CoachUpdateInput) {
	if in.Phone != nil {
		ex.assume(assumePhone)
	}
	i := r.coachIndex(in.ID)
	if in.ID == 0 {
		i = len(r.Team.Coaches)
		r.Team.Coaches = append(r.Team.Coaches, ex.store.numberedCoach(tourney.Coach{}))
	}
	c := &r.Team.Coaches[i]
	setPointer(&c.Type, in.Type)
	set(&c.FirstName, in.FirstName)
	set(&c.LastName, in.LastName)
	set(&c.Email, in.Email)
	set(&c.MobilePhone, in.Phone)
	setAddress(&c.Address, tourney.PersonAddressInput{
		City: in.City, StateRegion: in.StateRegion, PostalCode: in.PostalCode,
	})
	writeCoachDetails(&r.Details, c.ID, in)
}

// writeCoachDetails sets the fields of a coach that the request has and no response shows.
func writeCoachDetails(d *stored.TeamDetails, id int64, in *tourney.CoachUpdateInput) {
	if in.Primary == nil && in.Status == nil && in.ExternalCoachID == nil {
		return
	}
	known := d.Coaches[id]
	set(&known.Primary, in.Primary)
	setPointer(&known.Status, in.Status)
	set(&known.ExternalCoachID, in.ExternalCoachID)
	d.Coaches = maps.Clone(d.Coaches)
	if d.Coaches == nil {
		d.Coaches = map[int64]stored.CoachDetails{}
	}
	d.Coaches[id] = known
}

// writePlayers changes the lines of the roster with the ids of the request, and returns the changes. Players without an
// id are new (section 4.5).
func (ex *exchange) writePlayers(r *teamRow, in []tourney.PlayerUpdateInput) (changes []lineChange) {
	if len(in) == 0 {
		return nil
	}
	r.Team.Players = copyWithRoom(r.Team.Players, len(in))
	for i := range in {
		if in[i].ID == 0 {
			r.Team.Players = append(r.Team.Players, tourney.TeamPlayer{})
			ex.fillLine(&r.Team.Players[len(r.Team.Players)-1], &in[i].PlayerInput)
			continue
		}
		line := &r.Team.Players[r.lineIndex(in[i].ID)]
		before := *line
		ex.writeLine(line, &in[i].PlayerInput)
		changes = append(changes, lineChange{before, *line})
	}
	return changes
}

// newIsActive is true. New lines share it: what is behind a pointer in a row is replaced, never changed in place.
var newIsActive = true

// fillLine makes an empty line that of a player whom nobody knows.
func (ex *exchange) fillLine(line *tourney.TeamPlayer, in *tourney.PlayerInput) {
	ids := &ex.store.ids
	line.ID, line.PlayerID = ids.assign(rosterIDs, 0), ids.assign(personIDs, 0)
	line.Status, line.Active = "Active", &newIsActive
	ex.writeLine(line, in)
}

// writeLine sets the fields of a roster's line that the request has.
func (ex *exchange) writeLine(p *tourney.TeamPlayer, in *tourney.PlayerInput) {
	ex.assumeOfPlayer(in)
	set(&p.FirstName, in.FirstName)
	set(&p.LastName, in.LastName)
	set(&p.Position, in.Position)
	set(&p.Height, in.Height)
	setPointer(&p.Weight, in.Weight)
	setPointer(&p.GraduationYear, in.GraduationYear)
	set(&p.Grade, in.Grade)
	set(&p.School, in.School)
	set(&p.ExternalPlayerID, in.ExternalPlayerID)
	set(&p.Email, in.Email)
	set(&p.MobilePhone, in.Phone)
	setPointer(&p.Number, in.Number)
	setAddress(&p.Address, tourney.PersonAddressInput{
		City: in.City, StateRegion: in.StateRegion, PostalCode: in.PostalCode,
	})
	setRosterStatus(p, in.Status)
	ex.store.setHand(&p.Bats, in.Bats)
	ex.store.setHand(&p.Throws, in.Throws)
}

func (ex *exchange) assumeOfPlayer(in *tourney.PlayerInput) {
	if in.Phone != nil {
		ex.assume(assumePhone)
	}
	if in.Bats != nil || in.Throws != nil {
		ex.assume(assumeHands)
	}
}

// setRosterStatus sets Status and Active. A response shows the one that its variant has.
func setRosterStatus(p *tourney.TeamPlayer, status *tourney.RosterStatus) {
	if status != nil {
		p.Status = tourney.TextOrNumber(status.String())
		p.Active = new(*status == tourney.RosterActive)
	}
}

// handNames are the names of the codes of a hand in responses. A code without a name is shown as a number.
var handNames = []string{"", "Right", "Left", "Switch"}

// setHand sets the name of a hand: that of the host, else the mock's, else the number.
func (s *version) setHand(to *string, hand *int) {
	if hand == nil {
		return
	}
	if name, ok := s.hands[*hand]; ok {
		*to = name
		return
	}
	*to = strconv.Itoa(*hand)
	if 0 <= *hand && *hand < len(handNames) {
		*to = handNames[*hand]
	}
}
