//go:build generated

// Package ogen is the client that ogen makes of the document of soccer, with a test of it.
package ogen

import (
	"context"
	"net/http"
	"os"
	"strconv"
	"testing"

	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/stretchr/testify/require"
)

// unsigned sends no keys.
type unsigned struct{}

func (unsigned) Key(context.Context, OperationName) (Key, error) {
	return Key{}, ogenerrors.ErrSkipClientSecurity
}

func (unsigned) Time(context.Context, OperationName) (Time, error) {
	return Time{}, ogenerrors.ErrSkipClientSecurity
}

// TestClient lists the teams of an event that have not paid, posts a score, and pays the fee of a team.
func TestClient(t *testing.T) {
	ctx := t.Context()
	c, err := NewClient(os.Getenv("MOCK"), unsigned{})
	require.NoError(t, err)
	event, err := strconv.ParseInt(os.Getenv("EVENT"), 10, 64)
	require.NoError(t, err)

	read, err := c.TeamsRead(ctx, TeamsReadParams{Eventid: NewOptInt64(event), Paid: NewOptBool(false)})
	require.NoError(t, err)
	require.IsType(t, &TeamsReadAnswer{}, read)
	teams := read.(*TeamsReadAnswer).TeamsListAnswer.Teams.Results.Value
	require.NotEmpty(t, teams)
	debtor := teams[0].ID

	games, err := c.GamesRead(ctx, GamesReadParams{Eventid: NewOptInt64(event)})
	require.NoError(t, err)
	game := games.(*GamesReadAnswer).GamesListAnswer.Games.Results.Value[0].ID
	posted, err := c.GamesUpdate(ctx, &GamesUpdateRequest{
		ID:        game,
		AwayScore: NewOptGamesUpdateRequestAwayScore(NewStringGamesUpdateRequestAwayScore("2")),
		HomeScore: NewOptGamesUpdateRequestHomeScore(NewFloat64GamesUpdateRequestHomeScore(5)),
	})
	require.NoError(t, err)
	require.IsType(t, &GamesUpdateAnswer{}, posted)
	games, err = c.GamesRead(ctx, GamesReadParams{ID: NewOptInt64(game)})
	require.NoError(t, err)
	after := games.(*GamesReadAnswer).GamesGetAnswer.Game
	require.Equal(t, []float64{2, 5}, []float64{after.AwayTeam.Value.Score.Value, after.HomeTeam.Value.Score.Value})

	paid, err := c.PaymentsPay(ctx, &PaymentsPayRequest{
		TeamId: NewOptNilInt64(debtor),
		Payment: PaymentsPayRequestPayment{ // no OptPaymentsPayRequestPayment, because it is required
			Amount:                NewOptPaymentsPayRequestPaymentAmount(NewFloat64PaymentsPayRequestPaymentAmount(29.98)),
			Title:                 NewOptNilString("Entry fee"),
			Description:           NewOptNilString("The fee of the tournament"),
			CreditCardType:        NewOptNilPaymentsPayRequestPaymentCreditCardType(PaymentsPayRequestPaymentCreditCardTypeVisa),
			CreditCardNumber:      NewOptNilString("4111111111111111"),
			CreditCardExpireYear:  NewOptNilInt(30),
			CreditCardExpireMonth: NewOptNilInt(12),
			CreditCardCvv2:        NewOptNilString("123"),
			Address: NewOptNilPaymentsPayRequestPaymentAddress(PaymentsPayRequestPaymentAddress{
				StreetAddress: NewOptNilString("1 Quill Street"), ExtendedAddress: NewOptNilString("Nest 2"),
				City: NewOptNilString("Inkwell"), StateRegion: NewOptNilString("IA"), PostalCode: NewOptNilString("50301"),
			}),
		},
	})
	require.NoError(t, err)
	require.IsType(t, &PaymentsPayAnswer{}, paid)
	require.NotEmpty(t, paid.(*PaymentsPayAnswer).TransactionId)
	read, err = c.TeamsRead(ctx, TeamsReadParams{ID: NewOptInt64(debtor)})
	require.NoError(t, err)
	require.True(t, read.(*TeamsReadAnswer).TeamsGetAnswer.Team.Paid.Value)

	refused, err := c.TeamsRead(ctx, TeamsReadParams{ID: NewOptInt64(99999)})
	require.NoError(t, err)
	require.IsType(t, &RefusedStatusCode{}, refused)
	require.Equal(t, http.StatusNotFound, refused.(*RefusedStatusCode).StatusCode)
	require.NotEmpty(t, refused.(*RefusedStatusCode).Response.Errors[0].Message)
}
