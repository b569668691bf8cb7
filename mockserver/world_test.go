package mockserver_test

import (
	"testing"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The ids of the rows of world. Team and game ids do not tell the division.
const (
	cup, league                     = 1, 2             // events
	gold, paidOnly, shut, abroad    = 11, 12, 13, 21   // divisions: abroad is in the league
	poolA                           = 31               // in gold, with three positions
	teamPool1, teamPool2, teamPool3 = 311, 312, 313    // the third is empty
	entryFee, leagueFee             = 51, 52           // prices of gold and abroad
	bracketGold                     = 61               // in gold
	fieldhouse, park                = 71, 72           // venues: only the first is in the cup
	club                            = 100              // parent of otters, in no division
	otters, herons                  = 101, 102         // in gold
	swifts, larks, wrens            = 103, 104, 105    // in paidOnly: larks have not paid, wrens wait
	storks                          = 106              // in abroad
	line1, line2, line3             = 1001, 1002, 1003 // of the rosters of otters, otters, herons
	ada, ben, cleo                  = 2001, 2002, 2003 // the persons on them
	coach1                          = 3001             // of otters
	played, open, final, other      = 81, 82, 83, 84   // games: other is in paidOnly
)

var (
	friday   = tourney.Date{Year: 2026, Month: 6, Day: 12}
	saturday = tourney.Date{Year: 2026, Month: 6, Day: 13}
)

// world returns a server whose rows have every field that responses can show.
func world(t testing.TB, h tourney.Host, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv := empty(t, h, opts...)
	srv.Events.Add(tourney.Event{
		ID: cup, Name: "Firefly Cup", StartDate: friday, EndDate: saturday, Image: "http://files.example.com/cup.png",
		TimeZone: "America/Chicago", Gender: new(tourney.GenderAll), Type: tourney.EventCampClinic, Archive: new(false),
		Address:           &tourney.Address{City: "Otterford", Country: "US"},
		ParticipationType: new(tourney.ParticipationIndividual), TravelWebsite: "http://travel.example.com",
		Settings:     &tourney.EventSettings{ShowPools: new(false)},
		Organization: &tourney.EventOrganization{ID: 77, Name: "Games"},
		ContactName:  "Ada", ContactEmail: "ada@example.com", ContactPhone: "515-555-0107",
	})
	srv.Events.Add(tourney.Event{ID: league, Name: "Winter League", StartDate: friday, EndDate: saturday})
	addDivisions(srv)
	addTeams(srv)
	addGames(srv)
	return srv
}

func addDivisions(srv *mockserver.Server) {
	moment := tourney.DateTime{Date: friday, Time: tourney.TimeOfDay{Hour: 9, Minute: 5}}
	srv.Divisions.Add(tourney.Division{
		ID: gold, Name: "Gold", Description: new("The better half"), Gender: new(tourney.GenderAll), Order: 1,
		Event: &tourney.Event{ID: cup},
		Settings: &tourney.DivisionSettings{
			EnableRegistration: new(true), RosterLimit: 12, RegistrationStatus: tourney.RegistrationAll,
			ShowStandings: new(true), ShowSchedule: new(false), ShowBrackets: new(true), ShowParticipants: new(true),
		},
		Prices: []tourney.Price{{
			ID: entryFee, Type: tourney.PriceEventFee, Name: "Entry", Amount: tourney.MustDecimal("395.50"), Description: "Per team",
		}},
		Assets: []tourney.Asset{{
			ID: 1, Name: "Rules", Description: "All of them", URL: "http://files.example.com/r",
			DateModified: moment, DateCreated: moment,
		}},
		Reports: []tourney.Report{{Name: "Rosters", Description: "By team", URL: "http://files.example.com/p", Type: "3", DateModified: moment}},
		Brackets: []tourney.Bracket{{
			ID: bracketGold, Name: "Gold Final", DateModified: moment, URL: new("http://files.example.com/b"),
			Results: []tourney.BracketResult{{Name: "Champion", Images: []tourney.Image{{Name: "Team", URL: "http://files.example.com/i"}}}},
		}},
	})
	srv.Divisions.Add(tourney.Division{
		ID: paidOnly, Name: "Silver", Order: 2, Event: &tourney.Event{ID: cup},
		Settings: &tourney.DivisionSettings{EnableRegistration: new(true), RegistrationStatus: tourney.RegistrationActivePaid},
	})
	srv.Divisions.Add(tourney.Division{
		ID: shut, Name: "Bronze", Order: 3, Event: &tourney.Event{ID: cup}, Active: new(false),
		Settings: &tourney.DivisionSettings{EnableRegistration: new(false)},
	})
	srv.Divisions.Add(tourney.Division{
		ID: abroad, Name: "North", Event: &tourney.Event{ID: league},
		Prices: []tourney.Price{{ID: leagueFee, Name: "Season", Amount: tourney.MustDecimal("80")}},
	})
	addPool(srv.World, tourney.Pool{ID: poolA, Name: "A", Label: "Pool A", Division: &tourney.TeamDivision{ID: gold}},
		3, teamPool1, teamPool2, teamPool3)
}

func addTeams(srv *mockserver.Server) {
	home := &tourney.Address{
		StreetAddress: "1 Pond Road", ExtendedAddress: "Unit 2", City: "Otterford", StateRegion: "MO", PostalCode: "64101",
	}
	in := func(id int64) *tourney.TeamDivision { return &tourney.TeamDivision{ID: id} }
	srv.Teams.Add(tourney.Team{ID: club, Name: "Otterford Club"})
	srv.Teams.Edit(club, func(t *tourney.Team) {
		t.Season = &tourney.Season{
			ID: 901, StartYear: 2025, EndYear: 2026, Session: "Spring", SeasonDivisionID: 7, SeasonDivision: "U14",
		}
	})
	srv.Teams.Add(tourney.Team{
		ID: otters, Sport: 8, ParentID: club, Name: "Otters", Gender: new(tourney.GenderFemale), Paid: new(true),
		Status: new(tourney.TeamActive), Division: in(gold), ExternalTeamID: "T-OTTERS",
		Address: &tourney.Address{City: "Otterford", StateRegion: "MO", PostalCode: "64101", Latitude: new(39.5), Longitude: new(-94.25)},
		Pools:   []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: poolA}}},
		Coaches: []tourney.Coach{{
			ID: coach1, CoachID: 4001, Type: new(tourney.CoachHeadCoach), FirstName: "Dugan", LastName: "Field", Address: home, ParentID: 9,
			HomePhone: "515-555-0101", MobilePhone: "515-555-0102", FaxPhone: "515-555-0103", WorkPhone: "515-555-0104", Email: "dugan@example.com",
		}},
		Players: []tourney.TeamPlayer{{
			ID: line1, PlayerID: ada, ParentID: 8, Number: new(0), FirstName: "Ada", LastName: "Loft", ExternalPlayerID: "P-ADA",
			Address: home, Birthdate: tourney.Date{Year: 2012, Month: 3, Day: 4}, HomePhone: "515-555-0105", MobilePhone: "515-555-0106",
			Email: "ada@example.com", Meta: []tourney.MetaItem{{Name: "Shirt", Value: "M"}}, BirthYear: 2012, Height: `5'2"`, Weight: new(104),
			School: "Otterford High", GraduationYear: new(2030), Grade: "9th", Position: "Guard", TravelTeam: "Comets",
			ACTScore: new(30), SATScore: new(1400), GPA: new(tourney.MustDecimal("3.85")), Bats: "Left", Throws: "Right",
			Status: "Active", Active: new(true),
		}, {ID: line2, PlayerID: ben, FirstName: "Ben", LastName: "Pike", Number: new(12), Status: "Active", Active: new(true)}},
	})
	srv.Teams.Add(tourney.Team{
		ID: herons, Name: "Herons", Paid: new(false), Status: new(tourney.TeamActive), Division: in(gold), ExternalTeamID: "T-HERONS",
		Pools:   []tourney.TeamPool{{Number: 2, Pool: tourney.Pool{ID: poolA}}},
		Players: []tourney.TeamPlayer{{ID: line3, PlayerID: cleo, FirstName: "Cleo", LastName: "Reed", ExternalPlayerID: "P-CLEO"}},
	})
	srv.Teams.Edit(herons, func(t *tourney.Team) {
		t.Season = &tourney.Season{
			ID: 902, StartYear: 2026, EndYear: 2026, Session: "Summer", SeasonDivisionID: 8, SeasonDivision: "U15",
		}
	})
	srv.Teams.Add(tourney.Team{ID: swifts, Name: "Swifts", Paid: new(true), Status: new(tourney.TeamActive), Division: in(paidOnly)})
	srv.Teams.Add(tourney.Team{ID: larks, Name: "Larks", Paid: new(false), Status: new(tourney.TeamActive), Division: in(paidOnly)})
	srv.Teams.Add(tourney.Team{ID: wrens, Name: "Wrens", Paid: new(true), Status: new(tourney.TeamWaitingList), Division: in(paidOnly)})
	srv.Teams.Add(tourney.Team{ID: storks, Name: "Storks", Paid: new(true), Status: new(tourney.TeamActive), Division: in(abroad)})
}

