package operations

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/mockserver/stored"
	"github.com/tourney-go/tourney/secret"
)

func TestPay(t *testing.T) {
	for body, want := range map[string]stored.Payment{
		mocktest.PayBody: {
			TeamID: mocktest.Herons, PriceID: mocktest.EntryFee, Amount: tourney.MustDecimal("395.50"),
			Title: "Entry", CreditCardType: "Visa", MarkedAsPaid: true,
			Confirmation: true,
		},
		`{"DivisionId":11,"EnableCreditCard":false,"Payment":{"PriceId":51}}`: {
			DivisionID: mocktest.Gold, PriceID: mocktest.EntryFee, Amount: tourney.MustDecimal("395.50"), Title: "Entry", Confirmation: true,
		},
		`{"EventId":2,"EnableCreditCard":"FALSE","EnableReceipt":false,"Payment":{"PriceId":"52"}}`: {
			EventID: mocktest.League, PriceID: mocktest.LeagueFee, Amount: tourney.MustDecimal("80"), Title: "Season",
		},
		`{"TeamId":null,"DivisionId":11,"EventId":1,"EnableCreditCard":false,
			"Payment":{"PriceId":null,"Amount":"0.10","Title":"t","Description":"d"}}`: {
			DivisionID: mocktest.Gold, EventID: mocktest.Cup, Amount: tourney.MustDecimal("0.10"), Title: "t", Description: "d", Confirmation: true,
		},
		`{"TeamId":102,"MarkAsPaid":false,"EnableCreditCard":false,"CollegeCoachId":1,"PriceType":3,"SeasonId":5,
			"Payment":{"PriceId":51,"Amount":12,"Title":"t","Organization":"o","Redeemed":true,"DiscountCode":"X","Email":"b@example.com"}}`: {
			TeamID: mocktest.Herons, PriceID: mocktest.EntryFee, Amount: tourney.MustDecimal("12"),
			Title: "t", Email: "b@example.com", Confirmation: true,
		},
	} {
		srv := mocktest.World(t, tourney.Soccer)
		srv.SetNextTransactionID("TX-9")
		a := mocktest.Send(t, srv, "POST", "/api/v1/payments", body)
		require.Equal(t, 200, a.Status, a.Body)
		require.Empty(t, a.Header.Get("X-Mock-Ignored"))
		require.JSONEq(t, `{"TransactionId":"TX-9"}`, a.Body)
		want.TransactionID = "TX-9"
		got := srv.Payments.All()
		got[0].Request = tourney.PaymentInput{} // see TestPayKeepsWhatWasSent
		require.Empty(t, cmp.Diff([]stored.Payment{want}, got), body)
		team, _ := srv.Teams.Get(mocktest.Herons)
		require.Equal(t, want.MarkedAsPaid, *team.Paid, body)
	}
}

// TestPayKeepsWhatWasSent checks that the record has the request, which tests of services compare.
func TestPayKeepsWhatWasSent(t *testing.T) {
	sent := mocktest.Paying(nil)
	sent.FirstName, sent.LastName, sent.Phone, sent.Email = new("Pat"), new("Field"), new("515-555-0107"), new("pat@example.com")
	sent.Organization, sent.Redeemed, sent.DiscountCode = new("Reed Club"), new(true), new("EARLY")
	request := tourney.PaymentInput{
		TeamID: mocktest.Herons, MarkAsPaid: new(false), EnablePaymentConfirmation: new(false),
		CollegeCoachID: 7, PriceType: new(tourney.PriceGateFee),
		SeasonID: 9, Payment: sent,
	}
	srv := mocktest.World(t, tourney.Soccer)
	_, err := srv.Client().Payments.Pay(t.Context(), request)
	require.NoError(t, err)
	kept := *sent
	kept.CreditCardNumber, kept.CreditCardCVV2 = secret.Text{}, secret.Text{}
	want := request
	want.Payment = &kept
	require.Empty(t, cmp.Diff(want, srv.Payments.All()[0].Request))
	require.False(t, sent.CreditCardNumber.IsZero(), "the sender's own is left alone")

	registration := tourney.RegistrationInput{
		DivisionID: mocktest.Gold, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}}, Payment: sent,
	}
	_, err = srv.Client().Registration.Register(t.Context(), registration)
	require.NoError(t, err)
	registration.Payment = &kept
	require.Empty(t, cmp.Diff(registration, srv.Registrations.All()[0].Request))
	require.Empty(t, cmp.Diff(tourney.PaymentInput{Payment: &kept}, srv.Payments.All()[1].Request))
}

