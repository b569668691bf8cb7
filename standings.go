package tourney

import "context"

// StandingsService reads standings and places teams into pools (section 4.14).
type StandingsService struct{ inside inside }

// Standings is a grouped table (section 2, Standings). A missing field is nil, "" or zero.
type Standings struct {
	Columns []StandingsColumn `json:"Columns,omitzero" item:"Column"` // names of the columns of every participant
	Groups  []StandingsGroup  `json:"Groups,omitzero" item:"Group"`
	Extra   Extra             `json:"-"` // members that this version has no field for

	// NotStated is true when the answer had no table, as {} has none: Columns and Groups are missing or null. The host
	// may have standings all the same.
	NotStated bool `json:"-"`
}

func (s *Standings) setNotStated() { s.NotStated = true }

// StandingsColumn names a column of the table (section 2, Standings).
type StandingsColumn struct {
	Name  string `json:"Name"` // of the column
	Abbr  string `json:"Abbr"` // abbreviation
	Extra Extra  `json:"-"`    // members that this version has no field for
}

// StandingsGroup is one group of tables, such as a division with its pools (section 2, Standings).
type StandingsGroup struct {
	ID    int64           `json:"Id"`               // assumed: of the division or event, by Display
	Name  string          `json:"Name"`             // of the group
	List  []StandingsList `json:"List" item:"Item"` // tables of the group
	Extra Extra           `json:"-"`                // members that this version has no field for
}

// StandingsList is one table, such as a pool (section 2, Standings).
type StandingsList struct {
	ID           int64         `json:"Id"`                              // assumed, such as the pool's for DisplayPool
	Name         string        `json:"Name"`                            // of the table
	Participants []Participant `json:"Participants" item:"Participant"` // lines of the table
	Extra        Extra         `json:"-"`                               // members that this version has no field for
}

// Participant is a line of a table (section 2, Standings).
type Participant struct {
	Name          string   `json:"Name"`                 // of the team
	ID            int64    `json:"Id"`                   // taken to be the team's id; the document does not say
	ParticipantID int64    `json:"ParticipantId"`        // not described by the interface document
	Columns       []string `json:"Columns" item:"Value"` // one text for each of Standings.Columns, in the same order
	Place         string   `json:"Place"`                // ordinal text, such as "1st"
	Number        string   `json:"Number"`               // text; taken to be the position in the pool
	ExternalID    string   `json:"ExternalId"`           // taken to be the team's external id
	Extra         Extra    `json:"-"`                    // members that this version has no field for
}

// StandingsOptions selects standings (section 4.14). Zero members are not sent.
type StandingsOptions struct {
	EventID    int64   `url:"eventid,omitempty"`    // standings of this event
	DivisionID int64   `url:"divisionid,omitempty"` // only this division
	BracketID  int64   `url:"bracketid,omitempty"`  // only this bracket; used only with the display Bracket
	Display    Display `url:"display,omitempty"`    // how lines are grouped; default DisplayPool
}

// StandingsUpdateInput places a team into a position of a pool (section 4.14). TeamPoolID is required with TeamID. Zero
// members are not sent.
type StandingsUpdateInput struct {
	EventID    int64 `json:"EventId,omitzero"`    // event of the pool
	TeamPoolID int64 `json:"TeamPoolId,omitzero"` // the position in the pool, as a side of a game has it; see GameSide.TeamPoolID
	TeamID     int64 `json:"TeamId,omitzero"`     // the team to place there
}

func (StandingsUpdateInput) operation() string { return "Standings.Update" }

// Get returns the standings of an event, a division or a bracket (section 4.14). For an answer that is not empty and
// has neither Columns nor Groups, the error is a [DecodeError].
func (s StandingsService) Get(ctx context.Context, o StandingsOptions, opts ...CallOption) (Standings, error) {
	return invoke[Standings](ctx, s.inside, "Standings.Get", o, opts)
}

// Update places a team into a position of a pool (section 4.14).
func (s StandingsService) Update(ctx context.Context, u StandingsUpdateInput, opts ...CallOption) error {
	_, err := invoke[emptyBody](ctx, s.inside, u.operation(), u, opts)
	return err
}
