package rows

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

// specialIs says for each special row whether a row is what its handle promises.
var specialIs = map[mockserver.Special]func(srv *mockserver.Server, id int64) bool{
	mockserver.SpecialOpenDivision: func(srv *mockserver.Server, id int64) bool {
		return takes(srv, id) && slices.Contains(places(srv, id), 0)
	},
	mockserver.SpecialFullDivision: func(srv *mockserver.Server, id int64) bool {
		all := places(srv, id)
		return takes(srv, id) && len(all) == 8 && !slices.Contains(all, 0)
	},
	mockserver.SpecialClosedDivision: func(srv *mockserver.Server, id int64) bool {
		d, ok := srv.Divisions.Get(id)
		return ok && *d.Active && !*d.Settings.EnableRegistration
	},
	mockserver.SpecialInactiveDivision: func(srv *mockserver.Server, id int64) bool {
		d, ok := srv.Divisions.Get(id)
		return ok && !*d.Active
	},
	mockserver.SpecialWaitingTeam: isTeam(func(t tourney.Team) bool { return *t.Status == tourney.TeamWaitingList && !*t.Paid }),
	mockserver.SpecialUnpaidTeam: func(srv *mockserver.Server, id int64) bool {
		team, ok := srv.Teams.Get(id)
		return ok && !*team.Paid && *team.Status == tourney.TeamActive && len(paymentsOf(srv, id)) == 0
	},
	mockserver.SpecialPartlyPaidTeam: func(srv *mockserver.Server, id int64) bool {
		team, _ := srv.Teams.Get(id)
		paid := paymentsOf(srv, id)
		return !*team.Paid && len(paid) == 1 && !paid[0].MarkedAsPaid && paid[0].Amount.Cmp(entryOf(srv, team)) < 0
	},
	mockserver.SpecialPaidByCardTeam: func(srv *mockserver.Server, id int64) bool {
		team, _ := srv.Teams.Get(id)
		paid := paymentsOf(srv, id)
		return *team.Paid && len(paid) == 1 && paid[0].CreditCardType == tourney.CardVisa && paid[0].Amount.Equal(entryOf(srv, team)) &&
			slices.ContainsFunc(srv.Registrations.All(), func(r stored.Registration) bool {
				return r.TeamID == id && r.TransactionID == paid[0].TransactionID
			})
	},
	mockserver.SpecialPaidByHandTeam: func(srv *mockserver.Server, id int64) bool {
		team, _ := srv.Teams.Get(id)
		paid := paymentsOf(srv, id)
		return *team.Paid && len(paid) == 1 && paid[0].CreditCardType == "" && paid[0].MarkedAsPaid
	},
	mockserver.SpecialTwicePaidTeam: func(srv *mockserver.Server, id int64) bool { return len(paymentsOf(srv, id)) == 2 },
	mockserver.SpecialClub: func(srv *mockserver.Server, id int64) bool {
		team, ok := srv.Teams.Get(id)
		return ok && team.Division == nil && team.Season != nil && ownSeason(srv, childOf(srv, id)) == nil
	},
	mockserver.SpecialOtherClub: func(srv *mockserver.Server, id int64) bool {
		team, ok := srv.Teams.Get(id)
		return ok && team.Division == nil && team.Season != nil && ownSeason(srv, childOf(srv, id)) != nil
	},
	mockserver.SpecialSeasonlessTeam:   isTeam(func(t tourney.Team) bool { return t.Season == nil && t.ParentID == 0 && t.Division != nil }),
	mockserver.SpecialUnidentifiedTeam: isTeam(func(t tourney.Team) bool { return t.ExternalTeamID == "" }),
	mockserver.SpecialPlayerOfTwoTeams: func(srv *mockserver.Server, id int64) bool {
		p, _ := srv.Players.Get(id)
		return len(p.Teams) == 2
	},
	mockserver.SpecialLineOfNumberZero: func(srv *mockserver.Server, id int64) bool {
		return slices.ContainsFunc(srv.Teams.All(), func(t tourney.Team) bool {
			return slices.ContainsFunc(t.Players, func(p tourney.TeamPlayer) bool { return p.ID == id && *p.Number == 0 })
		})
	},
	mockserver.SpecialForfeitedGame: func(srv *mockserver.Server, id int64) bool {
		g, _ := srv.Games.Get(id)
		return *g.AwayTeam.Forfeited != *g.HomeTeam.Forfeited && len(srv.Statistics.OfGame(id)) == 0
	},
	mockserver.SpecialLateGame: func(srv *mockserver.Server, id int64) bool {
		g, _ := srv.Games.Get(id)
		return g.Date == srv.Events.All()[0].StartDate && !g.Played()
	},
	mockserver.SpecialHalfKnownGame: isGame(func(g tourney.Game) bool { return (g.AwayTeam.TeamID == nil) != (g.HomeTeam.TeamID == nil) }),
	mockserver.SpecialUnknownGame:   isGame(func(g tourney.Game) bool { return g.AwayTeam.TeamID == nil && g.HomeTeam.TeamID == nil }),
	mockserver.SpecialUnscheduledGame: isGame(func(g tourney.Game) bool {
		return g.ID != 0 && g.Time == nil && g.VenueCourt == nil
	}),
	mockserver.SpecialSkillsBracket: func(srv *mockserver.Server, id int64) bool {
		return len(bracketOf(srv, id).Results) > 0 && !slices.ContainsFunc(srv.Games.All(), func(g tourney.Game) bool {
			return g.AwayTeam.BracketID != nil && *g.AwayTeam.BracketID == id
		})
	},
	mockserver.SpecialBracketWithoutURL: func(srv *mockserver.Server, id int64) bool {
		b := bracketOf(srv, id)
		return b.ID == id && b.URL == nil
	},
}

