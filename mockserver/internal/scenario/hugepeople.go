package scenario

import (
	"strconv"

	"github.com/tourney-go/tourney"
)

type home struct {
	town      town
	addresses []*tourney.Address
	crowds    []crowd // by age group
}

// crowd are the persons that the teams of a town choose from. On each roster the persons have other ids.
type crowd struct {
	players []tourney.TeamPlayer
	coaches []tourney.Coach
}

// The sizes of homes and rosters. All crowds together have no more persons than there are names.
const (
	crowdSize     = 16
	homeAddresses = 4
	hugeRoster    = 10 // players of a roster
	hugeCoaches   = 2  // coaches of a team with a roster
)

func (t *tournament) newHomes() []home {
	cast, list := t.newCasting(), make([]home, len(towns))
	for i, town := range towns {
		list[i].town = town
		for range homeAddresses {
			list[i].addresses = append(list[i].addresses, t.teamAddress(town))
		}
		for _, group := range ageGroups {
			list[i].crowds = append(list[i].crowds, t.newCrowd(town, group, cast))
		}
	}
	return list
}

func (t *tournament) newCrowd(town town, group ageGroup, cast *casting) crowd {
	e := &entrant{town: town, group: group}
	e.team.Name = town.short + " " + t.oneOf(mascots)
	lines := make([]tourney.TeamPlayer, crowdSize)
	for i := range lines {
		lines[i] = t.newPlayer(e, i, cast)
		lines[i].ExternalPlayerID = "" // because many players share the line
	}
	t.dealNumbers(lines)
	return crowd{
		players: lines,
		coaches: []tourney.Coach{
			t.newCoach(e, 0, tourney.CoachHeadCoach, cast), t.newCoach(e, 1, tourney.CoachAssistantCoach, cast),
		},
	}
}

// teamName returns a name that no other team has, because the name contains the number.
func (a *home) teamName(mascot, number int) string {
	text := make([]byte, 0, 48)
	text = append(append(text, a.town.short...), ' ')
	text = append(append(text, mascots[mascot]...), ' ')
	return string(strconv.AppendInt(text, int64(number), 10))
}

type squad struct {
	*crowd
	number int // the number of the roster, from 1; the ids of the persons contain the number
	from   int // the index of the first player
}

func (s squad) lines() []tourney.TeamPlayer {
	lines := make([]tourney.TeamPlayer, hugeRoster)
	for i := range lines {
		lines[i] = s.players[(s.from+i)%crowdSize]
		lines[i].ID, lines[i].PlayerID = personID(rosterBase, s.number, i), personID(personBase, s.number, i)
	}
	return lines
}

func (s squad) listed() []tourney.Coach {
	list := make([]tourney.Coach, hugeCoaches)
	for i := range list {
		list[i] = s.coaches[i]
		list[i].ID, list[i].CoachID = personID(coachBase, s.number, i), personID(coachPersonBase, s.number, i)
	}
	return list
}
