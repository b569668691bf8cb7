package tourney

import "context"

// PaymentsService makes payments (section 4.17).
type PaymentsService struct{ core *core }

// PaymentResult is the answer to a payment (section 2, Results of writes).
type PaymentResult struct {
	TransactionID string `json:"TransactionId"`
	Extra         Extra  `json:"-"`
}

// PaymentRequest pays for a team, a division or an event (section 4.17): one of the three ids is required.
type PaymentRequest struct {
	TeamID                    int64      `json:"TeamId,omitzero"`
	DivisionID                int64      `json:"DivisionId,omitzero"`
	EventID                   int64      `json:"EventId,omitzero"`
	MarkAsPaid                *bool      `json:"MarkAsPaid,omitzero"`                // default true; used only with TeamID
	EnableCreditCard          *bool      `json:"EnableCreditCard,omitzero"`          // charge a card; default true
	EnablePaymentConfirmation *bool      `json:"EnablePaymentConfirmation,omitzero"` // send an e-mail afterwards; default true; also sent as EnableReceipt
	CollegeCoachID            int64      `json:"CollegeCoachId,omitzero"`            // carried by sample bodies; its meaning is not stated
	PriceType                 *PriceType `json:"PriceType,omitzero"`                 // carried by sample bodies; its meaning is not stated
	SeasonID                  int64      `json:"SeasonId,omitzero"`                  // carried by sample bodies; its meaning is not stated
	Payment                   *Payment   `json:"Payment,omitzero"`
}

// Payment is what is paid, by whom and with which card (section 4.17). PriceID is required, or Amount with Title
// and Description. Card and billing address are required unless EnableCreditCard is false. Texts hold at most
// 100 characters.
type Payment struct {
	PriceID               int64          `json:"PriceId,omitzero"` // Price.ID
	Amount                *Decimal       `json:"Amount,omitempty"`
	Title                 *string        `json:"Title,omitzero"`
	Description           *string        `json:"Description,omitzero"`
	FirstName             *string        `json:"FirstName,omitzero"` // billing contact
	LastName              *string        `json:"LastName,omitzero"`
	Organization          *string        `json:"Organization,omitzero"`
	Email                 *string        `json:"Email,omitzero"` // a valid e-mail address
	Phone                 *string        `json:"Phone,omitzero"`
	CreditCardType        *string        `json:"CreditCardType,omitzero"` // one of the CardTypes
	CreditCardNumber      Secret         `json:"CreditCardNumber,omitzero"`
	CreditCardExpireYear  *int           `json:"CreditCardExpireYear,omitzero"`  // two digits
	CreditCardExpireMonth *int           `json:"CreditCardExpireMonth,omitzero"` // two digits
	CreditCardCVV2        Secret         `json:"CreditCardCvv2,omitzero"`
	Redeemed              *bool          `json:"Redeemed,omitzero"`     // carried by sample bodies; its meaning is not stated
	DiscountCode          *string        `json:"DiscountCode,omitzero"` // carried by sample bodies; its meaning is not stated
	Address               *PersonAddress `json:"Address,omitzero"`      // billing address; also sent flat inside the payment
}

// The card types that a payment takes (section 4.17).
const (
	CardVisa            = "Visa"
	CardMastercard      = "Mastercard"
	CardDiscover        = "Discover"
	CardAmericanExpress = "American Express"
)

// Pay makes a payment and returns its transaction id (section 4.17). It is sent again only when it certainly
// did not arrive: see OutcomeUnknownError.
func (s PaymentsService) Pay(ctx context.Context, r PaymentRequest, opts ...CallOption) (PaymentResult, error) {
	return ask[PaymentResult](ctx, s.core, "Payments.Pay", r, opts)
}
