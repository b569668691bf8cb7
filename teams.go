package tourney

import (
	"context"
	"iter"
	"slices"
)

// TeamsService reads, creates and updates teams (sections 4.2 to 4.5).
type TeamsService struct{ core *core }

// Team is a team of an event (section 2, Team). Nested lists are there only when the request asked for them
// with an Include, as far as the host's documentation shows.
type Team struct {
	ID             int64         `json:"Id"`
	Sport          int           `json:"Sport,omitzero"`    // multi-sport and baseball variants only
	ParentID       int64         `json:"ParentId,omitzero"` // team that this one is linked to; 0 when it is not
	Name           string        `json:"Name"`
	Gender         *Gender       `json:"Gender,omitzero"` // nil when the host did not say
	Paid           *bool         `json:"Paid,omitzero"`   // nil when the host did not say
	Status         *TeamStatus   `json:"Status,omitzero"` // event status; nil when the host did not say
	Division       *TeamDivision `json:"Division,omitzero"`
	Address        *Address      `json:"Address,omitzero"`        // reads show City, Latitude and Longitude
	Players        []TeamPlayer  `json:"Players,omitzero"`        // nil unless asked for with IncludePlayers
	Coaches        []Coach       `json:"Coaches,omitzero"`        // nil unless asked for with IncludeCoaches
	Pools          []TeamPool    `json:"Pools,omitzero"`          // nil unless asked for with IncludePools
	Season         *Season       `json:"Season,omitzero"`         // nil unless asked for and registered; not in baseball, softball and football
	ExternalTeamID string        `json:"ExternalTeamId,omitzero"` // in the team summaries of a division
	Extra          Extra         `json:"-"`
}

// TeamDivision is the division of a team. Variants other than softball show Id and Name only.
type TeamDivision struct {
	ID          int64   `json:"Id"`
	Name        string  `json:"Name"`
	Description *string `json:"Description,omitzero"` // softball variant
	Gender      *Gender `json:"Gender,omitzero"`      // softball variant
	Event       *Event  `json:"Event,omitzero"`       // softball variant
	Extra       Extra   `json:"-"`
}

// Event is the event that a division or game belongs to. The interface document shows these fields and no
// operation that reads an event (section 2).
type Event struct {
	ID        int64  `json:"Id"`
	Name      string `json:"Name"`
	StartDate Date   `json:"StartDate,omitzero"`
	EndDate   Date   `json:"EndDate,omitzero"`
	Extra     Extra  `json:"-"`
}

// Address is the address of a person, a team or a venue (section 2, Address). Which fields are filled depends
// on whose address it is.
type Address struct {
	Location        string   `json:"Location,omitzero"` // venues only
	StreetAddress   string   `json:"StreetAddress,omitzero"`
	ExtendedAddress string   `json:"ExtendedAddress,omitzero"`
	City            string   `json:"City,omitzero"`
	StateRegion     string   `json:"StateRegion,omitzero"`
	PostalCode      string   `json:"PostalCode,omitzero"`
	Latitude        *float64 `json:"Latitude,omitzero"`  // degrees; teams and venues; nil when the host did not say
	Longitude       *float64 `json:"Longitude,omitzero"` // degrees; teams and venues; nil when the host did not say
	Extra           Extra    `json:"-"`
}

