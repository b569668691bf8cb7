package tourney

import (
	"context"
	"iter"
	"slices"
)

// TeamsService reads, creates and updates teams (sections 4.2 to 4.5).
type TeamsService struct{ inside inside }

// Team is a team of an event (section 2, Team). An answer has nested lists only when the request asked for them with an
// [Include], according to the host's documentation. A missing field is nil, "" or zero.
type Team struct {
	ID             int64         `json:"Id"`                // of the team
	Sport          int           `json:"Sport,omitzero"`    // code of the sport, not listed; multi-sport and baseball variants only
	ParentID       int64         `json:"ParentId,omitzero"` // parent team that this one is linked to; 0 when there is none
	Name           string        `json:"Name"`              // of the team
	Gender         *Gender       `json:"Gender,omitzero"`
	Paid           *bool         `json:"Paid,omitzero"`
	Status         *TeamStatus   `json:"Status,omitzero"` // event status
	Division       *TeamDivision `json:"Division,omitzero"`
	Address        *Address      `json:"Address,omitzero"`               // City, Latitude and Longitude only
	Players        []TeamPlayer  `json:"Players,omitzero" item:"Player"` // roster; nil unless asked for with IncludePlayers
	Coaches        []Coach       `json:"Coaches,omitzero" item:"Coach"`  // nil unless asked for with IncludeCoaches
	Pools          []TeamPool    `json:"Pools,omitzero" item:"TeamPool"` // places in pools; nil unless asked for with IncludePools
	Season         *Season       `json:"Season,omitzero"`                // nil unless asked for and registered; not in baseball, softball and football
	ExternalTeamID string        `json:"ExternalTeamId,omitzero"`        // in the team summaries of a division, and in lists as observed; "" elsewhere
	Extra          Extra         `json:"-"`                              // members that this version has no field for
}

// TeamDivision is the division of a team (section 2, Team). Variants other than softball show Id and Name only. A
// missing field is nil, "" or zero.
type TeamDivision struct {
	ID          int64   `json:"Id"`                   // of the division
	Name        string  `json:"Name"`                 // of the division
	Description *string `json:"Description,omitzero"` // softball variant
	Gender      *Gender `json:"Gender,omitzero"`      // softball variant
	Event       *Event  `json:"Event,omitzero"`       // softball variant
	Extra       Extra   `json:"-"`                    // members that this version has no field for
}

// TeamPlayer is a player on a team's roster (section 2, Team Player). Id is the id of the place on the roster. PlayerId
// is the id of the person. A missing field is nil, "" or zero.
type TeamPlayer struct {
	ID               int64        `json:"Id"`                // place on the roster: PlayerStatisticsInput.TeamPlayerID
	PlayerID         int64        `json:"PlayerId,omitzero"` // the person: Player.ID; not in the softball variant
	ParentID         int64        `json:"ParentId,omitzero"` // not described by the interface document; 0 when there is none
	Number           *int         `json:"Number,omitzero"`   // on the jersey, where 0 is a number; nil when there is none
	FirstName        string       `json:"FirstName,omitzero"`
	LastName         string       `json:"LastName,omitzero"`
	ExternalPlayerID string       `json:"ExternalPlayerId,omitzero"` // id in another system; "" when there is none
	Address          *Address     `json:"Address,omitzero"`
	Birthdate        Date         `json:"Birthdate,omitzero"`
	HomePhone        string       `json:"HomePhone,omitzero"`   // as entered
	MobilePhone      string       `json:"MobilePhone,omitzero"` // as entered
	Email            string       `json:"Email,omitzero"`
	Meta             []MetaItem   `json:"Meta,omitzero" item:"Meta"`
	BirthYear        int          `json:"BirthYear,omitzero"`
	Height           string       `json:"Height,omitzero"` // as entered; no unit is stated
	Weight           *int         `json:"Weight,omitzero"` // no unit is stated
	School           string       `json:"School,omitzero"`
	GraduationYear   *int         `json:"GraduationYear,omitzero"`
	Grade            string       `json:"Grade,omitzero"`      // school grade, as text
	Position         string       `json:"Position,omitzero"`   // as entered; the texts are not listed
	TravelTeam       string       `json:"TravelTeam,omitzero"` // name of the player's travel team
	ACTScore         *int         `json:"ACTScore,omitzero"`
	SATScore         *int         `json:"SATScore,omitzero"`
	GPA              *Decimal     `json:"GPA,omitempty"`   // no scale is stated
	Bats             string       `json:"Bats,omitzero"`   // baseball and softball variants; the texts are not listed
	Throws           string       `json:"Throws,omitzero"` // baseball and softball variants; the texts are not listed
	Status           TextOrNumber `json:"Status,omitzero"` // RosterStatus by name or number; the softball variant has Active instead
	Active           *bool        `json:"Active,omitzero"` // softball variant, seen on others as well
	Extra            Extra        `json:"-"`               // members that this version has no field for
}

