package main

import (
	"fmt"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

const teams = 1000

// world returns a mock with teams in ten divisions of an event, and with games. Each team has 12 players and two
// coaches.
func world() (*mockserver.Server, error) {
	srv, err := mockserver.New(tourney.Soccer, mockserver.Scenario("empty"))
	if err != nil {
		return nil, err
	}
	srv.Events.Add(tourney.Event{ID: 1, Name: "Firefly Cup"})
	for id := range int64(10) {
		srv.Divisions.Add(tourney.Division{
			ID: id + 1, Name: fmt.Sprint("Division ", id), Event: &tourney.Event{ID: 1},
			Prices: []tourney.Price{{ID: id + 1, Name: "Entry", Amount: tourney.NewDecimal(395, 0)}},
		})
	}
	for i := range teams {
		srv.Teams.Add(team(i))
	}
	for i := range 5 * teams {
		srv.Games.Add(game(i))
	}
	return srv, nil
}

// team returns a team with all members that a list shows.
func team(i int) tourney.Team {
	const players = 12
	t := tourney.Team{
		ID: int64(i + 1), Name: "Team " + strconv.Itoa(i), Gender: new(tourney.GenderFemale), Paid: new(i%3 > 0),
		Status:   new(tourney.TeamActive),
		Division: &tourney.TeamDivision{ID: int64(i%10) + 1},
		Address: &tourney.Address{
			City: "Otterford", StateRegion: "MO", PostalCode: "64101", Latitude: new(39.5), Longitude: new(-94.25),
		},
	}
	for n := range players {
		t.Players = append(t.Players, player(i*players+n+1, n))
	}
	for n := range 2 {
		t.Coaches = append(t.Coaches, tourney.Coach{
			FirstName: "Dugan", LastName: "Field " + strconv.Itoa(n), Email: "dugan@example.com", MobilePhone: "515-555-0102",
		})
	}
	return t
}

// player returns a player with the members that event directors ask for, about 550 bytes in JSON.
func player(id, n int) tourney.TeamPlayer {
	return tourney.TeamPlayer{
		PlayerID: int64(id), FirstName: "Ada", LastName: "Loft " + strconv.Itoa(n), Number: new(n),
		Address: &tourney.Address{
			StreetAddress: "12 Millrace Lane", City: "Otterford", StateRegion: "MO", PostalCode: "64101",
		},
		Birthdate: tourney.Date{Year: 2012, Month: 3, Day: 4}, HomePhone: "515-555-0103", MobilePhone: "515-555-0104",
		Meta:  []tourney.MetaItem{{Name: "Shirt", Value: "Youth M"}, {Name: "Allergies", Value: "None"}},
		Email: "ada@example.com", BirthYear: 2012, Height: `5'2"`, Weight: new(105), School: "Otterford High",
		GraduationYear: new(2030), Grade: "8", Position: "Guard", TravelTeam: "Otterford Terns", Status: "Active",
		Active: new(true),
	}
}

// game returns a game with a result between two teams of a division.
func game(i int) tourney.Game {
	side := func(n int) *tourney.GameSide {
		return &tourney.GameSide{TeamID: new(int64(n%teams) + 1), Score: tourney.Score(n % 7)}
	}
	return tourney.Game{
		Date: tourney.Date{Year: 2026, Month: 6, Day: 12 + i%3}, Division: &tourney.GameDivision{ID: int64(i%10) + 1},
		AwayTeam: side(i), HomeTeam: side(i + 10*(1+i/teams)),
	}
}