// TestPayRefusesPayeesThatDisagree checks that no money goes to one of two that do not belong together.
func TestPayRefusesPayeesThatDisagree(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer)
	for target, want := range map[string]string{
		`"DivisionId":11,"EventId":2`:  "divisionid is not a division of the event",
		`"TeamId":102,"DivisionId":12`: "teamid is not a team of the division",
		`"TeamId":102,"EventId":2`:     "teamid is not a team of the event",
		`"TeamId":102,"DivisionId":12,"EventId":2`: "teamid is not a team of the division\n" +
			"teamid is not a team of the event\ndivisionid is not a division of the event",
		`"TeamId":102,"DivisionId":11,"EventId":1`:   "",
		`"TeamId":100,"DivisionId":11`:               "", // a team in no division
		`"TeamId":102,"DivisionId":0,"EventId":""`:   "divisionid must be at least 1, found 0",
		`"TeamId":102,"DivisionId":null,"EventId":1`: "",
	} {
		before := mocktest.Dump(srv.World)
		a := mocktest.Send(t, srv, "POST", "/api/v1/payments", fmt.Sprintf(`{%s,%s"PriceId":%d}}`, target, noCard, mocktest.EntryFee))
		if want == "" {
			require.Equal(t, 200, a.Status, "%s: %s", target, a.Body)
			continue
		}
		require.Equal(t, 400, a.Status, target)
		require.Equal(t, want, mocktest.Messages(t, a), target)
		mocktest.Unchanged(t, before, srv.World)
		if strings.Contains(want, "not a") {
			require.Contains(t, a.Header.Get("X-Mock-Assumed"), "payees")
		}
	}
}

// expired is the message for an expired card.
const expired = "payment.creditcardexpireyear and creditcardexpiremonth are in the past: the card has expired"

// reason returns what the host says in an error.
func reason(t *testing.T, err error) string {
	t.Helper()
	var refused *tourney.APIError
	require.ErrorAs(t, err, &refused)
	return strings.Join(refused.HostMessages(), "\n")
}