// TeamPlayer is a player on a team's roster (section 2, Team Player). Id names the place on the roster, PlayerId
// the person.
type TeamPlayer struct {
	ID               int64        `json:"Id"`
	PlayerID         int64        `json:"PlayerId,omitzero"` // not in the softball variant
	ParentID         int64        `json:"ParentId,omitzero"`
	Number           *int         `json:"Number,omitzero"` // on the jersey, where 0 is a number; nil when there is none
	FirstName        string       `json:"FirstName,omitzero"`
	LastName         string       `json:"LastName,omitzero"`
	ExternalPlayerID string       `json:"ExternalPlayerId,omitzero"`
	Address          *Address     `json:"Address,omitzero"`
	Birthdate        Date         `json:"Birthdate,omitzero"`
	HomePhone        string       `json:"HomePhone,omitzero"`
	MobilePhone      string       `json:"MobilePhone,omitzero"`
	Email            string       `json:"Email,omitzero"`
	Meta             []MetaItem   `json:"Meta,omitzero"`
	BirthYear        int          `json:"BirthYear,omitzero"`
	Height           string       `json:"Height,omitzero"` // as entered; no unit is stated
	Weight           int          `json:"Weight,omitzero"` // as entered; no unit is stated
	School           string       `json:"School,omitzero"`
	GraduationYear   int          `json:"GraduationYear,omitzero"`
	Grade            string       `json:"Grade,omitzero"`
	Position         string       `json:"Position,omitzero"`
	TravelTeam       string       `json:"TravelTeam,omitzero"`
	ACTScore         *int         `json:"ACTScore,omitzero"`
	SATScore         *int         `json:"SATScore,omitzero"`
	GPA              *Decimal     `json:"GPA,omitempty"`
	Bats             string       `json:"Bats,omitzero"`   // baseball and softball variants
	Throws           string       `json:"Throws,omitzero"` // baseball and softball variants
	Status           PlayerStatus `json:"Status,omitzero"` // roster status; replaced by Active in the softball variant
	Active           *bool        `json:"Active,omitzero"` // softball variant, and seen on others beside Status
	Extra            Extra        `json:"-"`
}

// MetaItem is a named value that an event director added to a team or a person.
type MetaItem struct {
	Name  string `json:"Name"`
	Value string `json:"Value"`
	Extra Extra  `json:"-"`
}

// Coach is a coach or contact of a team (section 2, Coach). Id names the place on the team, CoachId the person.
type Coach struct {
	ID          int64     `json:"Id"`
	CoachID     int64     `json:"CoachId,omitzero"` // not in the softball variant
	Type        CoachType `json:"Type"`
	FirstName   string    `json:"FirstName,omitzero"`
	LastName    string    `json:"LastName,omitzero"`
	Address     *Address  `json:"Address,omitzero"`
	HomePhone   string    `json:"HomePhone,omitzero"`
	MobilePhone string    `json:"MobilePhone,omitzero"`
	FaxPhone    string    `json:"FaxPhone,omitzero"`
	WorkPhone   string    `json:"WorkPhone,omitzero"`
	Email       string    `json:"Email,omitzero"`
	ParentID    int64     `json:"ParentId,omitzero"`
	Extra       Extra     `json:"-"`
}

// TeamPool is a team's position in a pool (section 2, TeamPool).
type TeamPool struct {
	Number int   `json:"Number"` // position within the pool, from 1
	Pool   Pool  `json:"Pool"`
	Extra  Extra `json:"-"`
}

// Pool is a group of teams of a division that play each other.
type Pool struct {
	ID       int64         `json:"Id"`
	Name     string        `json:"Name"`
	Label    string        `json:"Label,omitzero"`
	Division *TeamDivision `json:"Division,omitzero"` // Id and Name
	Extra    Extra         `json:"-"`
}

// Season is a team's registration for the season of the event; a team that is linked to a parent team shows
// the parent's (section 2, Season).
type Season struct {
	ID               int64  `json:"Id"`
	StartYear        int    `json:"StartYear"`
	EndYear          int    `json:"EndYear"`
	Session          string `json:"Session"`
	SeasonDivisionID int64  `json:"SeasonDivisionId"`
	SeasonDivision   string `json:"SeasonDivision"`
	Extra            Extra  `json:"-"`
}

// TeamListOptions selects teams (section 4.3). EventID or DivisionID is required in the multi-sport and baseball
// variants.
type TeamListOptions struct {
	Page       int         `url:"page,omitempty"`          // from 1, the default
	PageSize   int         `url:"pagesize,omitempty"`      // default 50; the host may answer with fewer
	EventID    int64       `url:"eventid,omitempty"`       // teams of this event
	DivisionID int64       `url:"divisionid,omitempty"`    // teams of this division
	TeamIDs    []int64     `url:"teamids,comma,omitempty"` // only these teams
	Status     *TeamStatus `url:"status,omitempty"`        // only this event status
	Paid       *bool       `url:"paid,omitempty"`          // only paid, or only unpaid teams; switches off the division's setting for which teams are shown
	Includes   []Include   `url:"includes,comma,omitempty"`
}

