package mockserver

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/stored"
)

const cardOfPat = `"FirstName":"Pat","LastName":"Field","Email":"pat@example.com","Phone":"515-555-0101",` +
	`"CreditCardType":"Visa","CreditCardNumber":"4111111111111111","CreditCardExpireYear":30,` +
	`"CreditCardExpireMonth":12,"CreditCardCVV2":"123","Address":{"StreetAddress":"1 Loop",` +
	`"ExtendedAddress":"Gate 2","City":"Otterford","StateRegion":"MO","PostalCode":"64101"}`

const coachAda = `"Coaches":[{"FirstName":"Ada","PrimaryContact":true}]`

// bookings are the requests that a tournament has most of: payments and registrations.
var bookings = []struct {
	name, path string
	body       func(n int) string
}{
	{"payments of one team", "payments", func(int) string {
		return `{"TeamId":1,"Payment":{"Amount":"125.50","Title":"Entry","Description":"Entry",` + cardOfPat + `}}`
	}},
	{"payments of a team each", "payments", func(n int) string {
		return fmt.Sprintf(`{"TeamId":%d,"Payment":{"PriceId":51,`+cardOfPat+`}}`, n%teamsThatPay+1)
	}},
	{"registrations", "register", func(n int) string {
		return fmt.Sprintf(`{"DivisionId":1,"Name":"Team %d",`+coachAda+`,"Players":[{"FirstName":"Pat"}]}`, n)
	}},
	{"registrations with a payment", "register", func(n int) string {
		return fmt.Sprintf(`{"EventId":1,"Name":"Team %d",`+coachAda+`,"Payment":{"PriceId":51,`+cardOfPat+`}}`, n)
	}},
	{"registrations of one player", "register", func(int) string {
		return `{"DivisionId":1,` + coachAda + `,"Players":[{"Id":1,"FirstName":"Pat"}]}`
	}},
}

// teamsThatPay is the number of teams before the first booking.
const teamsThatPay = 1000

// booked returns a server with a price, some teams, and the rows of a number of bookings: payments, registrations, and
// registered teams of one player.
func booked(tb testing.TB, many int) *Server {
	tb.Helper()
	s := newServer(tb, tourney.Soccer, Scenario("empty"))
	s.Events.Add(tourney.Event{ID: 1})
	s.Divisions.Add(tourney.Division{ID: 1, Prices: []tourney.Price{{ID: 51, Amount: tourney.NewDecimal(125, 0)}}})
	s.Players.Add(tourney.Player{ID: 1, FirstName: "Pat"})
	for i := range teamsThatPay {
		s.Teams.Add(tourney.Team{ID: int64(i + 1), Paid: new(true), Division: &tourney.TeamDivision{ID: 1}})
	}
	team := tourney.Team{
		Status: new(tourney.TeamActive), Division: &tourney.TeamDivision{ID: 1}, Players: []tourney.TeamPlayer{{PlayerID: 1}},
	}
	history.Write(inner(s).State, "a test", func(st *model.Version) int64 {
		for range many {
			st.AddPayment(stored.Payment{})
			st.AddRegistration(stored.Registration{TeamID: st.AddTeam(team)})
		}
		return 0
	})
	return s
}

// TestBookingsDoNotCopyEarlierOnes compares the bytes that a booking allocates after many bookings and after few. The
// trees of twenty times as many rows have a level more.
func TestBookingsDoNotCopyEarlierOnes(t *testing.T) {
	few, many := booked(t, 1000), booked(t, 20_000)
	for _, of := range bookings {
		t.Run(of.name, func(t *testing.T) {
			bytes := func(s *Server) float64 {
				return bytesOf(func(n int) { require.Equal(t, http.StatusOK, send(s, http.MethodPost, of.path, of.body(n)).Code) })
			}
			require.Less(t, bytes(many), 1.5*bytes(few))
		})
	}
}

// TestAPlayerOfManyTeams compares the scopes that a player gets team by team with the scopes of all teams together.
func TestAPlayerOfManyTeams(t *testing.T) {
	s := booked(t, 0)
	rng := rand.New(rand.NewPCG(1, 2))
	s.Events.Add(tourney.Event{ID: 2})
	s.Events.Add(tourney.Event{ID: 3})
	for i := range 5 {
		s.Divisions.Add(tourney.Division{ID: int64(2 + i), Event: &tourney.Event{ID: int64(1 + i%3)}})
	}
	for range 80 {
		s.Teams.Edit(int64(1+rng.IntN(400)), func(t *tourney.Team) {
			t.Division, t.Players = &tourney.TeamDivision{ID: int64(1 + rng.IntN(6))}, []tourney.TeamPlayer{{PlayerID: 1}}
		})
		st := inner(s).State.Newest()
		r, all := st.People.Get(1), append(st.ScopesOfTeams(values.Mapped(st.Teams.All(), st.Teams.ID)), model.Scope{})
		require.Equal(t, st.ScopesOfTeams(r.TeamIDs.All()), r.Scopes.All())
		for _, place := range all {
			require.Equal(t, st.People.Has(r, place.Key()), slices.Contains(st.People.Under(place.Key()), r), place)
		}
	}
}