// MetaItem is a named value that an event director added to a person (section 2, Team Player).
type MetaItem struct {
	Name  string `json:"Name"`  // as the event director chose it
	Value string `json:"Value"` // as text
	Extra Extra  `json:"-"`     // members that this version has no field for
}

// Coach is a coach or contact of a team (section 2, Coach). Id is the id of the place on the team. CoachId is the id of
// the person. A missing field is nil, "" or zero.
type Coach struct {
	ID          int64      `json:"Id"`               // place on the team
	CoachID     int64      `json:"CoachId,omitzero"` // the person; not in the softball variant
	Type        *CoachType `json:"Type,omitzero"`    // role
	FirstName   string     `json:"FirstName,omitzero"`
	LastName    string     `json:"LastName,omitzero"`
	Address     *Address   `json:"Address,omitzero"`
	HomePhone   string     `json:"HomePhone,omitzero"`   // as entered
	MobilePhone string     `json:"MobilePhone,omitzero"` // as entered
	FaxPhone    string     `json:"FaxPhone,omitzero"`    // as entered
	WorkPhone   string     `json:"WorkPhone,omitzero"`   // as entered
	Email       string     `json:"Email,omitzero"`
	ParentID    int64      `json:"ParentId,omitzero"` // not described by the interface document; 0 when there is none
	Extra       Extra      `json:"-"`                 // members that this version has no field for
}

// TeamPool is a team's position in a pool (section 2, TeamPool).
type TeamPool struct {
	Number int   `json:"Number"` // of the team's position in the pool
	Pool   Pool  `json:"Pool"`   // the pool
	Extra  Extra `json:"-"`      // members that this version has no field for
}

// Pool is a group of teams of a division that play each other (section 2, TeamPool). A missing field is nil, "" or
// zero.
type Pool struct {
	ID       int64         `json:"Id"`                // of the pool
	Name     string        `json:"Name"`              // of the pool
	Label    string        `json:"Label,omitzero"`    // not described by the interface document
	Division *TeamDivision `json:"Division,omitzero"` // Id and Name only
	Extra    Extra         `json:"-"`                 // members that this version has no field for
}

// Season is a team's registration for the season of the event. A team that is linked to a parent team shows the
// registration of the parent team (section 2, Season).
type Season struct {
	ID               int64  `json:"Id"`               // the document does not say whose id this is
	StartYear        int    `json:"StartYear"`        // calendar year
	EndYear          int    `json:"EndYear"`          // calendar year
	Session          string `json:"Session"`          // not described by the interface document
	SeasonDivisionID int64  `json:"SeasonDivisionId"` // id of the season's division
	SeasonDivision   string `json:"SeasonDivision"`   // name of the season's division
	Extra            Extra  `json:"-"`                // members that this version has no field for
}

// TeamListOptions selects teams (section 4.3). EventID or DivisionID is required in the multi-sport and baseball
// variants. Zero members are not sent.
type TeamListOptions struct {
	Page       int         `url:"page,omitempty"`          // number of the page, from 1; default 1
	PageSize   int         `url:"pagesize,omitempty"`      // rows on a page; default 50, no maximum stated; the host may answer fewer
	EventID    int64       `url:"eventid,omitempty"`       // teams of this event; 0 for teams of any event
	DivisionID int64       `url:"divisionid,omitempty"`    // teams of this division; 0 for teams of any division
	TeamIDs    []int64     `url:"teamids,comma,omitempty"` // only these teams
	Status     *TeamStatus `url:"status,omitempty"`        // only this event status; nil for any
	// Paid lists only paid or only unpaid teams, also teams that the settings hide. Nil lists both, without hidden teams.
	Paid *bool `url:"paid,omitempty"`
}

