package answers

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// defaults holds a function for each parameter that has a default. It returns the value that the mock uses when the
// parameter is absent. Lists share page and pagesize.
var defaults = map[string]func(*testing.T, *mockserver.Server) any{
	"List page":     func(t *testing.T, srv *mockserver.Server) any { return pageOf(t, srv, "Page") },
	"List pagesize": func(t *testing.T, srv *mockserver.Server) any { return pageOf(t, srv, "PageSize") },

	"Teams.Create paid":            func(t *testing.T, srv *mockserver.Server) any { return *madeTeam(t, srv).Paid },
	"Teams.Create coaches.primary": createdPrimary,

	"Divisions.Create active": func(t *testing.T, srv *mockserver.Server) any {
		id, err := srv.Client().Divisions.Create(t.Context(), tourney.DivisionCreateInput{Name: new("x")})
		require.NoError(t, err)
		d, _ := srv.Divisions.Get(id)
		return *d.Active
	},
	"Standings.Get display": func(t *testing.T, srv *mockserver.Server) any {
		for _, name := range []string{"Division", "Event", "Bracket", "Pool"} {
			if mocktest.Get(t, srv, "/api/v1/standings?display="+name) == mocktest.Get(t, srv, "/api/v1/standings") {
				return name
			}
		}
		return ""
	},
	"Statistics.Leaders pagesize": func(t *testing.T, srv *mockserver.Server) any {
		for i := range 30 {
			srv.Teams.Add(tourney.Team{Players: []tourney.TeamPlayer{{ID: int64(5000 + i)}}})
			srv.Statistics.Set(mocktest.Played, int64(5000+i), "Hops", tourney.NewDecimal(1, 0))
		}
		list, _ := mocktest.At(t, mocktest.Get(t, srv, "/api/v1/statistics?Categories=Hops"), "Players.Statistics.0.Participants").([]any)
		return len(list)
	},

	"Registration.Register markaspaid": func(t *testing.T, srv *mockserver.Server) any {
		team, _ := registered(t, srv)
		return *team.Paid && srv.Payments.All()[0].MarkedAsPaid
	},
	"Registration.Register enablecreditcard": func(t *testing.T, srv *mockserver.Server) any {
		registered(t, srv)
		return charged(srv)
	},
	"Registration.Register enablepaymentconfirmation": func(t *testing.T, srv *mockserver.Server) any {
		registered(t, srv)
		return confirmed(srv)
	},
	"Registration.Register coaches.primarycontact": func(t *testing.T, srv *mockserver.Server) any {
		team, details := registered(t, srv)
		return details.Coaches[team.Coaches[1].ID].Primary
	},
	"Registration.Register coaches.type": func(t *testing.T, srv *mockserver.Server) any {
		registered(t, srv)
		teams := srv.Teams.All()
		body := mocktest.Get(t, srv, fmt.Sprintf("/api/v1/teams?id=%d&includes=Coaches", teams[len(teams)-1].ID))
		code, _ := mocktest.At(t, body, "Team.Coaches.0.Type").(float64)
		return tourney.CoachType(code)
	},
	"Registration.Register year": func(t *testing.T, srv *mockserver.Server) any {
		_, details := registered(t, srv)
		return details.Year
	},

	"Payments.Pay markaspaid": func(t *testing.T, srv *mockserver.Server) any {
		paid(t, srv)
		team, _ := srv.Teams.Get(mocktest.Herons)
		return *team.Paid && srv.Payments.All()[0].MarkedAsPaid
	},
	"Payments.Pay enablecreditcard":          func(t *testing.T, srv *mockserver.Server) any { paid(t, srv); return charged(srv) },
	"Payments.Pay enablepaymentconfirmation": func(t *testing.T, srv *mockserver.Server) any { paid(t, srv); return confirmed(srv) },
}

// pageOf returns a number of the list of teams. The list has more rows than a page.
func pageOf(t *testing.T, srv *mockserver.Server, member string) any {
	t.Helper()
	for range 60 {
		srv.Teams.Add(tourney.Team{Division: &tourney.TeamDivision{ID: mocktest.Gold}})
	}
	body := mocktest.Get(t, srv, "/api/v1/teams?divisionid=11")
	list, _ := mocktest.At(t, body, "Teams.Results").([]any)
	require.InDelta(t, len(list), mocktest.At(t, body, "Teams.PageSize"), 0)
	require.InDelta(t, mocktest.Otters, mocktest.At(t, body, "Teams.Results.0.Id"), 0)
	return mocktest.At(t, body, "Teams."+member)
}

func madeTeam(t *testing.T, srv *mockserver.Server) tourney.Team {
	t.Helper()
	id, err := srv.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{DivisionID: mocktest.Gold})
	require.NoError(t, err)
	team, _ := srv.Teams.Get(id)
	return team
}

func createdPrimary(t *testing.T, srv *mockserver.Server) any {
	t.Helper()
	id, err := srv.Client().Teams.Create(t.Context(), tourney.TeamCreateInput{Coaches: []tourney.CoachInput{{FirstName: new("x")}}})
	require.NoError(t, err)
	team, _ := srv.Teams.Get(id)
	details, _ := srv.Teams.Details(id)
	return details.Coaches[team.Coaches[0].ID].Primary
}

// registered registers a team with a payment, and with no other parameter that has a default.
func registered(t *testing.T, srv *mockserver.Server) (tourney.Team, stored.TeamDetails) {
	t.Helper()
	result, err := srv.Client().Registration.Register(t.Context(), tourney.RegistrationInput{
		DivisionID: mocktest.Gold, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)},
			{FirstName: new("x")}}, Payment: mocktest.Paying(nil),
	})
	require.NoError(t, err)
	team, _ := srv.Teams.Get(result.TeamID)
	details, _ := srv.Teams.Details(result.TeamID)
	return team, details
}

func paid(t *testing.T, srv *mockserver.Server) {
	t.Helper()
	_, err := srv.Client().Payments.Pay(t.Context(), tourney.PaymentInput{TeamID: mocktest.Herons, Payment: mocktest.Paying(nil)})
	require.NoError(t, err)
}

func charged(srv *mockserver.Server) bool   { return srv.Payments.All()[0].CreditCardType != "" }
func confirmed(srv *mockserver.Server) bool { return srv.Payments.All()[0].Confirmation }

// TestDefaults compares every default of the contract with the behaviour of the mock without the parameter.
func TestDefaults(t *testing.T) {
	tried := map[string]bool{}
	mocktest.EachVariant(t, func(t *testing.T, v tourney.Variant) {
		row, _ := contract.LookupVariant(string(v))
		for _, op := range contract.Operations() {
			for i := range op.Params {
				p := &op.Params[i]
				want := p.DefaultIn(row)
				if want == "" || !p.In(row) {
					continue
				}
				key := op.ID + " " + p.Name
				if slices.Contains([]string{"page", "pagesize"}, p.Name) && defaults[key] == nil {
					key = "List " + p.Name
				}
				require.Contains(t, defaults, key)
				tried[key] = true
				srv := mocktest.World(t, v, mockserver.Now(func() time.Time { return time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC) }))
				require.Equal(t, want, fmt.Sprint(defaults[key](t, srv)), key)
			}
		}
	})
	require.Len(t, tried, len(defaults))
}
