package mockserver_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// TestNamesOfRecords holds the names that programs in other languages read and write: another name of a field in Go
// changes none of them.
func TestNamesOfRecords(t *testing.T) {
	coaches := map[int64]stored.CoachDetails{1: {}}
	for want, value := range map[string]any{
		"Amount Confirmation CreditCardType Description DivisionId Email EventId MarkedAsPaid PriceId Request TeamId " +
			"Title TransactionId": stored.Payment{},
		"Request TeamId TransactionId": stored.Registration{},
		"OrganizationId ParentId":      stored.EventDetails{},
		"ExternalId":                   stored.DivisionDetails{},
		"EventIds":                     stored.VenueDetails{},
		"ExternalId ":                  stored.GameDetails{},
		"Abbreviation Age Coaches EventId FacebookPage Grade InstagramHandle Meta Notes TwitterHandle Website Year": stored.TeamDetails{
			EventID: 1, Coaches: coaches,
		},
		"ExternalCoachId Meta MobileCarrier NCAAApproval Notes Primary Status": coaches[1],
		"Id Number PoolId TeamId": stored.Position{},
		"Name TeamPlayerId Value": stored.Statistic{},
	} {
		data, err := json.Marshal(value)
		require.NoError(t, err)
		var members map[string]any
		require.NoError(t, json.Unmarshal(data, &members))
		require.Equal(t, strings.TrimSpace(want), strings.Join(slices.Sorted(maps.Keys(members)), " "))
	}
}

// TestRequestsOfRecords: the request in a record has the names of the interface, without the number and the security
// code of the card.
func TestRequestsOfRecords(t *testing.T) {
	srv := world(t, tourney.Soccer)
	_, err := srv.Client().Payments.Pay(t.Context(), tourney.PaymentInput{TeamID: herons, Payment: paying(nil)})
	require.NoError(t, err)
	body := get(t, srv, "/_mock/rows/payments")
	require.EqualValues(t, herons, at(t, body, "rows.0.Request.TeamId"))
	require.NotEmpty(t, at(t, body, "rows.0.Request.Payment.CreditCardType"))
	requireAbsent(t, body, "rows.0.Request.Payment.CreditCardNumber")
	requireAbsent(t, body, "rows.0.Request.Payment.CreditCardCvv2")
}