// TeamCreateInput is a new team (section 4.4). Nil and zero members are not sent. The interface document states no
// limit for the length of texts here.
type TeamCreateInput struct {
	EventID         int64             `json:"EventId,omitzero"`               // event of the team; not in the softball variant
	DivisionID      int64             `json:"DivisionId,omitzero"`            // division to put the team into
	Name            *string           `json:"Name,omitzero"`                  // of the team
	Age             *int              `json:"Age,omitzero"`                   // age group, a code that is not listed; not in the softball variant
	Grade           *int              `json:"Grade,omitzero"`                 // school grade, a code that is not listed; not in the softball variant
	ExternalTeamID  *string           `json:"ExternalTeamId,omitzero"`        // your own id of the team
	Gender          *Gender           `json:"Gender,omitzero"`                // of the team
	Paid            *bool             `json:"Paid,omitzero"`                  // marks the team as paid; default true
	Status          *TeamStatus       `json:"Status,omitzero"`                // event status
	Address         *TeamAddressInput `json:"Address,omitzero"`               // limits are in TeamAddressInput
	Notes           *string           `json:"Notes,omitzero"`                 // internal
	Website         *string           `json:"Website,omitzero"`               // must start with http://
	TwitterHandle   *string           `json:"TwitterHandle,omitzero"`         // without the @ sign
	InstagramHandle *string           `json:"InstagramHandle,omitzero"`       // handle at Instagram; not in the table of section 4.4
	FacebookPage    *string           `json:"FacebookPage,omitzero"`          // page at Facebook; not in the table of section 4.4
	Abbreviation    *string           `json:"Abbreviation,omitzero"`          // of the name
	Coaches         []CoachInput      `json:"Coaches,omitzero" item:"Coach"`  // at most 5; not in the softball variant
	Players         []PlayerInput     `json:"Players,omitzero" item:"Player"` // at most 20; not in the softball variant
}

func (TeamCreateInput) operation() string { return "Teams.Create" }

// TeamUpdateInput changes a team (section 4.5). Nil members stay unchanged. ID names the team. When ID is 0,
// ExternalTeamID names the team. Otherwise ExternalTeamID is a new value. The interface document states no limit for
// the length of texts here.
type TeamUpdateInput struct {
	ID              int64               `json:"Id,omitzero"`                    // which team; 0 when ExternalTeamID names the team
	EventID         int64               `json:"EventId,omitzero"`               // event of the team; not in the softball variant
	DivisionID      int64               `json:"DivisionId,omitzero"`            // division to move the team to
	Name            *string             `json:"Name,omitzero"`                  // of the team
	Age             *int                `json:"Age,omitzero"`                   // age group, a code that is not listed; not in the softball variant
	Grade           *int                `json:"Grade,omitzero"`                 // school grade, a code that is not listed; not in the softball variant
	ExternalTeamID  *string             `json:"ExternalTeamId,omitzero"`        // names the team without an ID, else a new value
	Gender          *Gender             `json:"Gender,omitzero"`                // of the team
	Paid            *bool               `json:"Paid,omitzero"`                  // marks the team as paid or unpaid; no default: nil leaves it unchanged
	Status          *TeamStatus         `json:"Status,omitzero"`                // event status
	Address         *TeamAddressInput   `json:"Address,omitzero"`               // limits are in TeamAddressInput
	Notes           *string             `json:"Notes,omitzero"`                 // internal
	Website         *string             `json:"Website,omitzero"`               // must start with http://
	TwitterHandle   *string             `json:"TwitterHandle,omitzero"`         // without the @ sign
	InstagramHandle *string             `json:"InstagramHandle,omitzero"`       // handle at Instagram; not in the table of section 4.4
	FacebookPage    *string             `json:"FacebookPage,omitzero"`          // page at Facebook; not in the table of section 4.4
	Abbreviation    *string             `json:"Abbreviation,omitzero"`          // of the name
	Coaches         []CoachUpdateInput  `json:"Coaches,omitzero" item:"Coach"`  // at most 5; not in the softball variant
	Players         []PlayerUpdateInput `json:"Players,omitzero" item:"Player"` // at most 20; not in the softball variant
}

