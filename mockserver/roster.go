package mockserver

import (
	"maps"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
)

// writeCoach changes the coach with the id of the request. Without an id it adds a coach.
func (s *version) writeCoach(r *teamRow, in tourney.CoachUpdateInput) {
	coaches := slices.Clone(r.team.Coaches)
	i := r.coachIndex(in.ID)
	if in.ID == 0 {
		coaches = append(coaches, s.numberedCoaches([]tourney.Coach{{}})...)
		i = len(coaches) - 1
	}
	c := &coaches[i]
	setPointer(&c.Type, in.Type)
	set(&c.FirstName, in.FirstName)
	set(&c.LastName, in.LastName)
	set(&c.Email, in.Email)
	set(&c.MobilePhone, in.Phone)
	setAddress(&c.Address, &tourney.PersonAddressInput{
		City: in.City, StateRegion: in.StateRegion, PostalCode: in.PostalCode,
	})
	r.details.writeCoach(c.ID, in)
	r.team.Coaches = coaches
}

// writeCoach sets the fields of a coach that the request has and no response shows.
func (d *TeamDetails) writeCoach(id int64, in tourney.CoachUpdateInput) {
	if in.Primary == nil && in.Status == nil && in.ExternalCoachID == nil {
		return
	}
	known := d.Coaches[id]
	set(&known.Primary, in.Primary)
	setPointer(&known.Status, in.Status)
	set(&known.ExternalCoachID, in.ExternalCoachID)
	d.Coaches = maps.Clone(d.Coaches)
	if d.Coaches == nil {
		d.Coaches = map[int64]CoachDetails{}
	}
	d.Coaches[id] = known
}

// writePlayer changes the line of the roster with the id of the request. Without an id it adds a player (section 4.5).
func (s *version) writePlayer(teamID int64, in tourney.PlayerUpdateInput) {
	id := in.ID
	if id == 0 {
		id = s.ids.assign(rosterIDs, 0)
		s.addRoster(teamID, []tourney.TeamPlayer{{ID: id, Status: "Active", Active: new(true)}})
	}
	s.changeLine(teamID, id, func(p *tourney.TeamPlayer) {
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
		setAddress(&p.Address, &tourney.PersonAddressInput{
			City: in.City, StateRegion: in.StateRegion, PostalCode: in.PostalCode,
		})
		setRosterStatus(p, in.Status)
		s.setHand(&p.Bats, in.Bats)
		s.setHand(&p.Throws, in.Throws)
	})
}

// setRosterStatus sets Status and Active. A response shows the one that its variant has.
func setRosterStatus(p *tourney.TeamPlayer, status *tourney.RosterStatus) {
	if status != nil {
		p.Status = tourney.PlayerStatus(status.String())
		p.Active = new(*status == tourney.RosterActive)
	}
}

// changeLine applies f to a line of a team's roster, and makes the same changes in the row of the person.
func (s *version) changeLine(teamID, lineID int64, f func(*tourney.TeamPlayer)) {
	var before, after tourney.TeamPlayer
	s.teams.Change(teamID, func(r *teamRow) {
		r.team.Players = slices.Clone(r.team.Players)
		line := &r.team.Players[r.lineIndex(lineID)]
		before = *line
		f(line)
		after = *line
	})
	s.describePerson(before, after)
}

// handNames are the names of the codes of a hand in responses. A code without a name is shown as a number.
var handNames = []string{"", "Right", "Left", "Switch"}

// setHand sets the name of a hand: that of the host, else the mock's, else the number.
func (s *version) setHand(to *string, hand *tourney.Hand) {
	if hand == nil {
		return
	}
	if name, ok := s.hands[*hand]; ok {
		*to = name
		return
	}
	*to = strconv.Itoa(int(*hand))
	if n := int(*hand); n >= 0 && n < len(handNames) {
		*to = handNames[n]
	}
}