func isTeam(is func(tourney.Team) bool) func(*mockserver.Server, int64) bool {
	return func(srv *mockserver.Server, id int64) bool {
		team, ok := srv.Teams.Get(id)
		return ok && is(team)
	}
}

func isGame(is func(tourney.Game) bool) func(*mockserver.Server, int64) bool {
	return func(srv *mockserver.Server, id int64) bool {
		game, ok := srv.Games.Get(id)
		return ok && is(game)
	}
}

func takes(srv *mockserver.Server, divisionID int64) bool {
	d, ok := srv.Divisions.Get(divisionID)
	return ok && *d.Active && *d.Settings.EnableRegistration
}

// places returns the teams on the positions of a division's pools.
func places(srv *mockserver.Server, divisionID int64) (teams []int64) {
	for _, p := range srv.Pools.Page(stored.Query{DivisionID: divisionID}).Rows {
		teams = append(teams, mocktest.TeamsOn(srv.World, p.ID)...)
	}
	return teams
}

func paymentsOf(srv *mockserver.Server, teamID int64) []stored.Payment {
	return slices.DeleteFunc(srv.Payments.All(), func(p stored.Payment) bool { return p.TeamID != teamID })
}

// entryOf returns the fee of a team's division.
func entryOf(srv *mockserver.Server, team tourney.Team) tourney.Decimal {
	d, _ := srv.Divisions.Get(team.Division.ID)
	return d.Prices[0].Amount
}

// childOf returns the team whose parent is a club.
func childOf(srv *mockserver.Server, clubID int64) tourney.Team {
	teams := srv.Teams.All()
	return teams[slices.IndexFunc(teams, func(t tourney.Team) bool { return t.ParentID == clubID })]
}

// ownSeason returns the season of a team, and not that of its parent.
func ownSeason(srv *mockserver.Server, team tourney.Team) (season *tourney.Season) {
	srv.Teams.Edit(team.ID, func(t *tourney.Team) { season = t.Season })
	return season
}

