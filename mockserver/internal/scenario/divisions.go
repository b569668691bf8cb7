package scenario

import (
	"fmt"

	"github.com/tourney-go/tourney"
)

func (t *tournament) newContest(index int, group ageGroup) *contest {
	id := int64(firstDivision + index)
	return &contest{group: group, index: index, division: tourney.Division{
		ID: id, Name: group.name, Order: index + 1, Active: new(true),
		Description: new(group.description), Gender: new(group.gender), Event: &t.event,
		Settings: settingsOf(group), Prices: pricesOf(index, group), Assets: t.assetsOf(index, id), Reports: t.reportsOf(id),
	}}
}

func settingsOf(group ageGroup) *tourney.DivisionSettings {
	return &tourney.DivisionSettings{
		EnableRegistration: new(group.enableRegistration), RosterLimit: group.rosterLimit, RegistrationStatus: group.shows,
		ShowStandings: new(true), ShowSchedule: new(true), ShowBrackets: new(true), ShowParticipants: new(true),
	}
}

func pricesOf(index int, group ageGroup) []tourney.Price {
	first := int64(firstPrice + divisionStep*index)
	return []tourney.Price{
		{
			ID: first, Type: tourney.PriceEventFee, Name: "Team entry", Amount: tourney.MustDecimal(group.fee),
			Description: "Three pool games and the bracket",
		},
		{
			ID: first + 1, Type: tourney.PriceGateFee, Name: "Weekend pass", Amount: tourney.MustDecimal("12.50"),
			Description: "All three days",
		},
		{ID: first + 2, Type: tourney.PriceSanctionFee, Name: "Sanction", Amount: tourney.MustDecimal("25.00")},
		{
			ID: first + 3, Type: tourney.PriceCollegeCoach, Name: "College coach packet", Amount: tourney.MustDecimal("40.00"),
			Description: "Rosters on paper",
		},
		{ID: first + 4, Type: tourney.PriceOther, Name: "Firefly lantern", Amount: tourney.MustDecimal("7.25")},
	}
}

func (t *tournament) assetsOf(index int, divisionID int64) []tourney.Asset {
	first := int64(firstAsset + divisionStep*index)
	return []tourney.Asset{
		{
			ID: first, Name: "House rules", Description: "What this division plays by", URL: fileURL(divisionID, "rules.pdf"),
			DateModified: t.moment(-11, 16, 45), DateCreated: t.moment(-60, 9, 0),
		},
		{
			ID: first + 1, Name: "Parking map", URL: fileURL(divisionID, "parking.png"),
			DateModified: t.moment(-3, 0, 15), DateCreated: t.moment(-30, 12, 30),
		},
	}
}

func (t *tournament) reportsOf(divisionID int64) []tourney.Report {
	return []tourney.Report{
		{
			Name: "Rosters", Description: "All teams with their players", URL: fileURL(divisionID, "rosters.html"),
			Type: "3", DateModified: t.moment(-1, 20, 8),
		},
		{
			Name: "Schedule", Description: "All games of the division", URL: fileURL(divisionID, "schedule.pdf"),
			Type: "2", DateModified: t.moment(-1, 20, 9),
		},
	}
}

// retiredDivision returns a division that lists do not show.
func (t *tournament) retiredDivision() tourney.Division {
	index := len(ageGroups)
	return tourney.Division{
		ID: int64(firstDivision + index), Name: "Grandparents Open", Order: index + 1, Active: new(false),
		Description: new("Called off: everybody wanted to umpire."), Gender: new(tourney.GenderAll), Event: &t.event,
		Settings: &tourney.DivisionSettings{RosterLimit: 10, RegistrationStatus: tourney.RegistrationAll},
	}
}

// brackets returns a division's brackets with the results that the stage shows. One of the brackets is the skills
// challenge, a bracket without games. It gives the tournament a result on the first evening.
func (t *tournament) brackets(c *contest) []tourney.Bracket {
	list := make([]tourney.Bracket, len(bracketNames))
	for i, name := range bracketNames {
		list[i] = tourney.Bracket{ID: c.bracketID(i), Name: name, DateModified: t.moment(-1, 18, 0)}
		list[i].URL = new(fileURL(c.division.ID, fmt.Sprintf("brackets/%d.html", list[i].ID)))
	}
	list[thirdPlace].URL = nil // a bracket without a drawing
	if t.stage >= midway {
		list[skills].DateModified = t.moment(0, 17, 30)
		list[skills].Results = []tourney.BracketResult{
			c.result("Winner", c.teams[2]), {Name: "Runner-up: " + c.teams[5].team.Name},
		}
	}
	if t.stage >= over {
		list[championship].DateModified = t.moment(2, 16, 20)
		list[championship].Results = []tourney.BracketResult{
			c.result("Champion", c.final.winner()), c.result("Runner-up", c.final.loser()),
		}
		list[thirdPlace].DateModified = t.moment(2, 15, 10)
		list[thirdPlace].Results = []tourney.BracketResult{c.result("Third", c.third.winner())}
	}
	return list
}

func (c *contest) result(place string, e *entrant) tourney.BracketResult {
	image := func(name, file string) tourney.Image {
		return tourney.Image{Name: name, URL: fileURL(c.division.ID, fmt.Sprintf("images/%d-%s.jpg", e.team.ID, file))}
	}
	return tourney.BracketResult{
		Name: place + ": " + e.team.Name, Images: []tourney.Image{image("Team", "team"), image("Handshake", "handshake")},
	}
}

func fileURL(divisionID int64, name string) string {
	return fmt.Sprintf("https://files.example.com/%d/%s", divisionID, name)
}
