package rows

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// unwritables are rows with which no answer could be written in one of the formats, by what the refusal says.
func unwritables() map[string]func(*mockserver.Server) {
	text := func(s string) *string { return &s }
	date := func(y, m, d int) tourney.Date { return tourney.Date{Year: y, Month: time.Month(m), Day: d} }
	return map[string]func(*mockserver.Server){
		"6/31/2026 is not a day of the calendar": func(s *mockserver.Server) { s.Games.Add(tourney.Game{Date: date(2026, 6, 31)}) },
		"2/30/2026 is not a day of the calendar": func(s *mockserver.Server) {
			s.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.Date = date(2026, 2, 30) })
		},
		"-1/1/2026 is not a day of the calendar": func(s *mockserver.Server) {
			s.Events.Add(tourney.Event{StartDate: date(2026, -1, 1)})
		},
		"1/1/10000 is not a day of the calendar": func(s *mockserver.Server) {
			s.Events.Edit(mocktest.Cup, func(e *tourney.Event) { e.EndDate = date(10000, 1, 1) })
		},
		"1/1/-5 is not a day of the calendar": func(s *mockserver.Server) {
			s.Players.Add(tourney.Player{Profile: &tourney.PlayerProfile{Birthdate: date(-5, 1, 1)}})
		},
		"25:0 is not a time of the day": func(s *mockserver.Server) {
			s.Games.Edit(mocktest.Played, func(g *tourney.Game) { g.Time = &tourney.TimeOfDay{Hour: 25} })
		},
		":0 is not a time of the day": func(s *mockserver.Server) {
			s.Games.Add(tourney.Game{Time: &tourney.TimeOfDay{Hour: 1234567890123456789}})
		},
		"Latitude: expected a finite number": func(s *mockserver.Server) {
			s.Venues.Add(tourney.Venue{Address: &tourney.Address{Latitude: new(math.Inf(1))}})
		},
		"Name holds the character U+0001 (byte 1), which XML cannot carry": func(s *mockserver.Server) {
			s.Teams.Add(tourney.Team{Name: "a\x01"})
		},
		"FirstName holds bytes that are not UTF-8": func(s *mockserver.Server) {
			s.Teams.Edit(mocktest.Otters, func(tm *tourney.Team) { tm.Players[0].FirstName = "\xff" })
		},
		"a name holds the character U+FFFE (byte 0)": func(s *mockserver.Server) {
			s.Teams.Add(tourney.Team{Extra: tourney.Extra{"\ufffe": []byte("1")}})
		},
		"a.b holds the character U+0000 (byte 0)": func(s *mockserver.Server) {
			s.Teams.Add(tourney.Team{Extra: tourney.Extra{"x": []byte(`{"a":{"b":"\u0000"}}`)}})
		},
		"Extra[x]: expected JSON": func(s *mockserver.Server) {
			s.Teams.Add(tourney.Team{Extra: tourney.Extra{"x": []byte(`"\ud83c"`)}})
		},
		"ExternalId holds the character U+001F": func(s *mockserver.Server) {
			s.Divisions.EditDetails(mocktest.Gold, func(d *stored.DivisionDetails) { d.ExternalID = "\x1f" })
		},
		"Notes holds the character U+FFFF": func(s *mockserver.Server) {
			s.Teams.EditDetails(mocktest.Otters, func(d *stored.TeamDetails) { d.Notes = "\uffff" })
		},
		"City holds the character U+0002": func(s *mockserver.Server) {
			s.Registrations.Add(stored.Registration{TeamID: 103, Request: tourney.RegistrationInput{
				Coaches: []tourney.RegistrationCoachInput{{Address: &tourney.PersonAddressInput{City: text("\x02")}}},
			}})
		},
		"Name holds the character U+0003": func(s *mockserver.Server) {
			s.SetStandings(&tourney.Standings{Groups: []tourney.StandingsGroup{{Name: "\x03"}}})
		},
		"NextTransaction holds the character U+0004": func(s *mockserver.Server) { s.SetNextTransactionID("\x04") },
		"Username holds the character U+0005": func(s *mockserver.Server) {
			s.Accounts.Add("\x05", "secret", tourney.Account{})
		},
		"errors[0].message holds the character U+0006": func(s *mockserver.Server) {
			s.Faults.Add(fault.OnAny().Errors(tourney.ErrorItem{Code: tourney.CodeInvalid, Message: "\x06"}))
		},
	}
}

// TestSideDoorRefusesWhatNoAnswerCouldHave: such a value made every list with its row answer 500.
func TestSideDoorRefusesWhatNoAnswerCouldHave(t *testing.T) {
	for says, write := range unwritables() {
		srv := mocktest.World(t, tourney.Soccer)
		before := mocktest.Dump(srv.World)
		func() {
			defer func() { require.Contains(t, fmt.Sprint(recover()), says) }()
			write(srv)
		}()
		mocktest.Unchanged(t, before, srv.World)
	}
}

// TestRequestsAreWritableInBothFormats: what came in one format is answered in the other, and a refusal can be written.
func TestRequestsAreWritableInBothFormats(t *testing.T) {
	surrogate, err := os.ReadFile("testdata/cases/B23-team.json")
	require.NoError(t, err)
	for body, says := range map[string]string{
		string(surrogate):                             "/Name (line 1, offset 33): found ",
		`{"DivisionId":11,"Name":"a\u0001"}`:          "name holds the character U+0001 (byte 1), which XML cannot carry",
		`{"DivisionId":11,"Name":"\uffff"}`:           "name holds the character U+FFFF",
		`{"DivisionId":11,"x\ufffe":{"b":1}}`:         "a name in the request holds the character U+FFFE",
		`{"DivisionId":11,"Players":[{"City":"\b"}]}`: "players[0].city holds the character U+0008",
	} {
		for _, accept := range []string{"application/json", "application/xml"} {
			srv := mocktest.World(t, tourney.Soccer)
			before := mocktest.Dump(srv.World)
			a := mocktest.Send(t, srv, "POST", "/api/v1/teams", body, "Accept", accept)
			require.Equal(t, 400, a.Status, body)
			require.Contains(t, a.Body, says, body)
			mocktest.Unchanged(t, before, srv.World)
		}
	}
}

// TestLoadRefusesWhatNoAnswerCouldHave: a file with such a value loaded, and its rows could not be answered.
func TestLoadRefusesWhatNoAnswerCouldHave(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	saved := new(bytes.Buffer)
	require.NoError(t, srv.Save(saved))
	file := regexp.MustCompile(`,"CRC":"[0-9a-f]+"`).ReplaceAllString(saved.String(), "")
	before := mocktest.Dump(srv.World)
	for says, change := range map[string][2]string{
		"Date: 6/31/2026 is not a day of the calendar":              {`"Month":6,"Day":13`, `"Month":6,"Day":31`},
		":5 is not a time of the day":                               {`"Time":{"Hour":9`, `"Time":{"Hour":1234567890123456789`},
		"teams: Team.Name holds the character U+0001":               {`"Name":"Otters"`, `"Name":"Ott\u0001ers"`},
		"teams.Team.Name: expected both halves of a surrogate pair": {`"Name":"Otters"`, `"Name":"Ott\ud83cers"`},
	} {
		require.Contains(t, file, change[0])
		err := srv.Load(strings.NewReader(strings.Replace(file, change[0], change[1], 1)))
		require.ErrorContains(t, err, "mockserver: Load: line ")
		require.ErrorContains(t, err, says)
	}
	mocktest.Unchanged(t, before, srv.World)
}
