package tourney

import "context"

// RegistrationService registers teams (section 4.16).
type RegistrationService struct{ core *core }

// RegistrationResult is the answer to a registration (section 2, Results of writes).
type RegistrationResult struct {
	TeamID int64      `json:"TeamId"`
	Status TeamStatus `json:"Status"`
	Extra  Extra      `json:"-"`
}

// RegistrationRequest registers a team in a division of an event (section 4.16). Texts hold at most 100
// characters. Exactly one of Coaches must be the primary contact.
type RegistrationRequest struct {
	EventID                   int64                `json:"EventId,omitzero"`
	DivisionID                int64                `json:"DivisionId,omitzero"`
	Name                      *string              `json:"Name,omitzero"` // of the team
	Year                      *int                 `json:"Year,omitzero"` // default 2026 in the lacrosse, 2018 in the volleyball variant
	Gender                    *Gender              `json:"Gender,omitzero"`
	Notes                     *string              `json:"Notes,omitzero"`                     // internal
	MarkAsPaid                *bool                `json:"MarkAsPaid,omitzero"`                // default true
	EnableCreditCard          *bool                `json:"EnableCreditCard,omitzero"`          // charge a card; default true
	EnablePaymentConfirmation *bool                `json:"EnablePaymentConfirmation,omitzero"` // send an e-mail after a payment; default true; also sent as EnableReceipt
	Address                   *TeamAddress         `json:"Address,omitzero"`
	Meta                      []MetaWrite          `json:"Meta,omitzero"`    // at most 20 in the lacrosse, 10 in the volleyball variant
	Coaches                   []RegistrationCoach  `json:"Coaches,omitzero"` // coaches and contacts; limits as Meta
	Players                   []RegistrationPlayer `json:"Players,omitzero"` // limits as Meta
	Payment                   *Payment             `json:"Payment,omitzero"` // usable only with non-redirect payment providers
}

// MetaWrite is a named value in a registration; both texts hold at most 100 characters. The name is sent as Key
// and as Name, because the interface document's table and its samples differ.
type MetaWrite struct {
	Key   string `json:"Key,omitzero"`
	Value string `json:"Value"`
}

// RegistrationCoach is a coach or contact in a registration (section 4.16).
type RegistrationCoach struct {
	PrimaryContact            *bool          `json:"PrimaryContact,omitzero"` // default false; exactly one must be true
	FirstName                 *string        `json:"FirstName,omitzero"`
	LastName                  *string        `json:"LastName,omitzero"`
	Email                     *string        `json:"Email,omitzero"`                     // a valid e-mail address
	Type                      *CoachType     `json:"Type,omitzero"`                      // default CoachOther
	NCAACoachesApprovalNumber *string        `json:"NCAACoachesApprovalNumber,omitzero"` // for certified events
	MobilePhone               *string        `json:"MobilePhone,omitzero"`
	HomePhone                 *string        `json:"HomePhone,omitzero"`
	WorkPhone                 *string        `json:"WorkPhone,omitzero"`
	FaxPhone                  *string        `json:"FaxPhone,omitzero"`
	Notes                     *string        `json:"Notes,omitzero"`
	MobileCarrier             *string        `json:"MobileCarrier,omitzero"`
	Address                   *PersonAddress `json:"Address,omitzero"`
	Meta                      []MetaWrite    `json:"Meta,omitzero"` // at most 20 in the lacrosse, 10 in the volleyball variant
}

// RegistrationPlayer is a player in a registration (section 4.16).
type RegistrationPlayer struct {
	ID             int64          `json:"Id,omitzero"` // carried by sample bodies; its meaning is not stated
	Active         *bool          `json:"Active,omitzero"`
	FirstName      *string        `json:"FirstName,omitzero"`
	LastName       *string        `json:"LastName,omitzero"`
	Birthdate      BirthDate      `json:"Birthdate,omitzero"` // mm/dd/yyyy
	HomePhone      *string        `json:"HomePhone,omitzero"`
	MobilePhone    *string        `json:"MobilePhone,omitzero"`
	Email          *string        `json:"Email,omitzero"` // a valid e-mail address
	Address        *PersonAddress `json:"Address,omitzero"`
	Number         *int           `json:"Number,omitzero"` // on this team
	Position       *string        `json:"Position,omitzero"`
	School         *string        `json:"School,omitzero"`
	GraduationYear *int           `json:"GraduationYear,omitzero"`
	Meta           []MetaWrite    `json:"Meta,omitzero"` // at most 20 in the lacrosse, 10 in the volleyball variant
}

// PersonAddress is an address in writes. Texts hold at most 100 characters.
type PersonAddress struct {
	StreetAddress   *string `json:"StreetAddress,omitzero"`
	ExtendedAddress *string `json:"ExtendedAddress,omitzero"`
	City            *string `json:"City,omitzero"`
	StateRegion     *string `json:"StateRegion,omitzero"`
	PostalCode      *string `json:"PostalCode,omitzero"` // at most 10 characters
}

// Register registers a team and, where the request says so, pays for it (section 4.16). The team is marked as paid
// unless MarkAsPaid is false, also when nothing is paid. It is sent again only
// when it certainly did not arrive: see OutcomeUnknownError.
func (s RegistrationService) Register(ctx context.Context, r RegistrationRequest, opts ...CallOption) (RegistrationResult, error) {
	return ask[RegistrationResult](ctx, s.core, "Registration.Register", r, opts)
}
