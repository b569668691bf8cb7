package mocktest

import (
	"testing"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// Change removes, changes and adds rows, and returns the teams.
func Change(t *testing.T, srv *mockserver.Server) string {
	t.Helper()
	srv.Teams.Remove(Otters)
	Accept(t, srv, "PUT", "/api/v1/teams", `{"Id":102,"Name":"Cranes","Players":[{"FirstName":"Eve"}]}`)
	Accept(t, srv, "PUT", "/api/v1/games", `{"Id":82,"HomeScore":9}`)
	Accept(t, srv, "POST", "/api/v1/teams", `{"DivisionId":11,"Name":"Swans"}`)
	Accept(t, srv, "POST", "/api/v1/payments",
		`{"TeamId":102,"EnableCreditCard":false,"Payment":{"Amount":1,"Title":"t","Description":"d"}}`)
	return Text(t, srv.Teams.All())
}

// The ids of the rows of World. Team and game ids do not tell the division.
const (
	Cup    = 1 // events
	League = 2

	Gold     = 11 // divisions
	PaidOnly = 12
	Shut     = 13
	Abroad   = 21 // in the league

	PoolA     = 31  // in gold, with three positions
	TeamPool1 = 311 // its positions
	TeamPool2 = 312
	TeamPool3 = 313 // empty

	EntryFee  = 51 // a price of gold
	LeagueFee = 52 // a price of abroad

	BracketGold = 61 // in gold

	Fieldhouse = 71 // venues
	Park       = 72 // not in the cup

	Club   = 100 // parent of otters, in no division
	Otters = 101 // in gold
	Herons = 102
	Swifts = 103 // in paidOnly
	Larks  = 104 // have not paid
	Wrens  = 105 // wait
	Storks = 106 // in abroad

	Line1 = 1001 // of the roster of otters
	Line2 = 1002
	Line3 = 1003 // of the roster of herons

	Ada  = 2001 // the persons on these lines
	Ben  = 2002
	Cleo = 2003

	Coach1 = 3001 // of otters

	Played = 81 // games
	Open   = 82
	Final  = 83
	Other  = 84 // in paidOnly
)

// The days of the cup.
var (
	Friday   = tourney.Date{Year: 2026, Month: 6, Day: 12}
	Saturday = tourney.Date{Year: 2026, Month: 6, Day: 13}
)

// World returns a server whose rows have every field that responses can show.
func World(t testing.TB, h tourney.Host, opts ...mockserver.Option) *mockserver.Server {
	t.Helper()
	srv := Empty(t, h, opts...)
	srv.Events.Add(tourney.Event{
		ID: Cup, Name: "Firefly Cup", StartDate: Friday, EndDate: Saturday, Image: "http://files.example.com/cup.png",
		TimeZone: "America/Chicago", Gender: new(tourney.GenderAll), Type: tourney.EventCampClinic, Archive: new(false),
		Address:           &tourney.Address{City: "Otterford", Country: "US"},
		ParticipationType: new(tourney.ParticipationIndividual), TravelWebsite: "http://travel.example.com",
		Settings:     &tourney.EventSettings{ShowPools: new(false)},
		Organization: &tourney.EventOrganization{ID: 77, Name: "Games"},
		ContactName:  "Ada", ContactEmail: "ada@example.com", ContactPhone: "515-555-0107",
	})
	srv.Events.Add(tourney.Event{ID: League, Name: "Winter League", StartDate: Friday, EndDate: Saturday})
	addDivisions(srv)
	addTeams(srv)
	addGames(srv)
	return srv
}

func addDivisions(srv *mockserver.Server) {
	moment := tourney.DateTime{Date: Friday, Time: tourney.TimeOfDay{Hour: 9, Minute: 5}}
	srv.Divisions.Add(tourney.Division{
		ID: Gold, Name: "Gold", Description: new("The better half"), Gender: new(tourney.GenderAll), Order: 1,
		Event: &tourney.Event{ID: Cup},
		Settings: &tourney.DivisionSettings{
			EnableRegistration: new(true), RosterLimit: 12, RegistrationStatus: tourney.RegistrationAll,
			ShowStandings: new(true), ShowSchedule: new(false), ShowBrackets: new(true), ShowParticipants: new(true),
		},
		Prices: []tourney.Price{{
			ID: EntryFee, Type: tourney.PriceEventFee, Name: "Entry",
			Amount: tourney.MustDecimal("395.50"), Description: "Per team",
		}},
		Assets: []tourney.Asset{{
			ID: 1, Name: "Rules", Description: "All of them", URL: "http://files.example.com/r",
			DateModified: moment, DateCreated: moment,
		}},
		Reports: []tourney.Report{{Name: "Rosters", Description: "By team",
			URL: "http://files.example.com/p", Type: "3", DateModified: moment}},
		Brackets: []tourney.Bracket{{
			ID: BracketGold, Name: "Gold Final", DateModified: moment, URL: new("http://files.example.com/b"),
			Results: []tourney.BracketResult{{Name: "Champion",
				Images: []tourney.Image{{Name: "Team", URL: "http://files.example.com/i"}}}},
		}},
	})
	srv.Divisions.Add(tourney.Division{
		ID: PaidOnly, Name: "Silver", Order: 2, Event: &tourney.Event{ID: Cup},
		Settings: &tourney.DivisionSettings{EnableRegistration: new(true),
			RegistrationStatus: tourney.RegistrationActivePaid},
	})
	srv.Divisions.Add(tourney.Division{
		ID: Shut, Name: "Bronze", Order: 3, Event: &tourney.Event{ID: Cup}, Active: new(false),
		Settings: &tourney.DivisionSettings{EnableRegistration: new(false)},
	})
	srv.Divisions.Add(tourney.Division{
		ID: Abroad, Name: "North", Event: &tourney.Event{ID: League},
		Prices: []tourney.Price{{ID: LeagueFee, Name: "Season", Amount: tourney.MustDecimal("80")}},
	})
	AddPool(srv.World, tourney.Pool{ID: PoolA, Name: "A", Label: "Pool A", Division: &tourney.TeamDivision{ID: Gold}},
		3, TeamPool1, TeamPool2, TeamPool3)
}

func addTeams(srv *mockserver.Server) {
	home := &tourney.Address{
		StreetAddress: "1 Pond Road", ExtendedAddress: "Unit 2", City: "Otterford", StateRegion: "MO", PostalCode: "64101",
	}
	in := func(id int64) *tourney.TeamDivision { return &tourney.TeamDivision{ID: id} }
	srv.Teams.Add(tourney.Team{ID: Club, Name: "Otterford Club"})
	srv.Teams.Edit(Club, func(t *tourney.Team) {
		t.Season = &tourney.Season{
			ID: 901, StartYear: 2025, EndYear: 2026, Session: "Spring", SeasonDivisionID: 7, SeasonDivision: "U14",
		}
	})
	srv.Teams.Add(tourney.Team{
		ID: Otters, Sport: 8, ParentID: Club, Name: "Otters", Gender: new(tourney.GenderFemale), Paid: new(true),
		Status: new(tourney.TeamActive), Division: in(Gold), ExternalTeamID: "T-OTTERS",
		Address: &tourney.Address{City: "Otterford", StateRegion: "MO", PostalCode: "64101",
			Latitude: new(39.5), Longitude: new(-94.25)},
		Pools: []tourney.TeamPool{{Number: 1, Pool: tourney.Pool{ID: PoolA}}},
		Coaches: []tourney.Coach{{
			ID: Coach1, CoachID: 4001, Type: new(tourney.CoachHeadCoach), FirstName: "Dugan",
			LastName: "Field", Address: home, ParentID: 9,
			HomePhone: "515-555-0101", MobilePhone: "515-555-0102", FaxPhone: "515-555-0103",
			WorkPhone: "515-555-0104", Email: "dugan@example.com",
		}},
		Players: []tourney.TeamPlayer{{
			ID: Line1, PlayerID: Ada, ParentID: 8, Number: new(0), FirstName: "Ada", LastName: "Loft", ExternalPlayerID: "P-ADA",
			Address: home, Birthdate: tourney.Date{Year: 2012, Month: 3, Day: 4},
			HomePhone: "515-555-0105", MobilePhone: "515-555-0106",
			Email: "ada@example.com", Meta: []tourney.MetaItem{{Name: "Shirt", Value: "M"}},
			BirthYear: 2012, Height: `5'2"`, Weight: new(104),
			School: "Otterford High", GraduationYear: new(2030), Grade: "9th", Position: "Guard", TravelTeam: "Comets",
			ACTScore: new(30), SATScore: new(1400), GPA: new(tourney.MustDecimal("3.85")), Bats: "Left", Throws: "Right",
			Status: "Active", Active: new(true),
		}, {ID: Line2, PlayerID: Ben, FirstName: "Ben", LastName: "Pike", Number: new(12),
			Status: "Active", Active: new(true)}},
	})
	srv.Teams.Add(tourney.Team{
		ID: Herons, Name: "Herons", Paid: new(false), Status: new(tourney.TeamActive),
		Division: in(Gold), ExternalTeamID: "T-HERONS",
		Pools: []tourney.TeamPool{{Number: 2, Pool: tourney.Pool{ID: PoolA}}},
		Players: []tourney.TeamPlayer{{ID: Line3, PlayerID: Cleo, FirstName: "Cleo",
			LastName: "Reed", ExternalPlayerID: "P-CLEO"}},
	})
	srv.Teams.Edit(Herons, func(t *tourney.Team) {
		t.Season = &tourney.Season{
			ID: 902, StartYear: 2026, EndYear: 2026, Session: "Summer", SeasonDivisionID: 8, SeasonDivision: "U15",
		}
	})
	srv.Teams.Add(tourney.Team{ID: Swifts, Name: "Swifts", Paid: new(true),
		Status: new(tourney.TeamActive), Division: in(PaidOnly)})
	srv.Teams.Add(tourney.Team{ID: Larks, Name: "Larks", Paid: new(false),
		Status: new(tourney.TeamActive), Division: in(PaidOnly)})
	srv.Teams.Add(tourney.Team{ID: Wrens, Name: "Wrens", Paid: new(true),
		Status: new(tourney.TeamWaitingList), Division: in(PaidOnly)})
	srv.Teams.Add(tourney.Team{ID: Storks, Name: "Storks", Paid: new(true),
		Status: new(tourney.TeamActive), Division: in(Abroad)})
}

func addGames(srv *mockserver.Server) {
	place := tourney.Venue{
		ID: Fieldhouse, Name: "Fieldhouse", Abbr: "FH",
		Address: &tourney.Address{
			Location: "Behind the tower", StreetAddress: "1 Loop", ExtendedAddress: "Gate 2",
			City: "Otterford", StateRegion: "MO",
			PostalCode: "64101", Latitude: new(39.5), Longitude: new(-94.25),
		},
	}
	court := &tourney.VenueCourt{ID: 75, Court: &tourney.Court{ID: 76, Name: "Court 1", Abbr: "C1", Sport: 8},
		Venue: new(place)}
	place.Locations = []tourney.Location{{ID: 76, Name: "Court 1", Abbr: "C1", Sport: 8}}
	AddVenue(srv.World, place, Cup)
	srv.Venues.Add(tourney.Venue{ID: Park, Name: "Park"})
	side := func(team int64, teamPool ...int64) *tourney.GameSide {
		s := &tourney.GameSide{TeamID: new(team)}
		for _, id := range teamPool {
			s.TeamPoolID = new(id)
		}
		return s
	}
	srv.Games.Add(tourney.Game{
		ID: Played, Type: tourney.GamePool, Date: Friday, Time: &tourney.TimeOfDay{Hour: 9},
		Division: &tourney.GameDivision{ID: Gold},
		Number:   new(tourney.TextOrNumber("12")), VenueCourt: court,
		BracketName: "Gold Final", Round: new(tourney.RoundNone),
		AwayTeam: &tourney.GameSide{
			Name: "Otters", Pool: "A", PoolNumber: new(1), Score: tourney.Score(3), TeamID: new(int64(Otters)),
			TeamPoolID: new(int64(TeamPool1)), BracketName: "Gold Final", BracketID: new(int64(BracketGold)),
			DivisionSeed: new(1), Seed: new(2),
			DivisionID: new(int64(Gold)), DivisionName: "Gold", PoolSeed: new(1), Exhibition: new(false), Color: "00FF7F",
			WonBy: new(tourney.WonByForfeit), Forfeited: new(false), ExternalBracketID: "B-1",
		},
		HomeTeam: &tourney.GameSide{
			TeamID: new(int64(Herons)), TeamPoolID: new(int64(TeamPool2)), Score: tourney.Score(1), Forfeited: new(true),
		},
	})
	srv.Games.Add(tourney.Game{
		ID: Open, Type: tourney.GamePool, Date: Saturday, Division: &tourney.GameDivision{ID: Gold},
		AwayTeam: side(Herons, TeamPool2), HomeTeam: side(Otters, TeamPool1),
	})
	srv.Games.Add(tourney.Game{
		ID: Final, Type: tourney.GameBracket, Date: Saturday, Division: &tourney.GameDivision{ID: Gold},
		BracketName: "Gold Final",
		AwayTeam:    side(Otters), HomeTeam: &tourney.GameSide{Name: "2nd in A", TeamPoolID: new(int64(TeamPool3))},
	})
	srv.Games.Add(tourney.Game{
		ID: Other, Type: tourney.GamePool, Date: Saturday, Division: &tourney.GameDivision{ID: PaidOnly},
		AwayTeam: side(Swifts), HomeTeam: side(Larks),
	})
	srv.Statistics.Set(Played, Line1, "Goals", tourney.NewDecimal(2, 0))
	srv.Statistics.Set(Played, Line3, "Goals", tourney.NewDecimal(1, 0))
	for name, value := range map[string]int64{
		"InningsPitched": 4, "InningsPitchedNumerator": 1, "InningsPitchedDenominator": 3, "PitchCount": 61,
	} {
		srv.Statistics.Set(Played, Line1, name, tourney.NewDecimal(value, 0))
	}
}