// TeamCreate is a new team (section 4.4). Nil members are not sent.
type TeamCreate struct {
	EventID         int64         `json:"EventId,omitzero"`    // not in the softball variant
	DivisionID      int64         `json:"DivisionId,omitzero"` // division to put the team into
	Name            *string       `json:"Name,omitzero"`
	Age             *Age          `json:"Age,omitzero"`   // not in the softball variant
	Grade           *Grade        `json:"Grade,omitzero"` // not in the softball variant
	ExternalTeamID  *string       `json:"ExternalTeamId,omitzero"`
	Gender          *Gender       `json:"Gender,omitzero"`
	Paid            *bool         `json:"Paid,omitzero"`   // default true
	Status          *TeamStatus   `json:"Status,omitzero"` // event status
	Address         *TeamAddress  `json:"Address,omitzero"`
	Notes           *string       `json:"Notes,omitzero"`         // internal
	Website         *string       `json:"Website,omitzero"`       // must start with http://
	TwitterHandle   *string       `json:"TwitterHandle,omitzero"` // without the @ sign
	InstagramHandle *string       `json:"InstagramHandle,omitzero"`
	FacebookPage    *string       `json:"FacebookPage,omitzero"`
	Abbreviation    *string       `json:"Abbreviation,omitzero"`
	Coaches         []CoachWrite  `json:"Coaches,omitzero"` // at most 5; not in the softball variant
	Players         []PlayerWrite `json:"Players,omitzero"` // at most 20; not in the softball variant
}

// TeamUpdate changes a team (section 4.5): what is nil stays as it is. ID says which team; ExternalTeamID may be
// used in its place, and is a new value when both are given.
type TeamUpdate struct {
	ID              int64          `json:"Id,omitzero"`
	EventID         int64          `json:"EventId,omitzero"` // not in the softball variant
	DivisionID      int64          `json:"DivisionId,omitzero"`
	Name            *string        `json:"Name,omitzero"`
	Age             *Age           `json:"Age,omitzero"`   // not in the softball variant
	Grade           *Grade         `json:"Grade,omitzero"` // not in the softball variant
	ExternalTeamID  *string        `json:"ExternalTeamId,omitzero"`
	Gender          *Gender        `json:"Gender,omitzero"`
	Paid            *bool          `json:"Paid,omitzero"`
	Status          *TeamStatus    `json:"Status,omitzero"` // event status
	Address         *TeamAddress   `json:"Address,omitzero"`
	Notes           *string        `json:"Notes,omitzero"`         // internal
	Website         *string        `json:"Website,omitzero"`       // must start with http://
	TwitterHandle   *string        `json:"TwitterHandle,omitzero"` // without the @ sign
	InstagramHandle *string        `json:"InstagramHandle,omitzero"`
	FacebookPage    *string        `json:"FacebookPage,omitzero"`
	Abbreviation    *string        `json:"Abbreviation,omitzero"`
	Coaches         []CoachUpdate  `json:"Coaches,omitzero"` // at most 5; not in the softball variant
	Players         []PlayerUpdate `json:"Players,omitzero"` // at most 20; not in the softball variant
}

// TeamAddress is a team's address in writes.
type TeamAddress struct {
	City        *string `json:"City,omitzero"`        // at most 100 characters
	StateRegion *string `json:"StateRegion,omitzero"` // at most 100 characters
	PostalCode  *string `json:"PostalCode,omitzero"`  // at most 10 characters
}

// CoachUpdate is a coach in a TeamUpdate: with an ID it changes that coach of the team, without one it adds a coach.
type CoachUpdate struct {
	ID int64 `json:"Id,omitzero"` // Coach.ID; not in the interface document's table, by analogy with players
	CoachWrite
}

// PlayerUpdate is a player in a TeamUpdate: with an ID it changes that player of the roster, without one it adds a
// player (section 4.5).
type PlayerUpdate struct {
	ID int64 `json:"Id,omitzero"` // TeamPlayer.ID
	PlayerWrite
}

