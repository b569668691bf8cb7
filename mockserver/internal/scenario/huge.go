package scenario

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// MostTeams is the number of teams of the scenario huge by default, and the largest number that a caller can choose.
const MostTeams = 100_000

// The shape of the scenario huge.
const (
	hugeEvents     = 10   // at most
	hugeDivision   = 1000 // teams of a division
	hugeRosterStep = 10   // one team in so many has a roster
	hugeGames      = 2    // games of a division
)

// huge is the plan of the scenario huge. It computes each team from the seed and the team's index. Rows share equal
// values in memory.
type huge struct {
	*tournament
	teams     int
	seed      uint64
	events    []tourney.Event
	divisions []*model.DivisionRow
	homes     []home // by town

	no, yes         *bool
	active, waiting *tourney.TeamStatus
}

func buildHuge(st *model.Version, rng *rand.Rand, o *Scenario) {
	h := &huge{
		tournament: newTournament(st, rng, midway, o),
		teams:      o.Teams, seed: rng.Uint64(), no: new(false), yes: new(true),
		active: new(tourney.TeamActive), waiting: new(tourney.TeamWaitingList),
	}
	h.addEvents(st)
	h.addDivisions(st)
	h.homes = h.newHomes()
	for i := range h.teams {
		st.AddTeam(h.team(i))
	}
	h.addGames(st)
}

func (h *huge) addEvents(st *model.Version) {
	var ids []int64
	for i := range min(hugeEvents, h.divisionCount()) {
		e := h.event
		e.ID, e.Name = int64(firstEvent+i), e.Name+" "+strconv.Itoa(i+1)
		ids, h.events = append(ids, st.AddEvent(e)), append(h.events, e)
		st.Events.Change(e.ID, func(r *model.EventRow) { r.Details.OrganizationID = firstOrganization })
	}
	h.planVenues()
	for _, venue := range h.venues {
		st.AddVenue(venue, ids)
	}
}

func (h *huge) divisionCount() int { return max(1, h.teams/hugeDivision) }

// addDivisions adds the divisions, and puts them into the events in turn.
func (h *huge) addDivisions(st *model.Version) {
	for i := range h.divisionCount() {
		group := ageGroups[i%len(ageGroups)]
		id := st.AddDivision(tourney.Division{
			ID: int64(firstDivision + i), Name: group.name + " " + strconv.Itoa(i+1), Order: i + 1, Active: h.yes,
			Description: new(fmt.Sprintf("Players of %s.", group.ages)), Gender: new(group.gender),
			Event: &h.events[i%len(h.events)], Settings: settingsOf(group), Prices: pricesOf(i, group),
		})
		h.divisions = append(h.divisions, st.Divisions.Get(id))
	}
}

// divisionOf returns the index of a team's division. The teams of a division have consecutive indexes.
func (h *huge) divisionOf(team int) int { return team * len(h.divisions) / h.teams }

// firstOf returns the index of the first team of a division.
func (h *huge) firstOf(division int) int {
	return (division*h.teams + len(h.divisions) - 1) / len(h.divisions)
}

// chance is a random number, from which the random choices of one team are computed.
type chance uint64

func (h *huge) chanceOf(team int) chance {
	var source rand.PCG
	source.Seed(h.seed, uint64(team)) //nolint:gosec // an index
	return chance(source.Uint64())
}

func (c *chance) of(n int) int {
	value := *c % chance(n) //nolint:gosec // as are the next: n is a small positive number
	*c /= chance(n)         //nolint:gosec // see above
	return int(value)       //nolint:gosec // see above
}

// team returns the team with an index. Every tenth team has a roster and an external id.
func (h *huge) team(i int) tourney.Team {
	c, division := h.chanceOf(i), h.divisions[h.divisionOf(i)]
	at := &h.homes[c.of(len(towns))]
	t := tourney.Team{
		ID: h.teamID(i), Sport: h.variant.SportCode, Name: at.teamName(c.of(len(mascots)), i+1),
		Division: &tourney.TeamDivision{ID: division.Division.ID}, Gender: division.Division.Gender,
		Address: at.addresses[c.of(len(at.addresses))],
		Paid:    values.IfElse(c.of(8) > 0, h.yes, h.no), Status: values.IfElse(c.of(16) > 0, h.active, h.waiting),
	}
	if i%hugeRosterStep == 0 {
		squad := h.squadOf(i)
		t.Players, t.Coaches, t.ExternalTeamID = squad.lines(), squad.listed(), "EXT-T-"+strconv.Itoa(i+1)
	}
	return t
}

func (h *huge) teamID(i int) int64 { return int64(firstTeam + i) }

// addGames adds a few games of each division on the first day. Every second game is played.
func (h *huge) addGames(st *model.Version) {
	added := 0
	for i := range h.divisions {
		if h.divisionSize(i) < 2*hugeGames {
			continue
		}
		for game := range hugeGames {
			st.AddGame(h.game(st, added, h.firstOf(i)+2*game))
			added++
		}
	}
}

func (h *huge) divisionSize(i int) int {
	if i+1 == len(h.divisions) {
		return h.teams - h.firstOf(i)
	}
	return h.firstOf(i+1) - h.firstOf(i)
}

// game returns the game with an index. A team plays against the next team.
func (h *huge) game(st *model.Version, index, away int) tourney.Game {
	division := h.divisions[h.divisionOf(away)].Division
	sides := [2]*tourney.GameSide{h.side(st, away), h.side(st, away+1)}
	if won, lost := h.scores(); index%2 == 0 {
		winner := h.rng.IntN(2)
		sides[winner].Score = tourney.Score(won)
		sides[1-winner].Score = tourney.Score(lost)
	}
	return tourney.Game{
		ID: int64(firstGame + index), Type: tourney.GamePool, Date: h.event.StartDate,
		Time:       new(tourney.TimeOfDay{Hour: 8 + index%2*2}),
		Number:     new(tourney.TextOrNumber(strconv.Itoa(index + 1))),
		Division:   &tourney.GameDivision{ID: division.ID, Name: division.Name},
		VenueCourt: new(h.courts[index%len(h.courts)]),
		AwayTeam:   sides[0], HomeTeam: sides[1],
	}
}

func (h *huge) side(st *model.Version, team int) *tourney.GameSide {
	t := &st.Teams.Get(h.teamID(team)).Team
	return &tourney.GameSide{
		TeamID: new(t.ID), Name: t.Name, Color: fmt.Sprintf("%06X", h.rng.IntN(1<<24)), Exhibition: h.no, Forfeited: h.no,
	}
}

// squadOf returns the persons of a team with a roster. It makes the same first random choice as team does, the town.
func (h *huge) squadOf(team int) squad {
	c := h.chanceOf(team)
	at := &h.homes[c.of(len(towns))]
	return squad{
		&at.crowds[h.divisionOf(team)%len(at.crowds)], rosterNumber(team), team / hugeRosterStep % crowdSize,
	}
}

// rosterNumber returns the number of a team's roster. The first roster has the number 1.
func rosterNumber(team int) int { return team/hugeRosterStep + 1 }