func bracketOf(srv *mockserver.Server, id int64) tourney.Bracket {
	for _, d := range srv.Divisions.All() {
		for _, b := range d.Brackets {
			if b.ID == id {
				return b
			}
		}
	}
	return tourney.Bracket{}
}

// TestSpecials holds every handle to what it promises, in every scenario that has it.
func TestSpecials(t *testing.T) {
	require.Len(t, specialIs, len(mockserver.Specials()))
	found := map[mockserver.Special]bool{}
	for seed, v := range tourney.Variants() {
		for _, scenario := range mockserver.Scenarios() {
			srv := mocktest.New(t, v, append(mocktest.SmallScenario(scenario), mockserver.Seed(uint64(seed)))...)
			for _, special := range mockserver.Specials() {
				if id, ok := srv.Special(special); ok {
					found[special] = true
					require.True(t, specialIs[special](srv, id), "%s %d of %s, %s, seed %d", special, id, scenario.Name, v, seed)
				} else {
					require.Zero(t, id)
				}
			}
		}
	}
	for _, special := range mockserver.Specials() {
		require.True(t, found[special], special)
		require.NotEmpty(t, special.Noun())
		_, ok := mocktest.Empty(t, tourney.Soccer).Special(special)
		require.False(t, ok)
	}
	require.Empty(t, mockserver.Special("Nobody").Noun())
	require.PanicsWithError(t, `mockserver: Special: there is no special row "Clubb": the nearest is "Club"`, func() {
		mocktest.Empty(t, tourney.Soccer).Special("Clubb")
	})
}

// TestRegistrationOpen checks what a test of registrations begins with.
func TestRegistrationOpen(t *testing.T) {
	srv := mocktest.New(t, tourney.Lacrosse, mockserver.Scenario("registration-open"))
	closed, _ := srv.Special(mockserver.SpecialClosedDivision)
	_, err := srv.Client().Registration.Register(t.Context(), registrationFor(closed))
	require.ErrorIs(t, err, tourney.CodeInactive)
	open, _ := srv.Special(mockserver.SpecialOpenDivision)
	before := len(srv.Registrations.All())
	_, err = srv.Client().Registration.Register(t.Context(), registrationFor(open))
	require.NoError(t, err)
	require.Len(t, srv.Registrations.All(), before+1)
	require.Empty(t, srv.Games.All())
	waiting := 0
	for _, team := range srv.Teams.All() {
		if *team.Status == tourney.TeamWaitingList {
			waiting++
		}
	}
	require.Equal(t, 2, waiting)
}

func registrationFor(divisionID int64) tourney.RegistrationInput {
	return tourney.RegistrationInput{
		DivisionID: divisionID, Name: new("Latecomers"), EnableCreditCard: new(false),
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Ada"), LastName: new("Field"), Email: new("ada@example.com"),
		}},
	}
}

