package tourney

import (
	"context"
	"iter"
	"slices"
)

// DivisionsService reads, creates and updates divisions (sections 4.6 to 4.8).
type DivisionsService struct{ core *core }

// Division is a division of an event (section 2, Division). Nested lists and Settings are there only when the
// request asked for them with an Include.
type Division struct {
	ID          int64             `json:"Id"`
	Name        string            `json:"Name"`
	Active      *bool             `json:"Active,omitzero"`      // rugby variant
	Description *string           `json:"Description,omitzero"` // nil when the host did not say
	Gender      *Gender           `json:"Gender,omitzero"`      // nil when the host did not say
	Order       int               `json:"Order"`
	Event       *Event            `json:"Event,omitzero"`
	Settings    *DivisionSettings `json:"Settings,omitzero"` // nil unless asked for with IncludeSettings
	Prices      []Price           `json:"Prices,omitzero"`   // nil unless asked for with IncludePrices
	Teams       []Team            `json:"Teams,omitzero"`    // summaries; nil unless asked for with IncludeTeams
	Assets      []Asset           `json:"Assets,omitzero"`   // nil unless asked for with IncludeAssets
	Reports     []Report          `json:"Reports,omitzero"`  // nil unless asked for with IncludeReports
	Brackets    []Bracket         `json:"Brackets,omitzero"` // nil unless asked for with IncludeBrackets
	Extra       Extra             `json:"-"`
}

// DivisionSettings is how a division registers and shows teams.
type DivisionSettings struct {
	EnableRegistration bool               `json:"EnableRegistration"`
	RosterLimit        int                `json:"RosterLimit"` // players per team
	RegistrationStatus RegistrationStatus `json:"RegistrationStatus"`
	ShowStandings      *bool              `json:"ShowStandings,omitzero"`    // rugby variant
	ShowSchedule       *bool              `json:"ShowSchedule,omitzero"`     // rugby variant
	ShowBrackets       *bool              `json:"ShowBrackets,omitzero"`     // rugby variant
	ShowParticipants   *bool              `json:"ShowParticipants,omitzero"` // rugby variant
	Extra              Extra              `json:"-"`
}

// Price is what a division charges. The interface document states no currency.
type Price struct {
	ID          int64     `json:"Id"`
	Type        PriceType `json:"Type"`
	Name        string    `json:"Name"`
	Amount      Decimal   `json:"Amount"`
	Description string    `json:"Description,omitzero"`
	Extra       Extra     `json:"-"`
}

// Asset is a file of a division.
type Asset struct {
	ID           int64    `json:"Id"`
	Name         string   `json:"Name"`
	Description  string   `json:"Description,omitzero"`
	URL          string   `json:"Url,omitzero"`
	DateModified DateTime `json:"DateModified,omitzero"`
	DateCreated  DateTime `json:"DateCreated,omitzero"`
	Extra        Extra    `json:"-"`
}

// Report is a report of a division.
type Report struct {
	Name         string     `json:"Name"`
	Description  string     `json:"Description,omitzero"`
	URL          string     `json:"Url,omitzero"`
	Type         ReportType `json:"Type"`
	DateModified DateTime   `json:"DateModified,omitzero"`
	Extra        Extra      `json:"-"`
}

// Bracket is a bracket of a division with its results.
type Bracket struct {
	ID           int64           `json:"Id"`
	Name         string          `json:"Name"`
	Results      []BracketResult `json:"Results,omitzero"`
	DateModified DateTime        `json:"DateModified,omitzero"`
	URL          *string         `json:"Url,omitzero"` // nil when the bracket has none, which XML shows as null
	Extra        Extra           `json:"-"`
}

// BracketResult is a line of a bracket's results.
type BracketResult struct {
	Name   string  `json:"Name"`
	Images []Image `json:"Images,omitzero"`
	Extra  Extra   `json:"-"`
}

// Image is a picture of a bracket result.
type Image struct {
	Name  string `json:"Name"`
	URL   string `json:"Url,omitzero"`
	Extra Extra  `json:"-"`
}

// DivisionListOptions selects active divisions (section 4.7).
type DivisionListOptions struct {
	Page     int       `url:"page,omitempty"`     // from 1, the default
	PageSize int       `url:"pagesize,omitempty"` // default 50; the host may answer with fewer
	EventID  int64     `url:"eventid,omitempty"`  // divisions of this event
	Includes []Include `url:"includes,comma,omitempty"`
}

// DivisionCreate is a new division (section 4.8; documented for the rugby variant). Nil members are not sent.
type DivisionCreate struct {
	EventID     int64   `json:"EventId,omitzero"`
	Name        *string `json:"Name,omitzero"`
	Description *string `json:"Description,omitzero"`
	Order       *int    `json:"Order,omitzero"`
	Active      *bool   `json:"Active,omitzero"` // default true
	ExternalID  *string `json:"ExternalId,omitzero"`
}

// DivisionUpdate changes a division (section 4.8; documented for the rugby variant): what is nil stays as it is.
type DivisionUpdate struct {
	ID          int64   `json:"Id,omitzero"`
	Name        *string `json:"Name,omitzero"`
	Description *string `json:"Description,omitzero"`
	Order       *int    `json:"Order,omitzero"`
	Active      *bool   `json:"Active,omitzero"` // lists show active divisions
	ExternalID  *string `json:"ExternalId,omitzero"`
}

func divisionID(d *Division) int64 { return d.ID }

type divisionBody struct{ Division Division }

type divisionsBody struct{ Divisions Page[Division] }

// Get returns one division (section 4.6). It answers ErrNotFound for an unknown id.
func (s DivisionsService) Get(ctx context.Context, id int64, opts ...CallOption) (Division, error) {
	body, err := ask[divisionBody](ctx, s.core, "Divisions.Get", byID{ID: id}, opts)
	return body.Division, err
}

// List returns one page of active divisions (section 4.7).
func (s DivisionsService) List(ctx context.Context, o DivisionListOptions, opts ...CallOption) (Page[Division], error) {
	body, err := ask[divisionsBody](ctx, s.core, "Divisions.List", o, opts)
	return body.Divisions, err
}

// Pages returns the pages of active divisions from o.Page on.
func (s DivisionsService) Pages(ctx context.Context, o DivisionListOptions, opts ...CallOption) iter.Seq2[Page[Division], error] {
	o.Includes = slices.Clone(o.Includes)
	return pages("Divisions.List", o.Page, divisionID, func(page int) (Page[Division], error) {
		o := o
		o.Page = page
		return s.List(ctx, o, opts...)
	})
}

// All returns the active divisions of all pages from o.Page on, each once. See Page for when it ends.
func (s DivisionsService) All(ctx context.Context, o DivisionListOptions, opts ...CallOption) iter.Seq2[Division, error] {
	return all(s.Pages(ctx, o, opts...), divisionID)
}

// Create adds a division and returns its id (section 4.8). It is sent again only when it certainly did not
// arrive: see OutcomeUnknownError.
func (s DivisionsService) Create(ctx context.Context, d DivisionCreate, opts ...CallOption) (int64, error) {
	body, err := ask[idBody](ctx, s.core, "Divisions.Create", d, opts)
	return body.ID, err
}

// Update changes what u names of a division and leaves the rest alone (section 4.8).
func (s DivisionsService) Update(ctx context.Context, u DivisionUpdate, opts ...CallOption) error {
	_, err := ask[emptyBody](ctx, s.core, "Divisions.Update", u, opts)
	return err
}
