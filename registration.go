package tourney

import "context"

// RegistrationService registers teams (section 4.16).
type RegistrationService struct{ inside inside }

// RegistrationResult is the answer to a registration (section 2, Results of writes).
type RegistrationResult struct {
	TeamID int64      `json:"TeamId"` // the registered team: Team.ID
	Status TeamStatus `json:"Status"` // event status; the interface document lists no values
	Extra  Extra      `json:"-"`      // members that this version has no field for
}

// RegistrationInput registers a team in a division of an event (section 4.16). Exactly one of Coaches must be the
// primary contact. Nil and zero members are not sent. A Year must be 1900 to 2100, which is an assumption of this
// library. Give a Name and MarkAsPaid: the interface requires neither, so a registration without them makes a team
// without a name that counts as paid.
type RegistrationInput struct {
	EventID                   int64                     `json:"EventId,omitzero"`                   // event to register for; shown for the lacrosse variant
	DivisionID                int64                     `json:"DivisionId,omitzero"`                // division to register in
	Name                      *string                   `json:"Name,omitzero"`                      // of the team; at most 100 characters
	Year                      *int                      `json:"Year,omitzero"`                      // of the registration; without it 2026 in the lacrosse, 2018 in the volleyball variant
	Gender                    *Gender                   `json:"Gender,omitzero"`                    // of the team
	Notes                     *string                   `json:"Notes,omitzero"`                     // internal; no limit is stated
	MarkAsPaid                *bool                     `json:"MarkAsPaid,omitzero"`                // marks the team as paid; default true
	EnableCreditCard          *bool                     `json:"EnableCreditCard,omitzero"`          // charge a card by the event's provider; default true
	EnablePaymentConfirmation *bool                     `json:"EnablePaymentConfirmation,omitzero"` // send an e-mail after a payment; default true; also sent as EnableReceipt
	Address                   *TeamAddressInput         `json:"Address,omitzero"`                   // of the team
	Meta                      []MetaInput               `json:"Meta,omitzero" item:"Meta"`          // at most 20 in the lacrosse, 10 in the volleyball variant
	Coaches                   []RegistrationCoachInput  `json:"Coaches,omitzero" item:"Coach"`      // coaches and contacts; the same limits as Meta
	Players                   []RegistrationPlayerInput `json:"Players,omitzero" item:"Player"`     // limits as Meta
	Payment                   *PaymentDetailsInput      `json:"Payment,omitzero"`                   // only with non-redirect payment providers; nil pays nothing
}

func (RegistrationInput) operation() string { return "Registration.Register" }

// MetaInput is a named value in a registration (section 4.16). The client sends the name as Key and as Name, because
// the table and the samples of the interface document differ.
type MetaInput struct {
	Key   string `json:"Key,omitzero"` // name; at most 100 characters
	Value string `json:"Value"`        // at most 100 characters
}

// RegistrationCoachInput is a coach or contact in a registration (section 4.16). Nil members are not sent.
type RegistrationCoachInput struct {
	PrimaryContact            *bool               `json:"PrimaryContact,omitzero"`            // default false; exactly one must be true
	FirstName                 *string             `json:"FirstName,omitzero"`                 // at most 100 characters
	LastName                  *string             `json:"LastName,omitzero"`                  // at most 100 characters
	Email                     *string             `json:"Email,omitzero"`                     // a valid e-mail address; at most 100 characters
	Type                      *CoachType          `json:"Type,omitzero"`                      // role; default CoachOther
	NCAACoachesApprovalNumber *string             `json:"NCAACoachesApprovalNumber,omitzero"` // for certified events; at most 100 characters
	MobilePhone               *string             `json:"MobilePhone,omitzero"`               // at most 100 characters
	HomePhone                 *string             `json:"HomePhone,omitzero"`                 // at most 100 characters
	WorkPhone                 *string             `json:"WorkPhone,omitzero"`                 // at most 100 characters
	FaxPhone                  *string             `json:"FaxPhone,omitzero"`                  // at most 100 characters
	Notes                     *string             `json:"Notes,omitzero"`                     // carried by sample bodies; no limit is stated
	MobileCarrier             *string             `json:"MobileCarrier,omitzero"`             // carried by sample bodies; no limit is stated
	Address                   *PersonAddressInput `json:"Address,omitzero"`                   // limits are in PersonAddressInput
	Meta                      []MetaInput         `json:"Meta,omitzero" item:"Meta"`          // at most 20 in the lacrosse, 10 in the volleyball variant
}

// RegistrationPlayerInput is a player in a registration (section 4.16). Nil and zero members are not sent.
type RegistrationPlayerInput struct {
	ID             int64               `json:"Id,omitzero"`               // carried by sample bodies; its meaning is not stated
	Active         *bool               `json:"Active,omitzero"`           // carried by sample bodies; its meaning is not stated
	FirstName      *string             `json:"FirstName,omitzero"`        // at most 100 characters
	LastName       *string             `json:"LastName,omitzero"`         // at most 100 characters
	Birthdate      Date                `json:"Birthdate,omitzero"`        // sent as mm/dd/yyyy
	HomePhone      *string             `json:"HomePhone,omitzero"`        // at most 100 characters
	MobilePhone    *string             `json:"MobilePhone,omitzero"`      // at most 100 characters
	Email          *string             `json:"Email,omitzero"`            // a valid e-mail address; at most 100 characters
	Address        *PersonAddressInput `json:"Address,omitzero"`          // limits are in PersonAddressInput
	Number         *int                `json:"Number,omitzero"`           // on this team; no limit is stated
	Position       *string             `json:"Position,omitzero"`         // at most 100 characters
	School         *string             `json:"School,omitzero"`           // at most 100 characters
	GraduationYear *int                `json:"GraduationYear,omitzero"`   // no limit is stated
	Meta           []MetaInput         `json:"Meta,omitzero" item:"Meta"` // at most 20 in the lacrosse, 10 in the volleyball variant
}

// Register registers a team, and pays for it when the request has a Payment (section 4.16). The host marks the team as
// paid unless MarkAsPaid is false, even without a Payment. Without a Name the team has no name. Register returns an
// error when the answer names no team. The client sends a registration again only when the first one certainly did not
// arrive: see [OutcomeUnknownError].
func (s RegistrationService) Register(ctx context.Context, r RegistrationInput,
	opts ...CallOption) (RegistrationResult, error) {
	return invoke[RegistrationResult](ctx, s.inside, r.operation(), r, opts)
}
