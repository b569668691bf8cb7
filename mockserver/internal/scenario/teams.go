package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
)

func (t *tournament) newCasting() *casting {
	return &casting{
		places:  t.rng.Perm(len(towns)),
		mascots: t.rng.Perm(len(mascots)),
		people:  t.rng.Perm(len(firstNames) * len(lastNames)),
	}
}

func (c *casting) team() (name string, home town) {
	home = towns[takeFirst(&c.places)]
	return home.short + " " + mascots[takeFirst(&c.mascots)], home
}

func (c *casting) person() (first, last string) {
	i := takeFirst(&c.people)
	return firstNames[i%len(firstNames)], lastNames[i/len(firstNames)]
}

func takeFirst(list *[]int) int {
	first := (*list)[0]
	*list = (*list)[1:]
	return first
}

func (t *tournament) planTeams() {
	cast, number := t.newCasting(), 0
	t.cast = cast
	for i, group := range ageGroups {
		c := t.newContest(i, group)
		for range len(poolNames) * poolSize {
			number++
			c.teams = append(c.teams, t.newEntrant(c, number, cast))
		}
		t.divisions = append(t.divisions, c)
	}
	waiting := t.newEntrant(t.divisions[1], number+1, cast)
	waiting.team.Status, waiting.team.Paid = new(tourney.TeamWaitingList), new(false)
	t.waiting = []*entrant{waiting}
	t.makeTeamsDiffer()
}

// makeTeamsDiffer makes some teams differ from the others, for example without a season, unpaid or with a club.
func (t *tournament) makeTeamsDiffer() {
	first, second, third := t.divisions[0].teams, t.divisions[1].teams, t.divisions[2].teams
	first[0].team.Players[2].Number = new(0)
	t.linkToClub(first[0])
	t.linkToClub(second[0])
	first[0].season = nil // a team with a club shows the season of its club
	first[2].season, t.waiting[0].season = nil, nil
	playUp(first[1], second[1])
	for _, e := range []*entrant{first[4], second[6], third[3]} {
		e.team.Paid = new(false)
	}
	for _, e := range []*entrant{first[7], second[5], third[6]} {
		e.team.ExternalTeamID = ""
	}
}

const maxRoster = 10

func (t *tournament) newEntrant(c *contest, number int, cast *casting) *entrant {
	name, home := cast.team()
	e := &entrant{number: number, group: c.group, town: home, color: fmt.Sprintf("%06X", t.rng.IntN(1<<24))}
	e.team = tourney.Team{
		ID: int64(firstTeam - 1 + number), Sport: t.variant.SportCode, Name: name, Gender: new(c.group.gender),
		Paid: new(true), Status: new(tourney.TeamActive), ExternalTeamID: numbered("EXT-T-", number, 4),
		Division: &tourney.TeamDivision{ID: c.division.ID, Name: c.division.Name}, Address: t.teamAddress(home),
	}
	e.team.Players = make([]tourney.TeamPlayer, maxRoster-2+t.rng.IntN(3))
	for i := range e.team.Players {
		e.team.Players[i] = t.newPlayer(e, i, cast)
	}
	t.dealNumbers(e.team.Players)
	e.team.Coaches = []tourney.Coach{
		t.newCoach(e, 0, tourney.CoachHeadCoach, cast), t.newCoach(e, 1, tourney.CoachAssistantCoach, cast),
	}
	e.season = t.seasonOf(number, c.index, c.group.ages)
	return e
}

func (t *tournament) seasonOf(number, group int, ages string) *tourney.Season {
	return &tourney.Season{
		ID: int64(firstSeason - 1 + number), StartYear: t.first.Year, EndYear: t.first.Year + 1, Session: "Summer",
		SeasonDivisionID: int64(firstSeasonDivision + group), SeasonDivision: ages + " Meadowland",
	}
}

// linkToClub adds a club as the parent of a team. The club is a team of the season, without a division. Two players and
// the head coach of the team have parents in the club.
func (t *tournament) linkToClub(e *entrant) {
	id := int64(firstClub + len(t.clubs))
	club := &entrant{number: int(id) - firstTeam + 1, group: e.group}
	club.team = e.team
	club.team.ID, club.team.Name, club.team.Division = id, e.team.Name+" Club", nil
	club.team.ExternalTeamID = numbered("EXT-T-", club.number, 4)
	club.team.Players, club.team.Coaches = nil, nil
	for i := range 2 {
		record := e.team.Players[i]
		record.ID, record.PlayerID = personID(rosterBase, club.number, i), personID(personBase, club.number, i)
		record.ExternalPlayerID = ""
		club.team.Players = append(club.team.Players, record)
		e.team.Players[i].ParentID = record.PlayerID
	}
	head := e.team.Coaches[0]
	head.ID, head.CoachID = personID(coachBase, club.number, 0), personID(coachPersonBase, club.number, 0)
	club.team.Coaches = []tourney.Coach{head}
	e.team.Coaches[0].ParentID = head.CoachID
	e.team.ParentID = id
	club.season = t.seasonOf(club.number, int(e.team.Division.ID)-firstDivision, e.group.ages)
	t.clubs = append(t.clubs, club)
}