func TestPayChecksTheCard(t *testing.T) {
	srv := mocktest.World(t, tourney.Soccer, mockserver.Now(func() time.Time { return time.Date(2026, 6, 30, 23, 59, 0, 0, time.UTC) }))
	c := srv.Client(tourney.WithoutChecks())
	for _, test := range []struct {
		change map[string]any
		want   string // in the error; "" for a card that the mock charges
	}{
		{nil, ""},
		{map[string]any{"number": "4222222222222"}, ""},
		{map[string]any{"type": "Mastercard", "number": "5555555555554444"}, ""},
		{map[string]any{"type": "Mastercard", "number": "2223003122003222"}, ""},
		{map[string]any{"type": "Discover", "number": "6011111111111117"}, ""},
		{map[string]any{"type": "American Express", "number": "378282246310005", "cvv": "1234"}, ""},
		{map[string]any{"year": 26, "month": 6}, ""},
		{map[string]any{"year": 26, "month": 5}, expired},
		{map[string]any{"year": 0, "month": 1}, expired},
		{map[string]any{"month": 13}, "payment.creditcardexpiremonth must be a month"},
		{map[string]any{"year": 2030}, "payment.creditcardexpireyear must be two digits"},
		{map[string]any{"type": "vISA"}, ""},
		{map[string]any{"type": "american express", "number": "378282246310005", "cvv": "1234"}, ""},
		{map[string]any{"number": "4111\u00a01111\u20031111\t1111\u3000"}, ""},
		{map[string]any{"month": 0}, "payment.creditcardexpiremonth must be a month"},
		{map[string]any{"month": -1}, "payment.creditcardexpiremonth must be a month"},
		{map[string]any{"year": -1}, "payment.creditcardexpireyear must be two digits"},
		{map[string]any{"number": "4111111111111112"}, "payment.creditcardnumber is not a card number: its check digit is wrong"},
		{map[string]any{"number": "4"}, "is not a card number: it has 1 digits, and one of the card type Visa has 13 or 16 or 19"},
		{map[string]any{"number": "411111111111116"}, "payment.creditcardnumber is not a card number: it has 15 digits"},
		{map[string]any{"type": "Mastercard", "number": "5"}, "payment.creditcardnumber is not a number of the card type Mastercard"},
		{map[string]any{"number": "４１１１１１１１１１１１１１１１"}, "payment.creditcardnumber is not a card number: expected digits"},
		{map[string]any{"number": "4111a111 11111111"}, "payment.creditcardnumber is not a card number: expected digits"},
		{map[string]any{"number": " - "}, "payment.creditcardnumber is not a card number: expected digits"},
		{map[string]any{"number": mockserver.CardDeclined, "cvv": "1"}, "payment.creditcardcvv2 must be 3 digits"},
		{map[string]any{"number": mockserver.CardExpired, "type": "Discover"}, "is not a number of the card type Discover"},
		{map[string]any{"number": "5555555555554444"}, "payment.creditcardnumber is not a number of the card type Visa"},
		{map[string]any{"type": "Mastercard"}, "payment.creditcardnumber is not a number of the card type Mastercard"},
		{map[string]any{"type": "Diners"}, "payment.creditcardtype must be one of Visa, Mastercard, Discover, American Express"},
		{map[string]any{"cvv": "12"}, "payment.creditcardcvv2 must be 3 digits"},
		{map[string]any{"cvv": "12a"}, "payment.creditcardcvv2 must be 3 digits"},
		{map[string]any{"type": "American Express", "number": "378282246310005"}, "payment.creditcardcvv2 must be 4 digits"},
		{map[string]any{"number": mockserver.CardDeclined}, "payment.creditcardnumber was declined by the card's issuer"},
		{map[string]any{"number": mockserver.CardInsufficientFunds}, "payment.creditcardnumber was declined: insufficient funds"},
		{map[string]any{"number": mockserver.CardExpired}, "payment.creditcardexpireyear was declined: the card has expired"},
		{map[string]any{"number": mockserver.CardWrongCVV}, "payment.creditcardcvv2 was declined: the security code is wrong"},
	} {
		before := mocktest.Dump(srv.World)
		_, err := c.Payments.Pay(t.Context(), tourney.PaymentInput{TeamID: mocktest.Herons, Payment: mocktest.Paying(test.change)})
		if test.want == "" {
			require.NoError(t, err, test.change)
			continue
		}
		declined := strings.Contains(test.want, "declined")
		require.Equal(t, declined, errors.Is(err, tourney.CodePermissionDenied), "%v: %v", test.change, err)
		require.Equal(t, !declined, errors.Is(err, tourney.ErrInvalid), "%v: %v", test.change, err)
		require.NotErrorIs(t, err, tourney.ErrOutcomeUnknown)
		var refused *tourney.APIError
		require.ErrorAs(t, err, &refused)
		require.Regexp(t, "^payment.creditcard", refused.Errors[0].Field)
		require.Contains(t, reason(t, err), test.want)
		mocktest.Unchanged(t, before, srv.World)
		_, err = c.Registration.Register(t.Context(), tourney.RegistrationInput{
			DivisionID: mocktest.Gold, Coaches: []tourney.RegistrationCoachInput{{PrimaryContact: new(true)}}, Payment: mocktest.Paying(test.change),
		})
		require.Contains(t, reason(t, err), test.want, "inside a registration")
		mocktest.Unchanged(t, before, srv.World)
	}
}

// TestCardsEndInTheZoneOfTheEvent: the last month of a card is over when it is over in Chicago.
func TestCardsEndInTheZoneOfTheEvent(t *testing.T) {
	for now, want := range map[time.Time]string{
		time.Date(2026, 7, 1, 4, 59, 0, 0, time.UTC): "", time.Date(2026, 7, 1, 5, 0, 0, 0, time.UTC): expired,
	} {
		srv := mocktest.World(t, tourney.Soccer, mockserver.Now(func() time.Time { return now }))
		in := tourney.PaymentInput{TeamID: mocktest.Herons, Payment: mocktest.Paying(map[string]any{"year": 26, "month": 6})}
		_, err := srv.Client().Payments.Pay(t.Context(), in)
		require.Equal(t, want == "", err == nil, now)
		require.True(t, want == "" || strings.Contains(reason(t, err), want))
	}
}