func (TeamUpdateInput) operation() string { return "Teams.Update" }

// CoachUpdateInput is a coach in a [TeamUpdateInput] (section 4.5). With an ID, the update changes that coach of the
// team. Without an ID, the update adds a coach.
type CoachUpdateInput struct {
	ID int64 `json:"Id,omitzero"` // Coach.ID; 0 adds a coach; not in the interface document's table, by analogy with players
	// The members to set.
	CoachInput
}

// PlayerUpdateInput is a player in a [TeamUpdateInput] (section 4.5). With an ID, the update changes that player of the
// roster. Without an ID, the update adds a player.
type PlayerUpdateInput struct {
	ID int64 `json:"Id,omitzero"` // TeamPlayer.ID; 0 adds a player
	// The members to set.
	PlayerInput
}

// CoachInput is a coach in a [TeamCreateInput] or [CoachUpdateInput] (section 4.4). Nil members are not sent.
type CoachInput struct {
	Primary         *bool         `json:"Primary,omitzero"`         // primary contact of the team; default false
	Type            *CoachType    `json:"Type,omitzero"`            // role
	FirstName       *string       `json:"FirstName,omitzero"`       // at most 100 characters
	LastName        *string       `json:"LastName,omitzero"`        // at most 100 characters
	City            *string       `json:"City,omitzero"`            // at most 100 characters
	StateRegion     *string       `json:"StateRegion,omitzero"`     // state or region; at most 100 characters
	PostalCode      *string       `json:"PostalCode,omitzero"`      // at most 10 characters
	Status          *RosterStatus `json:"Status,omitzero"`          // roster status
	ExternalCoachID *string       `json:"ExternalCoachId,omitzero"` // your own id of the coach; no limit is stated
	Email           *string       `json:"Email,omitzero"`           // a valid e-mail address (section 7); no limit is stated
	Phone           *string       `json:"Phone,omitzero"`           // no limit is stated
}

// PlayerInput is a player in a [TeamCreateInput] or [PlayerUpdateInput] (section 4.4). Nil members are not sent.
type PlayerInput struct {
	FirstName        *string       `json:"FirstName,omitzero"`        // at most 100 characters
	LastName         *string       `json:"LastName,omitzero"`         // at most 100 characters
	City             *string       `json:"City,omitzero"`             // at most 100 characters
	StateRegion      *string       `json:"StateRegion,omitzero"`      // state or region; at most 100 characters
	PostalCode       *string       `json:"PostalCode,omitzero"`       // at most 10 characters
	Position         *string       `json:"Position,omitzero"`         // at most 100 characters
	Bats             *int          `json:"Bats,omitzero"`             // code of a hand, not listed; baseball variant only
	Throws           *int          `json:"Throws,omitzero"`           // code of a hand, not listed; baseball variant only
	Height           *string       `json:"Height,omitzero"`           // at most 100 characters; no unit is stated
	Weight           *int          `json:"Weight,omitzero"`           // at most 3 digits; no unit is stated
	GraduationYear   *int          `json:"GradudationYear,omitzero"`  // at most 4 digits; spelled on the wire as the interface document spells it
	Grade            *string       `json:"Grade,omitzero"`            // school grade; at most 100 characters
	School           *string       `json:"School,omitzero"`           // at most 100 characters
	Number           *int          `json:"Number,omitzero"`           // on the jersey; at most 3 digits
	Status           *RosterStatus `json:"Status,omitzero"`           // roster status
	ExternalPlayerID *string       `json:"ExternalPlayerId,omitzero"` // your own id of the player; no limit is stated
	Email            *string       `json:"Email,omitzero"`            // a valid e-mail address (section 7); no limit is stated
	Phone            *string       `json:"Phone,omitzero"`            // no limit is stated
}