// playUp also puts a player of a younger team on the last line of an older team's roster.
func playUp(from, to *entrant) {
	line := &to.team.Players[len(to.team.Players)-1]
	guest := from.team.Players[0]
	guest.ID, guest.Number = line.ID, line.Number
	*line = guest
}

// personID returns the id of a person of a team. The id contains the number of the team.
func personID(base, team, index int) int64 { return int64(base + 100*team + index + 1) }

func (t *tournament) newPlayer(e *entrant, index int, cast *casting) tourney.TeamPlayer {
	first, last := cast.person()
	born := e.group.birthYear + t.rng.IntN(2)
	graduates := born + 18
	p := tourney.TeamPlayer{
		ID: personID(rosterBase, e.number, index), PlayerID: personID(personBase, e.number, index),
		FirstName: first, LastName: last, Email: emailOf(first, last), MobilePhone: t.phone(), Address: t.homeAddress(e.town),
		Birthdate: tourney.Date{Year: born, Month: 1, Day: 1}.AddDays(t.rng.IntN(365)), BirthYear: born,
		Height: t.height(e.group.height), Weight: new(e.group.weight + t.rng.IntN(40)),
		School: e.town.name + " " + e.group.school, GraduationYear: new(graduates), Grade: gradeOf(graduates),
		Position: t.oneOf(positions), Bats: t.oneOf(bats), Throws: t.oneOf(throws),
		Status: "Active", Active: new(true),
	}
	p.ExternalPlayerID = numbered("EXT-P-", int(p.ID), 5)
	t.addDetails(&p, e, index)
	return p
}

// addDetails sets fields that only some players have.
func (t *tournament) addDetails(p *tourney.TeamPlayer, e *entrant, index int) {
	switch index % 4 {
	case 0:
		p.HomePhone = t.phone()
		p.Meta = []tourney.MetaItem{
			{Name: "Shirt size", Value: t.oneOf(shirtSizes)}, {Name: "Favorite snack", Value: t.oneOf(snacks)},
		}
	case 1:
		p.TravelTeam = e.team.Name
		p.GPA = new(tourney.NewDecimal(int64(250+t.rng.IntN(151)), 2))
	case 2:
		p.ACTScore = new(18 + t.rng.IntN(18))
		p.SATScore = new(900 + 10*t.rng.IntN(70))
	default:
		p.ExternalPlayerID = ""
	}
}

func (t *tournament) newCoach(e *entrant, index int, kind tourney.CoachType, cast *casting) tourney.Coach {
	first, last := cast.person()
	c := tourney.Coach{
		ID: personID(coachBase, e.number, index), CoachID: personID(coachPersonBase, e.number, index), Type: new(kind),
		FirstName: first, LastName: last, Email: emailOf(first, last), MobilePhone: t.phone(), Address: t.homeAddress(e.town),
	}
	if kind == tourney.CoachHeadCoach {
		c.HomePhone, c.WorkPhone, c.FaxPhone = t.phone(), t.phone(), t.phone()
	}
	return c
}

// dealNumbers gives each player of a roster another shirt number from 1 to 99.
func (t *tournament) dealNumbers(players []tourney.TeamPlayer) {
	var numbers [99]int
	for i := range numbers {
		numbers[i] = i + 1
	}
	t.rng.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	for i := range players {
		players[i].Number = new(numbers[i])
	}
}

// height returns a height in feet and inches, of at least the given number of inches.
func (t *tournament) height(least int) string {
	inches := least + t.rng.IntN(9)
	return strconv.Itoa(inches/12) + "'" + strconv.Itoa(inches%12) + `"`
}

// gradeOf returns the grade at school in the year of the event.
func gradeOf(graduationYear int) string {
	grade := 12 - (graduationYear - 2026)
	return strconv.Itoa(grade) + "th" // no age group is below the fourth grade
}

func emailOf(first, last string) string {
	return strings.ToLower(first + "." + last + "@example.com")
}

func (t *tournament) phone() string { return numbered("515-555-01", t.rng.IntN(100), 2) }

func (t *tournament) oneOf(words []string) string { return words[t.rng.IntN(len(words))] }

// teamAddress returns an address with coordinates of four decimal places.
func (t *tournament) teamAddress(home town) *tourney.Address {
	return &tourney.Address{
		City: home.name, StateRegion: stateRegion, PostalCode: home.postalCode(),
		Latitude: degrees(41_0000 + t.rng.IntN(1_0000)), Longitude: degrees(-94_0000 + t.rng.IntN(1_0000)),
	}
}

func (t *tournament) homeAddress(home town) *tourney.Address {
	a := &tourney.Address{
		StreetAddress: strconv.Itoa(1+t.rng.IntN(98)) + " " + t.oneOf(streets),
		City:          home.name, StateRegion: stateRegion, PostalCode: home.postalCode(),
	}
	if t.rng.IntN(3) == 0 {
		a.ExtendedAddress = numbered("Unit ", 1+t.rng.IntN(9), 1)
	}
	return a
}
