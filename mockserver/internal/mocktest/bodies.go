package mocktest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/secret"
)

// Registering returns a registration for gold with one primary contact. Members in the argument replace the division.
func Registering(members string) string {
	if !strings.Contains(members, `"DivisionId"`) {
		members += `,"DivisionId":11`
	}
	return `{"Coaches":[{"PrimaryContact":true}],` + members + `}`
}

// Paying returns a payment with some members replaced. nil removes a member.
func Paying(changes map[string]any) *tourney.PaymentDetailsInput {
	p := &tourney.PaymentDetailsInput{
		PriceID: EntryFee, CreditCardType: new(tourney.CardVisa), CreditCardNumber: secret.New("4111 1111-1111 1111"),
		CreditCardExpireYear: new(30), CreditCardExpireMonth: new(12), CreditCardCVV2: secret.New("123"),
		Address: &tourney.PersonAddressInput{
			StreetAddress: new("1 Loop"), ExtendedAddress: new("-"), City: new("C"),
			StateRegion: new("MO"), PostalCode: new("64101"),
		},
	}
	for name, value := range changes {
		switch v := value.(type) {
		case string:
			set := map[string]func(){
				"number": func() { p.CreditCardNumber = secret.New(v) },
				"cvv":    func() { p.CreditCardCVV2 = secret.New(v) },
				"type":   func() { p.CreditCardType = &v },
			}
			set[name]()
		case int:
			set := map[string]func(){"year": func() { p.CreditCardExpireYear = &v },
				"month": func() { p.CreditCardExpireMonth = &v }}
			set[name]()
		}
	}
	return p
}

// NoCardIn requires that a payment is kept without the number and the security code of its card.
func NoCardIn(t *testing.T, p *tourney.PaymentDetailsInput) {
	t.Helper()
	require.NotNil(t, p)
	require.NotNil(t, p.CreditCardType)
	require.True(t, p.CreditCardNumber.IsZero())
	require.True(t, p.CreditCardCVV2.IsZero())
}

// Bodies of requests that the server of World carries out, and the members of a payment by card.
const (
	StatisticsBody = `{"GameId":81,"Away":{"Id":101,"Players":[` +
		`{"TeamPlayerId":1001,"Statistics":[{"Name":"Goals","Value":"3"}]}]}}`
	RegisterBody = `{"EventId":1,"DivisionId":11,"Name":"Terns","Coaches":[{"PrimaryContact":true,"FirstName":"Pat"}]}`
	PayBody      = `{"TeamId":102,"Payment":` + CardPayment + `}`
	CardPayment  = `{"PriceId":51,` + Card + `}`
	Card         = `"CreditCardType":"Visa","CreditCardNumber":"4111111111111111","CreditCardExpireYear":30,
		"CreditCardExpireMonth":12,"CreditCardCvv2":"123",
		"Address":{"StreetAddress":"1 Loop","ExtendedAddress":"-","City":"C","StateRegion":"MO","PostalCode":"64101"}`
)
