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

// Target is the host that a run of the suite tests.
type Target struct {
	Client  *tourney.Client
	EventID int64 // an event with divisions, teams and games
	Writes  bool  // the suite may change rows
}

// Run runs the suite. Without h.Writes it only reads.
func Run(t *testing.T, h Target) {
	t.Helper()
	t.Run("events", h.events)
	t.Run("teams", h.teams)
	t.Run("divisions", h.divisions)
	t.Run("games", h.games)
	t.Run("players", h.players)
	t.Run("venues", h.venues)
	t.Run("standings", h.standings)
	t.Run("statistics", h.statistics)
	if h.Writes {
		t.Run("write a team", h.writeTeam)
		t.Run("write a score", h.writeScore)
		t.Run("write statistics", h.writeStatistics)
		t.Run("write a position", h.writePosition)
		t.Run("register and pay", h.registerAndPay)
		t.Run("write a division", h.writeDivision)
	}
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

// events skips a host that does not have the operation, because the interface document does not contain it.
func (h Target) events(t *testing.T) {
	event, err := h.Client.Events.Get(t.Context(), h.EventID)
	if err != nil && !h.Writes {
		t.Skipf("GET /events is observed, and this host does not have it: %v", err)
	}
	require.NoError(t, err)
	require.Equal(t, h.EventID, event.ID)
	for listed, err := range h.Client.Events.All(t.Context(), tourney.EventListOptions{}) {
		require.NoError(t, err)
		if listed.ID == h.EventID {
			require.Equal(t, event.Name, listed.Name)
			return
		}
	}
	require.Fail(t, "the list of events lacks the event")
}

func (h Target) teams(t *testing.T) {
	seen := map[int64]bool{}
	for team, err := range h.Client.Teams.All(t.Context(), tourney.TeamListOptions{EventID: h.EventID, PageSize: 7}) {
		require.NoError(t, err)
		require.False(t, seen[team.ID], "team %d is listed twice", team.ID)
		seen[team.ID] = true
		require.Nil(t, team.Extra)
	}
	require.NotEmpty(t, seen)
	for id := range seen {
		team, err := h.Client.Teams.Get(t.Context(), id, tourney.IncludePlayers, tourney.IncludeCoaches, tourney.IncludePools)
		require.NoError(t, err)
		require.Equal(t, id, team.ID)
		break
	}
	_, err := h.Client.Teams.Get(t.Context(), 1<<40)
	require.ErrorIs(t, err, tourney.ErrNotFound)
}

func (h Target) divisions(t *testing.T) {
	listed := h.firstDivision(t)
	division, err := h.Client.Divisions.Get(t.Context(), listed.ID, tourney.IncludeSettings, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Equal(t, listed.Name, division.Name)
	require.NotNil(t, division.Settings)
	require.NotEmpty(t, division.Teams)
}

func (h Target) games(t *testing.T) {
	count := 0
	for game, err := range h.Client.Games.All(t.Context(), tourney.GameListOptions{EventID: h.EventID, PageSize: 20}) {
		require.NoError(t, err)
		count++
		if count > 1 {
			continue
		}
		same, err := h.Client.Games.Get(t.Context(), game.ID)
		require.NoError(t, err)
		require.Equal(t, game, same)
		onDay, err := h.Client.Games.List(t.Context(), tourney.GameListOptions{EventID: h.EventID, Date: game.Date})
		require.NoError(t, err)
		require.NotZero(t, onDay.Total)
	}
	require.NotZero(t, count)
}

func (h Target) players(t *testing.T) {
	page, err := h.Client.Players.List(t.Context(), tourney.PlayerListOptions{EventID: h.EventID, PageSize: 5},
		tourney.IncludeProfile, tourney.IncludeTeams)
	require.NoError(t, err)
	require.NotEmpty(t, page.Results)
	require.NotEmpty(t, page.Results[0].Teams)
	player, err := h.Client.Players.Get(t.Context(), page.Results[0].ID, tourney.IncludeProfile, tourney.IncludeTeams)
	require.NoError(t, err)
	require.Equal(t, page.Results[0], player)
}

func (h Target) venues(t *testing.T) {
	venues, err := h.Client.Venues.List(t.Context(), tourney.VenueListOptions{EventID: h.EventID})
	require.NoError(t, err)
	require.NotEmpty(t, venues)
	venue, err := h.Client.Venues.Get(t.Context(), venues[0].ID)
	require.NoError(t, err)
	require.Equal(t, venues[0], venue)
}

func (h Target) standings(t *testing.T) {
	for _, display := range []tourney.Display{
		"", tourney.DisplayPool, tourney.DisplayDivision, tourney.DisplayEvent, tourney.DisplayBracket,
	} {
		table, err := h.Client.Standings.Get(t.Context(), tourney.StandingsOptions{EventID: h.EventID, Display: display})
		require.NoError(t, err)
		for _, group := range table.Groups {
			for _, list := range group.List {
				for _, p := range list.Participants {
					require.Len(t, p.Columns, len(table.Columns))
				}
			}
		}
	}
}

func (h Target) statistics(t *testing.T) {
	categories, err := h.Client.Statistics.Leaders(t.Context(), tourney.LeadersOptions{EventID: h.EventID, PageSize: 3})
	require.NoError(t, err)
	for _, c := range categories {
		require.LessOrEqual(t, len(c.Participants), 3)
		for i := 1; i < len(c.Participants); i++ {
			require.LessOrEqual(t, c.Participants[i].Value.Cmp(c.Participants[i-1].Value), 0, "%s is not sorted", c.Name)
		}
	}
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
