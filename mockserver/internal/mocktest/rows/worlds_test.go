package rows

import (
	"bytes"
	"fmt"
	"math"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// eachWorld runs a test with a server, a session, a Remote and a session of a Remote.
func eachWorld(t *testing.T, test func(t *testing.T, w *mockserver.World), opts ...mockserver.Option) {
	t.Helper()
	for name, open := range map[string]func(t *testing.T, srv *mockserver.Server) *mockserver.World{
		"server":  func(_ *testing.T, srv *mockserver.Server) *mockserver.World { return srv.World },
		"session": func(t *testing.T, srv *mockserver.Server) *mockserver.World { return srv.StartSession(t) },
		"remote":  func(t *testing.T, srv *mockserver.Server) *mockserver.World { return mocktest.RemoteOf(t, srv) },
		"remote session": func(t *testing.T, srv *mockserver.Server) *mockserver.World {
			return mocktest.RemoteOf(t, srv).StartSession(t)
		},
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t, mocktest.World(t, tourney.Soccer, opts...))) })
	}
}

// TestWorldsRefuseAlike: what a World refuses has the same text and the same code everywhere, and repeats no card.
func TestWorldsRefuseAlike(t *testing.T) {
	const card = "4111111111111111"
	rename := func(team *tourney.Team) { team.Name = "x" }
	for name, c := range map[string]struct {
		call func(w *mockserver.World)
		want string
		code tourney.ErrorCode
	}{
		"no row": {func(w *mockserver.World) { w.Teams.Edit(9, rename) }, "Teams.Edit: there is no team 9", tourney.CodeNotFound},
		"no function": {
			func(w *mockserver.World) { w.Teams.Edit(mocktest.Otters, nil) }, "Teams.Edit: the function is nil", tourney.CodeInvalid,
		},
		"another id": {
			func(w *mockserver.World) { w.Teams.Edit(mocktest.Otters, func(team *tourney.Team) { team.ID = 5 }) },
			"Teams.Edit: the id changed from 101 to 5: an id stays", tourney.CodeInvalid,
		},
		"the number of a card as a key": {
			func(w *mockserver.World) { w.Payments.Remove(card) },
			"Payments.Remove: there is no payment \"[redacted]\"", tourney.CodeNotFound,
		},
		"no write": {func(w *mockserver.World) { w.Writes.Rewind(900) }, "Writes.Rewind: there is no write 900", tourney.CodeNotFound},
		"no ref":   {func(w *mockserver.World) { w.ID("hawks") }, `ID: there is no ref "hawks": no name is like it`, tourney.CodeNotFound},
		"itself as its parent": {
			func(w *mockserver.World) {
				w.Events.EditDetails(mocktest.Cup, func(d *stored.EventDetails) { d.ParentID = mocktest.Cup })
			},
			"Events.EditDetails: ParentId 1 is the event itself", tourney.CodeInvalid,
		},
		"a registration of no team": {
			func(w *mockserver.World) { w.Registrations.Add(stored.Registration{}) },
			"Registrations.Add: TeamID is 0", tourney.CodeInvalid,
		},
		"a day that is none": {
			func(w *mockserver.World) {
				w.Games.Page(stored.Query{Day: tourney.Date{Year: 2026, Month: 2, Day: 31}})
			},
			"Games.Page: stored.Query: ", tourney.CodeInvalid,
		},
		"too many positions": {
			func(w *mockserver.World) { w.Pools.AddPositions(mocktest.PoolA, math.MaxInt) },
			"Pools.AddPositions: positions is ", tourney.CodeInvalid,
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachWorld(t, func(t *testing.T, w *mockserver.World) {
				err := mockserver.Try(func() { c.call(w) })
				require.ErrorContains(t, err, "mockserver: "+c.want)
				require.ErrorIs(t, err, c.code)
				require.NotContains(t, err.Error(), card)
			})
		})
	}
}

// TestWorldsTakeGreatNumbers of calls and writes.
func TestWorldsTakeGreatNumbers(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *mockserver.World) {
		w.Teams.Add(tourney.Team{Name: "Kites"})
		require.Empty(t, w.Calls.Last(math.MaxInt, ""))
		require.NotEmpty(t, w.Writes.Last(math.MaxInt, 0))
	})
}