// CoachWrite is a coach in a TeamCreate or CoachUpdate (section 4.4). Texts hold at most 100 characters.
type CoachWrite struct {
	Primary         *bool         `json:"Primary,omitzero"` // primary contact of the team; default false
	Type            *CoachType    `json:"Type,omitzero"`
	FirstName       *string       `json:"FirstName,omitzero"`
	LastName        *string       `json:"LastName,omitzero"`
	City            *string       `json:"City,omitzero"`
	StateRegion     *string       `json:"StateRegion,omitzero"`
	PostalCode      *string       `json:"PostalCode,omitzero"` // at most 10 characters
	Status          *RosterStatus `json:"Status,omitzero"`
	ExternalCoachID *string       `json:"ExternalCoachId,omitzero"`
	Email           *string       `json:"Email,omitzero"`
	Phone           *string       `json:"Phone,omitzero"`
}

// PlayerWrite is a player in a TeamCreate or PlayerUpdate (section 4.4). Texts hold at most 100 characters.
type PlayerWrite struct {
	FirstName        *string       `json:"FirstName,omitzero"`
	LastName         *string       `json:"LastName,omitzero"`
	City             *string       `json:"City,omitzero"`
	StateRegion      *string       `json:"StateRegion,omitzero"`
	PostalCode       *string       `json:"PostalCode,omitzero"` // at most 10 characters
	Position         *string       `json:"Position,omitzero"`
	Bats             *Hand         `json:"Bats,omitzero"`   // baseball variant only
	Throws           *Hand         `json:"Throws,omitzero"` // baseball variant only
	Height           *string       `json:"Height,omitzero"`
	Weight           *int          `json:"Weight,omitzero"`          // at most 3 digits
	GraduationYear   *int          `json:"GradudationYear,omitzero"` // at most 4 digits; spelled on the wire as the interface document spells it
	Grade            *string       `json:"Grade,omitzero"`
	School           *string       `json:"School,omitzero"`
	Number           *int          `json:"Number,omitzero"` // at most 3 digits
	Status           *RosterStatus `json:"Status,omitzero"`
	ExternalPlayerID *string       `json:"ExternalPlayerId,omitzero"`
	Email            *string       `json:"Email,omitzero"`
	Phone            *string       `json:"Phone,omitzero"`
}

func teamID(t *Team) int64 { return t.ID }

type teamBody struct{ Team Team }

type teamsBody struct{ Teams Page[Team] }

// Get returns one team (section 4.2). It answers ErrNotFound for an unknown id.
func (s TeamsService) Get(ctx context.Context, id int64, opts ...CallOption) (Team, error) {
	body, err := ask[teamBody](ctx, s.core, "Teams.Get", byID{ID: id}, opts)
	return body.Team, err
}

// List returns one page of teams (section 4.3). Teams in lists show no external id: Divisions.List with IncludeTeams
// does. Paid switches off the setting that hides teams, so it may bring back others as well.
func (s TeamsService) List(ctx context.Context, o TeamListOptions, opts ...CallOption) (Page[Team], error) {
	body, err := ask[teamsBody](ctx, s.core, "Teams.List", o, opts)
	return body.Teams, err
}

// Pages returns the pages of teams from o.Page on.
func (s TeamsService) Pages(ctx context.Context, o TeamListOptions, opts ...CallOption) iter.Seq2[Page[Team], error] {
	o.TeamIDs = slices.Clone(o.TeamIDs)
	o.Includes = slices.Clone(o.Includes)
	return pages("Teams.List", o.Page, teamID, func(page int) (Page[Team], error) {
		o := o
		o.Page = page
		return s.List(ctx, o, opts...)
	})
}

// All returns the teams of all pages from o.Page on, each once. See Page for when it ends.
func (s TeamsService) All(ctx context.Context, o TeamListOptions, opts ...CallOption) iter.Seq2[Team, error] {
	return all(s.Pages(ctx, o, opts...), teamID)
}

// Create adds a team and returns its id (section 4.4). It is sent again only when it certainly did not arrive:
// see OutcomeUnknownError.
func (s TeamsService) Create(ctx context.Context, t TeamCreate, opts ...CallOption) (int64, error) {
	body, err := ask[idBody](ctx, s.core, "Teams.Create", t, opts)
	return body.ID, err
}

// Update changes what u names of a team and leaves the rest alone (section 4.5).
func (s TeamsService) Update(ctx context.Context, u TeamUpdate, opts ...CallOption) error {
	_, err := ask[emptyBody](ctx, s.core, "Teams.Update", u, opts)
	return err
}