func addGames(srv *mockserver.Server) {
	place := tourney.Venue{
		ID: fieldhouse, Name: "Fieldhouse", Abbr: "FH",
		Address: &tourney.Address{
			Location: "Behind the tower", StreetAddress: "1 Loop", ExtendedAddress: "Gate 2", City: "Otterford", StateRegion: "MO",
			PostalCode: "64101", Latitude: new(39.5), Longitude: new(-94.25),
		},
	}
	court := &tourney.VenueCourt{ID: 75, Court: &tourney.Court{ID: 76, Name: "Court 1", Abbr: "C1", Sport: 8}, Venue: new(place)}
	place.Locations = []tourney.Location{{ID: 76, Name: "Court 1", Abbr: "C1", Sport: 8}}
	addVenue(srv.World, place, cup)
	srv.Venues.Add(tourney.Venue{ID: park, Name: "Park"})
	side := func(team int64, teamPool ...int64) *tourney.GameSide {
		s := &tourney.GameSide{TeamID: new(team)}
		for _, id := range teamPool {
			s.TeamPoolID = new(id)
		}
		return s
	}
	srv.Games.Add(tourney.Game{
		ID: played, Type: tourney.GamePool, Date: friday, Time: &tourney.TimeOfDay{Hour: 9}, Division: &tourney.GameDivision{ID: gold},
		Number: new(tourney.TextOrNumber("12")), VenueCourt: court, BracketName: "Gold Final", Round: new(tourney.RoundNone),
		AwayTeam: &tourney.GameSide{
			Name: "Otters", Pool: "A", PoolNumber: new(1), Score: tourney.Score(3), TeamID: new(int64(otters)),
			TeamPoolID: new(int64(teamPool1)), BracketName: "Gold Final", BracketID: new(int64(bracketGold)), DivisionSeed: new(1), Seed: new(2),
			DivisionID: new(int64(gold)), DivisionName: "Gold", PoolSeed: new(1), Exhibition: new(false), Color: "00FF7F",
			WonBy: new(tourney.WonByForfeit), Forfeited: new(false), ExternalBracketID: "B-1",
		},
		HomeTeam: &tourney.GameSide{
			TeamID: new(int64(herons)), TeamPoolID: new(int64(teamPool2)), Score: tourney.Score(1), Forfeited: new(true),
		},
	})
	srv.Games.Add(tourney.Game{
		ID: open, Type: tourney.GamePool, Date: saturday, Division: &tourney.GameDivision{ID: gold},
		AwayTeam: side(herons, teamPool2), HomeTeam: side(otters, teamPool1),
	})
	srv.Games.Add(tourney.Game{
		ID: final, Type: tourney.GameBracket, Date: saturday, Division: &tourney.GameDivision{ID: gold}, BracketName: "Gold Final",
		AwayTeam: side(otters), HomeTeam: &tourney.GameSide{Name: "2nd in A", TeamPoolID: new(int64(teamPool3))},
	})
	srv.Games.Add(tourney.Game{
		ID: other, Type: tourney.GamePool, Date: saturday, Division: &tourney.GameDivision{ID: paidOnly},
		AwayTeam: side(swifts), HomeTeam: side(larks),
	})
	srv.Statistics.Set(played, line1, "Goals", tourney.NewDecimal(2, 0))
	srv.Statistics.Set(played, line3, "Goals", tourney.NewDecimal(1, 0))
	for name, value := range map[string]int64{
		"InningsPitched": 4, "InningsPitchedNumerator": 1, "InningsPitchedDenominator": 3, "PitchCount": 61,
	} {
		srv.Statistics.Set(played, line1, name, tourney.NewDecimal(value, 0))
	}
}
