//go:build generated

// Package oapicodegen is the client that oapi-codegen makes of the document of soccer, with a test of it.
package oapicodegen

import (
	"net/http"
	"os"
	"strconv"
	"testing"

	_ "github.com/oapi-codegen/runtime" // go mod tidy does not see the code that imports it
	"github.com/stretchr/testify/require"
)

// TestClient lists the teams of an event that have not paid, posts a score, and pays the fee of a team.
func TestClient(t *testing.T) {
	ctx := t.Context()
	c, err := NewClientWithResponses(os.Getenv("MOCK"))
	require.NoError(t, err)
	event, err := strconv.ParseInt(os.Getenv("EVENT"), 10, 64)
	require.NoError(t, err)

	read, err := c.TeamsReadWithResponse(ctx, &TeamsReadParams{Eventid: &event, Paid: new(false)})
	require.NoError(t, err)
	teams, err := read.JSON200.AsTeamsListAnswer()
	require.NoError(t, err)
	require.NotEmpty(t, *teams.Teams.Results)
	debtor := (*teams.Teams.Results)[0].Id

	games, err := c.GamesReadWithResponse(ctx, &GamesReadParams{Eventid: &event})
	require.NoError(t, err)
	all, err := games.JSON200.AsGamesListAnswer()
	require.NoError(t, err)
	game := (*all.Games.Results)[0].Id
	score := GamesUpdateRequest{Id: game, AwayScore: &GamesUpdateRequest_AwayScore{}, HomeScore: &GamesUpdateRequest_HomeScore{}}
	require.NoError(t, score.AwayScore.FromGamesUpdateRequestAwayScore0("2"))
	require.NoError(t, score.HomeScore.FromGamesUpdateRequestHomeScore1(5))
	posted, err := c.GamesUpdateWithResponse(ctx, score)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, posted.StatusCode(), "%s", posted.Body)
	games, err = c.GamesReadWithResponse(ctx, &GamesReadParams{Id: &game})
	require.NoError(t, err)
	after, err := games.JSON200.AsGamesGetAnswer()
	require.NoError(t, err)
	require.Equal(t, []float64{2, 5}, []float64{*after.Game.AwayTeam.Score, *after.Game.HomeTeam.Score})

	fee := PaymentsPayRequest{TeamId: &debtor}
	p := &fee.Payment // a member, and no pointer, because it is required
	p.Amount = &PaymentsPayRequest_Payment_Amount{}
	require.NoError(t, p.Amount.FromPaymentsPayRequestPaymentAmount1("29.98"))
	p.Title, p.Description = new("Entry fee"), new("The fee of the tournament")
	p.CreditCardType, p.CreditCardNumber = new(PaymentsPayRequestPaymentCreditCardTypeVisa), new("4111111111111111")
	p.CreditCardExpireYear, p.CreditCardExpireMonth, p.CreditCardCvv2 = new(30), new(12), new("123")
	p.StreetAddress, p.ExtendedAddress, p.City = new("1 Quill Street"), new("Nest 2"), new("Inkwell")
	p.StateRegion, p.PostalCode = new("IA"), new("50301")
	paid, err := c.PaymentsPayWithResponse(ctx, fee)
	require.NoError(t, err)
	require.NotNil(t, paid.JSON200, "%s", paid.Body)
	require.NotEmpty(t, paid.JSON200.TransactionId)
	read, err = c.TeamsReadWithResponse(ctx, &TeamsReadParams{Id: &debtor})
	require.NoError(t, err)
	row, err := read.JSON200.AsTeamsGetAnswer()
	require.NoError(t, err)
	require.True(t, *row.Team.Paid)

	missing := int64(99999)
	read, err = c.TeamsReadWithResponse(ctx, &TeamsReadParams{Id: &missing})
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, read.StatusCode())
	require.NotEmpty(t, read.JSONDefault.Errors[0].Message)
}