// TestPayAddressInBothPlaces sends an address nested like the table, flat like the samples, and in both ways.
func TestPayAddressInBothPlaces(t *testing.T) {
	const nested = `"Address":{"StreetAddress":"1 Loop","ExtendedAddress":"-","City":"C","StateRegion":"MO","PostalCode":"64101"}`
	const flat = `"StreetAddress":"1 Loop","ExtendedAddress":"-","City":"C","StateRegion":"MO","PostalCode":"64101"`
	for address, want := range map[string]string{
		nested: "", flat: "", nested + "," + flat: "", strings.ToLower(flat): "",
		`"Address":{"City":"C"},` + flat:                               "",
		`"Address":null,` + flat:                                       "",
		nested + `,"City":"D"`:                                         "payment.address.city and payment.city must be equal",
		strings.Replace(flat, `"City":"C",`, "", 1):                    "payment.address.city is required",
		`"Address":{"City":"C"}`:                                       "payment.address.streetaddress is required",
		strings.Replace(nested, `"-"`, `""`, 1):                        "payment.address.extendedaddress is required",
		strings.Replace(flat, "64101", "64101-6410-1", 1):              "payment.address.postalcode is longer than 10 characters",
		strings.Replace(nested, "1 Loop", strings.Repeat("x", 101), 1): "payment.address.streetaddress is longer than 100 characters",
	} {
		srv := mocktest.World(t, tourney.Soccer)
		body := strings.Replace(mocktest.PayBody, nested, address, 1)
		require.True(t, address == nested || body != mocktest.PayBody)
		a := mocktest.Send(t, srv, "POST", "/api/v1/payments", body)
		if want == "" {
			require.Equal(t, 200, a.Status, a.Body)
			continue
		}
		require.Equal(t, 400, a.Status, address)
		require.Contains(t, mocktest.Messages(t, a), want)
	}
}

// TestPayRefusesPartsOfACent: client and mock refuse an amount that no money has. B21-payment.json is a sum that a
// program computed in floating point.
func TestPayRefusesPartsOfACent(t *testing.T) {
	const must = "payment.amount must be an amount without parts of a cent"
	srv := mocktest.World(t, tourney.Soccer)
	body, err := os.ReadFile("testdata/cases/B21-payment.json")
	require.NoError(t, err)
	require.Contains(t, string(body), "29.979999999999997")
	before := mocktest.Dump(srv.World)
	a := mocktest.Send(t, srv, "POST", "/api/v1/payments", strings.Replace(string(body), "1001", "1", 1))
	require.Equal(t, 400, a.Status)
	require.Equal(t, must, mocktest.Messages(t, a))
	for _, amount := range []string{"10.005", "-0.001", "1e-3", "0.1e-1000000000000", ".001"} {
		payment := tourney.PaymentInput{EventID: mocktest.Cup, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
			Title: new("t"), Description: new("d"),
		}}
		if d, err := tourney.ParseDecimal(amount); err == nil {
			payment.Payment.Amount = &d
			_, err = srv.Client().Payments.Pay(t.Context(), payment)
			require.ErrorAs(t, err, new(*tourney.ValidationError))
			require.ErrorContains(t, err, must)
		}
		a := mocktest.Send(t, srv, "POST", "/api/v1/payments", fmt.Sprintf(
			`{"EventId":1,"EnableCreditCard":false,"Payment":{"Title":"t","Description":"d","Amount":%q}}`, amount))
		require.Equal(t, 400, a.Status, amount)
		require.Contains(t, mocktest.Messages(t, a), must, amount)
	}
	mocktest.Unchanged(t, before, srv.World)
	for _, amount := range []string{"395.000", "3.95e2", "29.98", "0.10", "1e2", "1000e-1", "12500e-2", "0", "0.000", "+7.5"} {
		_, err := srv.Client().Payments.Pay(t.Context(), tourney.PaymentInput{
			EventID: mocktest.Cup, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{
				Title: new("t"), Description: new("d"), Amount: new(tourney.MustDecimal(amount)),
			},
		})
		require.NoError(t, err, amount)
	}
}