type teamBody struct{ Team Team }

type teamsBody struct{ Teams Page[Team] }

// Get returns one team (section 4.2). For an unknown id the error is an [ErrNotFound]. For an answer without the team,
// or with another team, the error is a [DecodeError].
func (s TeamsService) Get(ctx context.Context, id int64, opts ...CallOption) (Team, error) {
	body, err := invoke[teamBody](ctx, s.inside, "Teams.Get", byID{ID: id}, opts)
	return body.Team, err
}

// List returns one page of teams (section 4.3). A division can hide teams from lists, such as teams on its waiting
// list. A list with the option Paid hides no teams, so two lists together, with Paid true and with Paid false, have all
// teams: see https://github.com/tourney-go/tourney/blob/main/docs/reading.md. The interface document shows the
// external id of a team only in Divisions.List with [IncludeTeams], but lists of teams were seen to have the external
// id, too.
func (s TeamsService) List(ctx context.Context, o TeamListOptions, opts ...ListOption) (Page[Team], error) {
	body, err := invoke[teamsBody](ctx, s.inside, "Teams.List", o, opts)
	return body.Teams, err
}

// Pages returns the pages of teams from o.Page on.
func (s TeamsService) Pages(ctx context.Context, o TeamListOptions, opts ...ListOption) iter.Seq2[Page[Team], error] {
	return teamListing(s, o, opts).pages(ctx)
}

// All returns the teams of all pages from o.Page on, each once. [Page] says when the iteration ends.
func (s TeamsService) All(ctx context.Context, o TeamListOptions, opts ...ListOption) iter.Seq2[Team, error] {
	return teamListing(s, o, opts).all(ctx)
}

// ReadAll returns all teams, also those that the settings of a division hide from a list. [WholeList] says how ReadAll
// reads. Without Paid in the options ReadAll reads two lists in each pass: the unpaid teams and then the paid teams.
// Two passes in a row must agree in both lists, so ReadAll loses no team that becomes paid between the two lists. With
// Paid it reads that list alone.
func (s TeamsService) ReadAll(ctx context.Context, o TeamListOptions, opts ...ListOption) (WholeList[Team], error) {
	if o.Paid != nil {
		return readAll(ctx, teamListing(s, o, opts))
	}
	unpaid, paid := o, o
	unpaid.Paid, paid.Paid = new(false), new(true)
	return readAll(ctx, teamListing(s, unpaid, opts), teamListing(s, paid, opts))
}

func teamListing(s TeamsService, o TeamListOptions, opts []ListOption) listing[Team] {
	o.TeamIDs = slices.Clone(o.TeamIDs)
	o.Status, o.Paid = copyOf(o.Status), copyOf(o.Paid)
	page := func(o *TeamListOptions) *int { return &o.Page }
	id := func(t *Team) int64 { return t.ID }
	return listingOf(s.inside, "Teams.List", o, page, id, s.List, opts)
}

// Create adds a team and returns its id (section 4.4). Create returns an error when the answer names no id. The client
// sends a create again only when the first one certainly did not arrive: see [OutcomeUnknownError].
//
// The interface document requires no parameter. So Create sends TeamCreateInput{} too, and the host adds a team without
// a name, a division and an event that counts as paid. No list of an event or a division shows that team.
func (s TeamsService) Create(ctx context.Context, t TeamCreateInput, opts ...CallOption) (int64, error) {
	body, err := invoke[idBody](ctx, s.inside, t.operation(), t, opts)
	return body.ID, err
}

// Update changes the members of a team that u sets (section 4.5). Update adds the coaches and players that have no ID.
// The client sends an update that adds people again only when the first one certainly did not arrive: see
// [OutcomeUnknownError].
func (s TeamsService) Update(ctx context.Context, u TeamUpdateInput, opts ...CallOption) error {
	_, err := invoke[emptyBody](ctx, s.inside, u.operation(), u, opts)
	return err
}
