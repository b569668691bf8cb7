package conformance

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// TestFormatsTellTheSame: each variant answers every read in JSON as in XML, in each scenario, and the same writes in
// either format leave the same rows.
func TestFormatsTellTheSame(t *testing.T) {
	for _, scenario := range mockserver.Scenarios() {
		for _, v := range tourney.Variants() {
			sampled := scenario.Name == "mid-tournament" || v == tourney.Soccer || os.Getenv("TOURNEY_THOROUGH") != ""
			if scenario.Name == "huge" || !sampled { // huge has the rows of the others, many times
				continue
			}
			t.Run(scenario.Name+"/"+string(v), func(t *testing.T) {
				told := map[tourney.Format]*teller{}
				for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
					srv, err := mockserver.New(v, mockserver.Scenario(scenario.Name))
					require.NoError(t, err)
					told[format] = &teller{t: t, c: srv.Client(tourney.WithFormat(format))}
					told[format].reads()
					told[format].writes()
					told[format].reads()
					srv.Close()
				}
				require.NotEmpty(t, told[tourney.FormatJSON].answers)
				require.Empty(t, cmp.Diff(told[tourney.FormatJSON].answers, told[tourney.FormatXML].answers))
			})
		}
	}
}

// teller collects what a host answers to a client.
type teller struct {
	t       *testing.T
	c       *tourney.Client
	answers []any
}

// tell keeps an answer.
func tell[T any](to *teller, answer T, err error) T {
	to.t.Helper()
	require.NoError(to.t, err)
	to.answers = append(to.answers, answer)
	return answer
}

// reads reads every list with all that it can include, and the details of its first row.
func (to *teller) reads() {
	ctx, c := to.t.Context(), to.c
	events, err := c.Events.List(ctx, tourney.EventListOptions{})
	tell(to, events.Results, err)
	for _, e := range events.Results {
		event, err := c.Events.Get(ctx, e.ID)
		tell(to, event, err)
		teams, err := c.Teams.ReadAll(ctx, tourney.TeamListOptions{EventID: e.ID}, tourney.IncludePlayers,
			tourney.IncludeCoaches, tourney.IncludePools, tourney.IncludeSeason)
		for _, row := range tell(to, teams.Rows, err)[:min(1, len(teams.Rows))] {
			team, err := c.Teams.Get(ctx, row.ID)
			tell(to, team, err)
		}
		divisions, err := c.Divisions.ReadAll(ctx, tourney.DivisionListOptions{EventID: e.ID}, tourney.IncludeTeams,
			tourney.IncludePrices, tourney.IncludeAssets, tourney.IncludeReports, tourney.IncludeBrackets, tourney.IncludeSettings)
		tell(to, divisions.Rows, err)
		games, err := c.Games.ReadAll(ctx, tourney.GameListOptions{EventID: e.ID})
		for _, row := range tell(to, games.Rows, err)[:min(1, len(games.Rows))] {
			game, err := c.Games.Get(ctx, row.ID)
			tell(to, game, err)
		}
		players, err := c.Players.ReadAll(ctx, tourney.PlayerListOptions{EventID: e.ID}, tourney.IncludeProfile, tourney.IncludeTeams)
		tell(to, players.Rows, err)
		venues, err := c.Venues.ReadAll(ctx, tourney.VenueListOptions{EventID: e.ID})
		tell(to, venues.Rows, err)
		table, err := c.Standings.Get(ctx, tourney.StandingsOptions{EventID: e.ID})
		tell(to, table, err)
		leaders, err := c.Statistics.Leaders(ctx, tourney.LeadersOptions{EventID: e.ID})
		tell(to, leaders, err)
	}
}

// writes makes each write of the interface once, with rows of the scenario.
func (to *teller) writes() {
	ctx, c := to.t.Context(), to.c
	divisions, err := c.Divisions.List(ctx, tourney.DivisionListOptions{})
	for _, d := range tell(to, divisions.Results, err)[:min(1, len(divisions.Results))] {
		id, err := c.Teams.Create(ctx, tourney.TeamCreateInput{
			DivisionID: d.ID, Name: new("Otters & <Friends>"), ExternalTeamID: new("T 1"), Paid: new(false),
			Address: &tourney.TeamAddressInput{City: new("Ocoee"), StateRegion: new("FL"), PostalCode: new("34761")},
		})
		tell(to, id, err)
		tell(to, 0, c.Teams.Update(ctx, tourney.TeamUpdateInput{ID: id, Notes: new("x"), Status: new(tourney.TeamWaitingList)}))
		tell(to, 0, c.Divisions.Update(ctx, tourney.DivisionUpdateInput{ID: d.ID, Description: new("12U"), Order: new(4)}))
		made, err := c.Divisions.Create(ctx, tourney.DivisionCreateInput{EventID: d.Event.ID, Name: new("Late"), ExternalID: new("D 1")})
		tell(to, made, err)
		registered, err := c.Registration.Register(ctx, tourney.RegistrationInput{
			EventID: d.Event.ID, DivisionID: d.ID, Name: new("Newts"), MarkAsPaid: new(false), EnableCreditCard: new(false),
			Meta: []tourney.MetaInput{{Key: "Hotel", Value: "none"}},
			Coaches: []tourney.RegistrationCoachInput{{
				PrimaryContact: new(true), FirstName: new("Pat"), LastName: new("Field"), Email: new("pat@example.com"),
			}},
		})
		tell(to, registered, err)
		paid, err := c.Payments.Pay(ctx, tourney.PaymentInput{
			TeamID: registered.TeamID, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
				Amount: new(tourney.MustDecimal("5.50")), Title: new("Entry"), Description: new("Cash"),
			},
		})
		tell(to, paid, err)
	}
	games, err := c.Games.List(ctx, tourney.GameListOptions{})
	for _, g := range tell(to, games.Results, err)[:min(1, len(games.Results))] {
		tell(to, 0, c.Games.Update(ctx, tourney.GameUpdateInput{
			ID: g.ID, AwayScore: tourney.Score(2), HomeScore: tourney.Score(3), ExternalID: new("G 1"),
		}))
		to.writesOfSide(g, g.HomeTeam)
	}
}

// writesOfSide places the team of a side into its position once more, and gives a player a statistic.
func (to *teller) writesOfSide(g tourney.Game, side *tourney.GameSide) {
	ctx, c := to.t.Context(), to.c
	if side.TeamPoolID != nil { // football shows none
		tell(to, 0, c.Standings.Update(ctx, tourney.StandingsUpdateInput{
			EventID: g.Division.Event.ID, TeamPoolID: *side.TeamPoolID, TeamID: *side.TeamID,
		}))
	}
	team, err := c.Teams.Get(ctx, *side.TeamID, tourney.IncludePlayers)
	for _, player := range tell(to, team, err).Players[:1] {
		tell(to, 0, c.Statistics.Update(ctx, tourney.StatisticsUpdateInput{
			GameID: g.ID, Home: &tourney.SideStatisticsInput{ID: team.ID, Players: []tourney.PlayerStatisticsInput{{
				TeamPlayerID: player.ID, Statistics: []tourney.StatisticInput{{Name: "Assists", Value: new("2.5")}},
			}}},
		}))
	}
}
