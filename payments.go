package tourney

import (
	"context"

	"github.com/tourney-go/tourney/secret"
)

// PaymentsService makes payments (section 4.17).
type PaymentsService struct{ inside inside }

// PaymentResult is the answer to a payment (section 2, Results of writes).
type PaymentResult struct {
	TransactionID string `json:"TransactionId"` // of the payment; text; "" only with Profile.NoTransactionID
	Extra         Extra  `json:"-"`             // members that this version has no field for
}

// PaymentInput pays for a team, a division or an event (section 4.17): one of these three ids is required. A payment
// works with non-redirect payment providers only. Nil and zero members are not sent.
type PaymentInput struct {
	TeamID                    int64                `json:"TeamId,omitzero"`                    // pay for this team
	DivisionID                int64                `json:"DivisionId,omitzero"`                // pay for this division
	EventID                   int64                `json:"EventId,omitzero"`                   // pay for this event
	MarkAsPaid                *bool                `json:"MarkAsPaid,omitzero"`                // marks the team as paid; default true; used only with TeamID
	EnableCreditCard          *bool                `json:"EnableCreditCard,omitzero"`          // charge a card by the event's provider; default true
	EnablePaymentConfirmation *bool                `json:"EnablePaymentConfirmation,omitzero"` // send an e-mail after a payment; default true; also sent as EnableReceipt
	CollegeCoachID            int64                `json:"CollegeCoachId,omitzero"`            // carried by sample bodies; its meaning is not stated
	PriceType                 *PriceType           `json:"PriceType,omitzero"`                 // carried by sample bodies; its meaning is not stated
	SeasonID                  int64                `json:"SeasonId,omitzero"`                  // carried by sample bodies; its meaning is not stated
	Payment                   *PaymentDetailsInput `json:"Payment,omitzero"`                   // price, payer and card
}

func (PaymentInput) operation() string { return "Payments.Pay" }

// PaymentDetailsInput names the price, the payer and the card of a payment (section 4.17). PriceID is required, or else
// Amount, Title and Description. The members that are required "for a card" are required unless EnableCreditCard is
// false. Nil and zero members are not sent.
type PaymentDetailsInput struct {
	PriceID               int64               `json:"PriceId,omitzero"`               // id of a price; see Price.ID; required without Amount
	Amount                *Decimal            `json:"Amount,omitempty"`               // in a currency that is not stated; required without PriceID
	Title                 *string             `json:"Title,omitzero"`                 // of the payment; required without PriceID; at most 100 characters
	Description           *string             `json:"Description,omitzero"`           // of the payment; required without PriceID; no limit is stated
	FirstName             *string             `json:"FirstName,omitzero"`             // billing contact; at most 100 characters
	LastName              *string             `json:"LastName,omitzero"`              // billing contact; at most 100 characters
	Organization          *string             `json:"Organization,omitzero"`          // carried by sample bodies; no limit is stated
	Email                 *string             `json:"Email,omitzero"`                 // a valid e-mail address; at most 100 characters
	Phone                 *string             `json:"Phone,omitzero"`                 // of the billing contact; at most 100 characters
	CreditCardType        *string             `json:"CreditCardType,omitzero"`        // kind of card; see CardVisa; required for a card; at most 100 characters
	CreditCardNumber      secret.Text         `json:"CreditCardNumber,omitzero"`      // required for a card; at most 100 characters
	CreditCardExpireYear  *int                `json:"CreditCardExpireYear,omitzero"`  // two digits; required for a card
	CreditCardExpireMonth *int                `json:"CreditCardExpireMonth,omitzero"` // two digits; required for a card
	CreditCardCVV2        secret.Text         `json:"CreditCardCvv2,omitzero"`        // required for a card; at most 100 characters
	Redeemed              *bool               `json:"Redeemed,omitzero"`              // carried by sample bodies; its meaning is not stated
	DiscountCode          *string             `json:"DiscountCode,omitzero"`          // carried by sample bodies; no limit is stated
	Address               *PersonAddressInput `json:"Address,omitzero"`               // billing address; required for a card; sent as an object and as members of the payment
}

// The card types of a payment (section 4.17).
const (
	CardVisa            = "Visa"
	CardMastercard      = "Mastercard"
	CardDiscover        = "Discover"
	CardAmericanExpress = "American Express"
)

// Pay makes a payment and returns its transaction id (section 4.17). Pay returns an error when the answer has no
// transaction id, unless Profile.NoTransactionID allows such an answer. The client sends a payment again only when the
// first one certainly did not arrive: see [OutcomeUnknownError].
func (s PaymentsService) Pay(ctx context.Context, r PaymentInput, opts ...CallOption) (PaymentResult, error) {
	return invoke[PaymentResult](ctx, s.inside, r.operation(), r, opts)
}