// TestRecordsOfScenariosAddUp: each team with a booking has one registration, each payment its team, and a registration
// its payment. No record has a card.
func TestRecordsOfScenariosAddUp(t *testing.T) {
	for _, name := range []string{"registration-open", "payments-mixed"} {
		srv := mocktest.New(t, tourney.Volleyball, mockserver.Scenario(name))
		transactions := map[string]stored.Payment{}
		for _, p := range srv.Payments.All() {
			_, ok := srv.Teams.Get(p.TeamID)
			require.True(t, ok)
			require.Empty(t, transactions[p.TransactionID].TransactionID, "twice")
			transactions[p.TransactionID] = p
			card := p.Request.Payment
			require.True(t, card.CreditCardNumber.IsZero() && card.CreditCardCVV2.IsZero())
			if p.Request.TeamID != 0 {
				card.CreditCardNumber, card.CreditCardCVV2 = secret.New("4111111111111111"), secret.New("123")
				require.NoError(t, srv.Client(tourney.WithPlainHTTP()).Check(p.Request), "a request that can be sent")
			}
		}
		registered := map[int64]bool{}
		for _, r := range srv.Registrations.All() {
			require.False(t, registered[r.TeamID])
			registered[r.TeamID] = true
			team, _ := srv.Teams.Get(r.TeamID)
			require.Equal(t, team.Name, *r.Request.Name)
			require.Equal(t, r.TransactionID != "", r.Request.Payment != nil)
			if r.TransactionID != "" {
				require.Equal(t, r.TeamID, transactions[r.TransactionID].TeamID)
			}
			if r.Request.Payment != nil {
				r.Request.Payment.CreditCardNumber, r.Request.Payment.CreditCardCVV2 = secret.New("4111111111111111"), secret.New("123")
			}
			require.NoError(t, srv.Client(tourney.WithPlainHTTP()).Check(r.Request), "a request that can be sent")
		}
		for _, team := range srv.Teams.All() {
			require.Equal(t, team.Division != nil, registered[team.ID])
			marked := slices.ContainsFunc(paymentsOf(srv, team.ID), func(p stored.Payment) bool { return p.MarkedAsPaid })
			require.Equal(t, *team.Paid && team.Division != nil, marked, "%s: team %d", name, team.ID)
		}
	}
}

// TestScenarioOfAMistypedName names the nearest scenario.
func TestScenarioOfAMistypedName(t *testing.T) {
	for name, nearest := range map[string]string{
		"registrationopen": "registration-open", "Finished": "finished", "payment-mixed": "payments-mixed", "midtournament": "mid-tournament",
	} {
		_, err := mockserver.New(tourney.Soccer, mockserver.Scenario(name))
		require.ErrorContains(t, err, "the nearest is "+nearest+": choose one of mid-tournament, not-started, ")
	}
}

// TestServersOfAScenarioShareNoWrite: servers of one scenario start with the same rows, and a write to one, also to the
// first, shows in no other.
func TestServersOfAScenarioShareNoWrite(t *testing.T) {
	picked := mocktest.Sample(t, 3)
	for _, info := range mockserver.Scenarios() {
		if !picked() {
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			start := func() *mockserver.Server {
				srv := mocktest.New(t, tourney.Lacrosse, append(mocktest.SmallScenario(info), mockserver.Seed(77))...)
				return srv
			}
			first := start()
			shown := mocktest.Dump(first.World)
			require.NoError(t, mocktest.Together(func(worker int) error {
				srv := start()
				srv.Events.Add(tourney.Event{Name: "mine"})
				for _, team := range srv.Teams.All() {
					srv.Teams.Edit(team.ID, func(team *tourney.Team) { team.Name, team.Players = fmt.Sprint(worker), nil })
				}
				return nil
			}))
			require.Empty(t, cmp.Diff(shown, mocktest.Dump(first.World)))
			require.Empty(t, cmp.Diff(shown, mocktest.Dump(start().World)))
			first.Teams.Add(tourney.Team{Name: "mine"})
			first.Reset()
			require.Empty(t, cmp.Diff(shown, mocktest.Dump(first.World)))
		})
	}
}

// TestAScenarioFollowsItsHost: a profile changes the rows of its variant's scenarios, whatever was built before.
func TestAScenarioFollowsItsHost(t *testing.T) {
	title := func(h tourney.Host, opts ...mockserver.Option) string {
		srv := mocktest.New(t, h, opts...)
		events := srv.Events.All()
		require.Len(t, events, 1)
		return events[0].Name
	}
	profile := tourney.Profile{Variant: tourney.Soccer, Name: "futsal"}
	require.Equal(t, "Soccer Firefly Classic", title(tourney.Soccer))
	require.Equal(t, "futsal Firefly Classic", title(profile))
	require.Equal(t, "Soccer Firefly Classic", title(tourney.Soccer))
	require.Equal(t, "Rugby Firefly Classic", title(tourney.Rugby))
}
