// Package pages has the bodies that the benchmarks of the codecs read and write.
package pages

import (
	"strconv"

	"github.com/tourney-go/tourney"
)

const perPage = 50

type (
	// PlayersBody is a page of the players list with everything that a host can include.
	PlayersBody struct{ Players tourney.Page[tourney.Player] }

	// TeamsBody is a page of the teams list with rosters.
	TeamsBody struct{ Teams tourney.Page[tourney.Team] }
)

// Players returns a full page of the players list.
func Players() PlayersBody {
	page := tourney.Page[tourney.Player]{Page: 1, PageSize: perPage, Total: perPage}
	for i := range perPage {
		page.Results = append(page.Results, player(i))
	}
	return PlayersBody{page}
}

func player(i int) tourney.Player {
	id := int64(i)
	n := strconv.Itoa(i)
	team := tourney.PlayerTeam{
		ID: 41000 + id, ExternalTeamID: "EXT-T-4100" + n, Number: new(i), Name: "Prairie Comets 12U " + n,
		DivisionID: 5101, DivisionName: "12U Gold", ParentID: 40990 + id,
	}
	for g := range int64(5) {
		team.Games = append(team.Games, tourney.PlayerGame{
			ID: 81000 + 10*id + g, Date: tourney.Date{Year: 2026, Month: 1, Day: 5 + i%20},
			Time:  &tourney.TimeOfDay{Hour: 9, Minute: 30},
			Venue: "Maplebrook Fieldhouse", Court: "Court 4",
		})
	}
	return tourney.Player{
		ID: 710000 + id, ParentID: 710900 + id, FirstName: "Pippa" + n, LastName: "Wobbleton",
		Profile: &tourney.PlayerProfile{
			Birthdate: tourney.Date{Year: 2014, Month: 4, Day: 9}, BirthYear: 2014, Height: `4'11"`, Weight: new(92),
			School: "Acorn Elementary", GraduationYear: new(2032), Grade: "6th", Position: "Point Guard",
			TravelTeam: "Prairie Comets", ACTScore: new(31), SATScore: new(1420), GPA: new(tourney.MustDecimal("3.85")),
		},
		Teams: []tourney.PlayerTeam{team},
	}
}

// Teams returns a full page of the teams list.
func Teams() TeamsBody {
	page := tourney.Page[tourney.Team]{Page: 1, PageSize: perPage, Total: perPage}
	for i := range perPage {
		page.Results = append(page.Results, team(i))
	}
	return TeamsBody{page}
}

func team(i int) tourney.Team {
	id := int64(i)
	t := tourney.Team{
		ID: 41000 + id, ParentID: 40990 + id, Name: "Prairie Comets 12U " + strconv.Itoa(i),
		Gender: new(tourney.GenderFemale),
		Paid:   new(i%3 > 0), Status: new(tourney.TeamActive), Division: &tourney.TeamDivision{ID: 5101, Name: "12U Gold"},
		Address: &tourney.Address{City: "Mapleton", Latitude: new(41.5868), Longitude: new(-93.625)},
	}
	for p := range 12 {
		t.Players = append(t.Players, rosterPlace(100*i+p))
	}
	for c := range int64(2) {
		t.Coaches = append(t.Coaches, tourney.Coach{
			ID: 910000 + 10*id + c, CoachID: 92000 + c, Type: new(tourney.CoachHeadCoach),
			FirstName: "Odalys", LastName: "Quill",
			HomePhone: "555-0100", MobilePhone: "555-0101", Email: "odalys.quill@example.org",
		})
	}
	return t
}

func rosterPlace(i int) tourney.TeamPlayer {
	n := strconv.Itoa(i)
	return tourney.TeamPlayer{
		ID: int64(610000 + i), PlayerID: int64(710000 + i), ParentID: int64(710900 + i), Number: new(i % 100),
		FirstName: "Pippa" + n, LastName: "Wobbleton", ExternalPlayerID: "EXT-P-" + n,
		Address: &tourney.Address{
			StreetAddress: "12 Larkspur Lane", City: "Mapleton", StateRegion: "IA", PostalCode: "50309",
		},
		Birthdate: tourney.Date{Year: 2014, Month: 4, Day: 9}, HomePhone: "555-0142", MobilePhone: "555-0143",
		Email: "pippa" + n + "@example.org", BirthYear: 2014, Height: `4'11"`, Weight: new(92), School: "Acorn Elementary",
		GraduationYear: new(2032), Grade: "6th", Position: "Point Guard", TravelTeam: "Prairie Comets",
		ACTScore: new(31), SATScore: new(1420), GPA: new(tourney.MustDecimal("3.85")), Status: "Active",
	}
}
