package tourney

import (
	"context"
	"iter"
)

// DivisionsService reads, creates and updates divisions (sections 4.6 to 4.8).
type DivisionsService struct{ inside inside }

// Division is a division of an event (section 2, Division). An answer has nested lists and Settings only when the
// request asked for them with an [Include]. A missing field is nil, "" or zero.
type Division struct {
	ID          int64             `json:"Id"`              // of the division
	Name        string            `json:"Name"`            // of the division
	Active      *bool             `json:"Active,omitzero"` // rugby variant
	Description *string           `json:"Description,omitzero"`
	Gender      *Gender           `json:"Gender,omitzero"`
	Order       int               `json:"Order"` // not described by the interface document
	Event       *Event            `json:"Event,omitzero"`
	Settings    *DivisionSettings `json:"Settings,omitzero"`                // nil unless asked for with IncludeSettings
	Prices      []Price           `json:"Prices,omitzero" item:"Price"`     // nil unless asked for with IncludePrices
	Teams       []Team            `json:"Teams,omitzero" item:"Team"`       // summaries; nil unless asked for with IncludeTeams
	Assets      []Asset           `json:"Assets,omitzero" item:"Asset"`     // nil unless asked for with IncludeAssets
	Reports     []Report          `json:"Reports,omitzero" item:"Report"`   // nil unless asked for with IncludeReports
	Brackets    []Bracket         `json:"Brackets,omitzero" item:"Bracket"` // nil unless asked for with IncludeBrackets
	Extra       Extra             `json:"-"`                                // members that this version has no field for
}

// DivisionSettings says how a division registers and shows teams (section 2, Division). A missing field is nil, "" or
// zero.
type DivisionSettings struct {
	EnableRegistration *bool              `json:"EnableRegistration,omitzero"` // whether the division takes registrations
	RosterLimit        int                `json:"RosterLimit,omitzero"`        // players per team; the meaning of 0 is not stated
	RegistrationStatus RegistrationStatus `json:"RegistrationStatus,omitzero"` // which teams show in public lists, as observed
	ShowStandings      *bool              `json:"ShowStandings,omitzero"`      // rugby variant
	ShowSchedule       *bool              `json:"ShowSchedule,omitzero"`       // rugby variant
	ShowBrackets       *bool              `json:"ShowBrackets,omitzero"`       // rugby variant
	ShowParticipants   *bool              `json:"ShowParticipants,omitzero"`   // rugby variant
	Extra              Extra              `json:"-"`                           // members that this version has no field for
}

// Price is a fee of a division (section 2, Division). The interface document states no currency. A missing field is
// nil, "" or zero.
type Price struct {
	ID          int64     `json:"Id"`     // of the price: Payment.PriceID
	Type        PriceType `json:"Type"`   // kind of price
	Name        string    `json:"Name"`   // of the price
	Amount      Decimal   `json:"Amount"` // no currency is stated
	Description string    `json:"Description,omitzero"`
	Extra       Extra     `json:"-"` // members that this version has no field for
}

// Asset is a file of a division (section 2, Division). A missing field is nil, "" or zero.
type Asset struct {
	ID           int64    `json:"Id"`   // of the asset
	Name         string   `json:"Name"` // of the asset
	Description  string   `json:"Description,omitzero"`
	URL          string   `json:"Url,omitzero"`          // where the file is
	DateModified DateTime `json:"DateModified,omitzero"` // no zone is stated
	DateCreated  DateTime `json:"DateCreated,omitzero"`  // no zone is stated
	Extra        Extra    `json:"-"`                     // members that this version has no field for
}

// Report is a report of a division (section 2, Division). A missing field is nil, "" or zero.
type Report struct {
	Name         string       `json:"Name"` // of the report
	Description  string       `json:"Description,omitzero"`
	URL          string       `json:"Url,omitzero"`          // where the report is
	Type         TextOrNumber `json:"Type"`                  // kind of report, such as ReportHTML
	DateModified DateTime     `json:"DateModified,omitzero"` // no zone is stated
	Extra        Extra        `json:"-"`                     // members that this version has no field for
}

// Bracket is a bracket of a division with its results (section 2, Division). A missing field is nil, "" or zero.
type Bracket struct {
	ID           int64           `json:"Id"`                             // of the bracket
	Name         string          `json:"Name"`                           // of the bracket
	Results      []BracketResult `json:"Results,omitzero" item:"Result"` // IncludeResults was seen to ask for them
	DateModified DateTime        `json:"DateModified,omitzero"`          // no zone is stated
	URL          *string         `json:"Url,omitzero" nil:"xml"`         // of the bracket; nil when there is none, which XML shows as null
	Extra        Extra           `json:"-"`                              // members that this version has no field for
}

// BracketResult is a line of a bracket's results (section 2, Division). A missing field is nil, "" or zero.
type BracketResult struct {
	Name   string  `json:"Name"` // of the result
	Images []Image `json:"Images,omitzero" item:"Image"`
	Extra  Extra   `json:"-"` // members that this version has no field for
}