// TestSessionsByTheirURL: a Remote of a session opens others at the server, and its Close ends none that it did not open.
func TestSessionsByTheirURL(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	anna := srv.StartSession(t)
	far, err := mockserver.Remote(anna.URL(), mockserver.RemoteHTTPClient(&http.Client{Transport: srv}))
	require.NoError(t, err)
	require.Equal(t, anna.SessionName(), far.SessionName())
	bert, err := far.NewSession("bert")
	require.NoError(t, err)
	bert.Teams.Add(tourney.Team{Name: "Kites"})
	require.Equal(t, []string{"bert", anna.SessionName()}, srv.Sessions())
	bert.Close()
	far.Close()
	require.Equal(t, []string{anna.SessionName()}, srv.Sessions())
}

// TestWorldsEndSessions by their names, also those that others opened, but not themselves.
func TestWorldsEndSessions(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *mockserver.World) {
		before := w.Sessions()
		left, err := w.NewSession("left")
		require.NoError(t, err)
		require.Contains(t, w.Sessions(), "left")
		require.NoError(t, w.EndSession("left"))
		require.Equal(t, before, w.Sessions())
		_, err = left.Client(tourney.WithRetry(tourney.Retry{})).Teams.Get(t.Context(), mocktest.Otters)
		require.Error(t, err)
		err = w.EndSession("left")
		require.ErrorContains(t, err, `mockserver: EndSession: there is no session "left": `)
		require.ErrorIs(t, err, tourney.CodeNotFound)
		for _, name := range []string{"", ".", "a/b", "../info"} {
			require.ErrorContains(t, w.EndSession(name), fmt.Sprintf("mockserver: EndSession: the name %q: expected up to", name))
		}
		if own := w.SessionName(); own != "" {
			says := "mockserver: EndSession: the session " + own + " cannot end itself: Close ends it"
			require.EqualError(t, w.EndSession(own), says)
		}
	})
}

// TestWorldsTellIDsOfAccounts: Add returns the id of a new account, and that of a replaced one.
func TestWorldsTellIDsOfAccounts(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *mockserver.World) {
		id := w.Accounts.Add("ada", "secret", tourney.Account{})
		require.Equal(t, id, w.Accounts.Add("ada", "other", tourney.Account{}))
		require.EqualValues(t, 77, w.Accounts.Add("ada", "other", tourney.Account{ID: 77}))
		all := w.Accounts.All()
		require.EqualValues(t, 77, all[len(all)-1].ID)
		require.EqualValues(t, 90002, w.Accounts.Add("bea", "secret", tourney.Account{}))
	})
}

// TestAClientOfALostServer: a client of a Remote that signs gets an error when the server is gone, and no panic.
func TestAClientOfALostServer(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	client := mocktest.RemoteOf(t, srv).Client(tourney.WithRetry(tourney.Retry{}))
	srv.Close()
	_, err := client.Teams.Get(t.Context(), mocktest.Otters)
	require.Error(t, err)
	var refused *mockserver.Error
	require.ErrorAs(t, err, &refused)
	require.Equal(t, tourney.CodeUnavailable, refused.Code)
}

// TestWorldsRefuseBytes that are not UTF-8, which encoding/json would replace on their way to a server elsewhere.
func TestWorldsRefuseBytes(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *mockserver.World) {
		for _, call := range []func(){
			func() { w.Payments.Add(stored.Payment{TransactionID: "a\xff"}) },
			func() { w.Teams.EditDetails(mocktest.Otters, func(d *stored.TeamDetails) { d.Notes = "a\xff" }) },
		} {
			require.ErrorContains(t, mockserver.Try(call), " holds bytes that are not UTF-8")
		}
		require.Empty(t, w.Payments.All())
	})
}

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
			s.Games.Add(tourney.Game{Time: &tourney.TimeOfDay{Hour: math.MaxInt / 7}})
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
		":5 is not a time of the day":                               {`"Time":{"Hour":9`, fmt.Sprint(`"Time":{"Hour":`, math.MaxInt/7)},
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
