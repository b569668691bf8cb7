// Package suite is the black-box suite of the interface. It also records requests to a mock and their answers, for
// tests of several modules.
package suite

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/secret"
)

// Target is the host that a run of the suite writes to.
type Target struct {
	Client  *tourney.Client
	EventID int64 // an event with divisions, teams and games
}

// Run writes rows of every kind, and looks at what later reads show. Package survey looks at the reads.
func Run(t *testing.T, h Target) {
	t.Helper()
	t.Run("write a team", h.writeTeam)
	t.Run("write a score", h.writeScore)
	t.Run("write statistics", h.writeStatistics)
	t.Run("write a position", h.writePosition)
	t.Run("register and pay", h.registerAndPay)
	t.Run("write a division", h.writeDivision)
}

// firstDivision returns an active division of the event.
func (h Target) firstDivision(t *testing.T) tourney.Division {
	t.Helper()
	options := tourney.DivisionListOptions{EventID: h.EventID}
	page, err := h.Client.Divisions.List(t.Context(), options, tourney.IncludePrices)
	require.NoError(t, err)
	require.NotEmpty(t, page.Results)
	return page.Results[0]
}

func (h Target) writeTeam(t *testing.T) {
	ctx := t.Context()
	id, err := h.Client.Teams.Create(ctx, tourney.TeamCreateInput{
		DivisionID: h.firstDivision(t).ID, Name: new("Conformance Kites"), ExternalTeamID: new("CONF-1"),
		Status: new(tourney.TeamActive),
	})
	require.NoError(t, err)
	team, err := h.Client.Teams.Get(ctx, id)
	require.NoError(t, err)
	require.Equal(t, new(true), team.Paid, "paid is true unless it is supplied (section 3)")

	update := tourney.TeamUpdateInput{ExternalTeamID: new("CONF-1"), Paid: new(false)}
	require.NoError(t, h.Client.Teams.Update(ctx, update))
	after, err := h.Client.Teams.Get(ctx, id)
	require.NoError(t, err)
	team.Paid = new(false)
	require.Equal(t, team, after, "an update changes what it names and nothing else (section 1, convention 9)")
}

// unplayed returns a game of the event that has both teams and no score.
func (h Target) unplayed(ctx context.Context, t *testing.T) tourney.Game {
	t.Helper()
	for game, err := range h.Client.Games.All(ctx, tourney.GameListOptions{EventID: h.EventID}) {
		require.NoError(t, err)
		if !game.Played() && game.AwayTeam.TeamID != nil && game.HomeTeam.TeamID != nil {
			return game
		}
	}
	require.FailNow(t, "every game is played")
	return tourney.Game{}
}

func (h Target) writeScore(t *testing.T) {
	game := h.unplayed(t.Context(), t)
	score := tourney.GameUpdateInput{ID: game.ID, AwayScore: tourney.Score(0), HomeScore: tourney.Score(4)}
	require.NoError(t, h.Client.Games.Update(t.Context(), score))
	after, err := h.Client.Games.Get(t.Context(), game.ID)
	require.NoError(t, err)
	require.True(t, after.Played())
	require.True(t, after.AwayTeam.Score.IsZero())
	require.Equal(t, "4", after.HomeTeam.Score.String())
}

func (h Target) writeStatistics(t *testing.T) {
	ctx := t.Context()
	game := h.unplayed(ctx, t)
	team, err := h.Client.Teams.Get(ctx, *game.HomeTeam.TeamID, tourney.IncludePlayers)
	require.NoError(t, err)
	require.NotEmpty(t, team.Players)
	write := func(value *string) {
		require.NoError(t, h.Client.Statistics.Update(ctx, tourney.StatisticsUpdateInput{
			GameID: game.ID,
			Home: &tourney.SideStatisticsInput{ID: team.ID, Players: []tourney.PlayerStatisticsInput{{
				TeamPlayerID: team.Players[0].ID, Statistics: []tourney.StatisticInput{{Name: "Conformance", Value: value}},
			}}},
		}))
	}
	leaders := func() []tourney.StatisticCategory {
		found, err := h.Client.Statistics.Leaders(ctx, tourney.LeadersOptions{
			EventID: h.EventID, Categories: []string{"Conformance"},
		})
		require.NoError(t, err)
		return found
	}
	write(new("2.5"))
	require.Equal(t, "2.5", leaders()[0].Participants[0].Value.String())
	write(nil)
	require.Equal(t, "2.5", leaders()[0].Participants[0].Value.String(),
		"an absent value leaves the statistic alone (section 4.15)")
	write(new(""))
	require.Empty(t, leaders(), "an empty value clears the statistic (section 4.15)")
}

// writePosition puts a team into the position that the team already has.
func (h Target) writePosition(t *testing.T) {
	ctx, question := t.Context(), tourney.StandingsOptions{EventID: h.EventID, Display: tourney.DisplayPool}
	before, err := h.Client.Standings.Get(ctx, question)
	require.NoError(t, err)
	list := before.Groups[0].List[0]
	require.NotEmpty(t, list.Participants)
	first := list.Participants[0]
	require.NoError(t, h.Client.Standings.Update(ctx, tourney.StandingsUpdateInput{
		EventID: h.EventID, TeamPoolID: first.ParticipantID, TeamID: first.ID,
	}))
	after, err := h.Client.Standings.Get(ctx, question)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func (h Target) registerAndPay(t *testing.T) {
	ctx := t.Context()
	division := h.firstDivision(t)
	result, err := h.Client.Registration.Register(ctx, tourney.RegistrationInput{
		DivisionID: division.ID, Name: new("Registered Ravens"), MarkAsPaid: new(false), EnableCreditCard: new(false),
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Ada"), LastName: new("Quill"), Email: new("ada.quill@example.com"),
		}},
	})
	require.NoError(t, err)
	require.NotZero(t, result.TeamID)
	paid, err := h.Client.Payments.Pay(ctx, tourney.PaymentInput{
		TeamID: result.TeamID,
		Payment: &tourney.PaymentDetailsInput{
			PriceID: division.Prices[0].ID, CreditCardType: new(tourney.CardVisa),
			CreditCardNumber: secret.New("4111111111111111"), CreditCardCVV2: secret.New("123"),
			CreditCardExpireYear: new(30), CreditCardExpireMonth: new(12),
			Address: &tourney.PersonAddressInput{
				StreetAddress: new("1 Quill Street"), ExtendedAddress: new("Nest 2"), City: new("Inkwell"),
				StateRegion: new("IA"), PostalCode: new("50301"),
			},
		},
	})
	require.NoError(t, err)
	require.NotEmpty(t, paid.TransactionID)
	team, err := h.Client.Teams.Get(ctx, result.TeamID)
	require.NoError(t, err)
	require.Equal(t, new(true), team.Paid, "a payment for a team marks it as paid (section 3)")
}

func (h Target) writeDivision(t *testing.T) {
	ctx := t.Context()
	id, err := h.Client.Divisions.Create(ctx, tourney.DivisionCreateInput{
		EventID: h.EventID, Name: new("Conformance"), Order: new(9),
	})
	require.NoError(t, err)
	listed := func() bool {
		for d, err := range h.Client.Divisions.All(ctx, tourney.DivisionListOptions{EventID: h.EventID}) {
			require.NoError(t, err)
			if d.ID == id {
				return true
			}
		}
		return false
	}
	require.True(t, listed(), "a division is active unless it says otherwise (section 4.8)")
	require.NoError(t, h.Client.Divisions.Update(ctx, tourney.DivisionUpdateInput{ID: id, Active: new(false)}))
	require.False(t, listed(), "the list shows active divisions (section 4.7)")
}