// Image is a picture of a bracket result (section 2, Division).
type Image struct {
	Name  string `json:"Name"`         // of the picture
	URL   string `json:"Url,omitzero"` // where the picture is
	Extra Extra  `json:"-"`            // members that this version has no field for
}

// DivisionListOptions selects active divisions (section 4.7). Zero members are not sent.
type DivisionListOptions struct {
	Page     int   `url:"page,omitempty"`     // number of the page, from 1; default 1
	PageSize int   `url:"pagesize,omitempty"` // rows on a page; default 50, no maximum stated; the host may answer fewer
	EventID  int64 `url:"eventid,omitempty"`  // divisions of this event; 0 for divisions of any event
}

// DivisionCreateInput is a new division (section 4.8; documented for the rugby variant). Nil and zero members are not
// sent. No limit is stated for the length of texts.
type DivisionCreateInput struct {
	EventID     int64   `json:"EventId,omitzero"`     // event to put the division into
	Name        *string `json:"Name,omitzero"`        // of the division
	Description *string `json:"Description,omitzero"` // of the division; no limit is stated
	Order       *int    `json:"Order,omitzero"`       // not described by the interface document
	Active      *bool   `json:"Active,omitzero"`      // false hides the division from lists; default true
	ExternalID  *string `json:"ExternalId,omitzero"`  // your own id of the division; no operation reads it
}

func (DivisionCreateInput) operation() string { return "Divisions.Create" }

// DivisionUpdateInput changes a division (section 4.8; documented for the rugby variant): nil members stay unchanged.
// No limit is stated for the length of texts.
type DivisionUpdateInput struct {
	ID          int64   `json:"Id,omitzero"`          // which division; assumed to be required
	Name        *string `json:"Name,omitzero"`        // of the division
	Description *string `json:"Description,omitzero"` // of the division; no limit is stated
	Order       *int    `json:"Order,omitzero"`       // not described by the interface document
	Active      *bool   `json:"Active,omitzero"`      // false hides the division from lists; no default: nil leaves it alone
	ExternalID  *string `json:"ExternalId,omitzero"`  // your own id of the division; no operation reads it
}

func (DivisionUpdateInput) operation() string { return "Divisions.Update" }

type divisionBody struct{ Division Division }

type divisionsBody struct{ Divisions Page[Division] }

// Get returns one division (section 4.6). For an unknown id the error is an [ErrNotFound]. For an answer without the
// division, or with another division, the error is a [DecodeError].
func (s DivisionsService) Get(ctx context.Context, id int64, opts ...CallOption) (Division, error) {
	body, err := invoke[divisionBody](ctx, s.inside, "Divisions.Get", byID{ID: id}, opts)
	return body.Division, err
}

// List returns one page of active divisions (section 4.7).
func (s DivisionsService) List(ctx context.Context, o DivisionListOptions, opts ...ListOption) (Page[Division], error) {
	body, err := invoke[divisionsBody](ctx, s.inside, "Divisions.List", o, opts)
	return body.Divisions, err
}

// Pages returns the pages of active divisions from o.Page on.
func (s DivisionsService) Pages(ctx context.Context, o DivisionListOptions,
	opts ...ListOption) iter.Seq2[Page[Division], error] {
	return divisionListing(s, o, opts).pages(ctx)
}

// All returns the active divisions of all pages from o.Page on, each once. [Page] says when the iteration ends.
func (s DivisionsService) All(ctx context.Context, o DivisionListOptions,
	opts ...ListOption) iter.Seq2[Division, error] {
	return divisionListing(s, o, opts).all(ctx)
}

// ReadAll returns all active divisions. [WholeList] says how ReadAll reads. The interface lists no inactive divisions
// (section 4.7), so the result Lacks a division that is not active any more.
func (s DivisionsService) ReadAll(ctx context.Context, o DivisionListOptions,
	opts ...ListOption) (WholeList[Division], error) {
	return readAll(ctx, divisionListing(s, o, opts))
}

func divisionListing(s DivisionsService, o DivisionListOptions, opts []ListOption) listing[Division] {
	page := func(o *DivisionListOptions) *int { return &o.Page }
	id := func(d *Division) int64 { return d.ID }
	return listingOf(s.inside, "Divisions.List", o, page, id, s.List, opts)
}

// Create adds a division and returns its id (section 4.8). Create returns an error when the answer names no id. The
// client sends a create again only when the first one certainly did not arrive: see [OutcomeUnknownError].
//
// The interface document requires no parameter. So Create sends DivisionCreateInput{} too, and the host adds an active
// division without a name. The document does not state to which event that division belongs.
func (s DivisionsService) Create(ctx context.Context, d DivisionCreateInput, opts ...CallOption) (int64, error) {
	body, err := invoke[idBody](ctx, s.inside, d.operation(), d, opts)
	return body.ID, err
}

// Update changes the members of a division that u sets (section 4.8).
func (s DivisionsService) Update(ctx context.Context, u DivisionUpdateInput, opts ...CallOption) error {
	_, err := invoke[emptyBody](ctx, s.inside, u.operation(), u, opts)
	return err
}
