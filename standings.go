package tourney

import "context"

// StandingsService reads standings and places teams into pools (section 4.14).
type StandingsService struct{ core *core }

// Standings is a grouped table (section 2, Standings).
type Standings struct {
	Columns []StandingsColumn `json:"Columns"`
	Groups  []StandingsGroup  `json:"Groups"`
	Extra   Extra             `json:"-"`
}

// StandingsColumn names a column of the table.
type StandingsColumn struct {
	Name  string `json:"Name"`
	Abbr  string `json:"Abbr"`
	Extra Extra  `json:"-"`
}

// StandingsGroup is one group of tables, such as a division with its pools.
type StandingsGroup struct {
	ID    int64           `json:"Id"`
	Name  string          `json:"Name"`
	List  []StandingsList `json:"List"`
	Extra Extra           `json:"-"`
}

// StandingsList is one table, such as a pool.
type StandingsList struct {
	ID           int64         `json:"Id"`
	Name         string        `json:"Name"`
	Participants []Participant `json:"Participants"`
	Extra        Extra         `json:"-"`
}

// Participant is a line of a table.
type Participant struct {
	Name          string   `json:"Name"`
	ID            int64    `json:"Id"` // of the team
	ParticipantID int64    `json:"ParticipantId"`
	Columns       []string `json:"Columns"`    // one text for each of Standings.Columns, in the same order
	Place         string   `json:"Place"`      // ordinal text, such as "1st"
	Number        string   `json:"Number"`     // position within the pool
	ExternalID    string   `json:"ExternalId"` // external id of the team
	Extra         Extra    `json:"-"`
}

// StandingsOptions selects standings (section 4.14).
type StandingsOptions struct {
	EventID    int64   `url:"eventid,omitempty"`
	DivisionID int64   `url:"divisionid,omitempty"` // only this division
	BracketID  int64   `url:"bracketid,omitempty"`  // only this bracket; used only with DisplayBracket
	Display    Display `url:"display,omitempty"`    // default DisplayPool
}

// StandingsUpdate places a team into a position of a pool (section 4.14). TeamPoolID is required with TeamID.
type StandingsUpdate struct {
	EventID    int64 `json:"EventId,omitzero"`
	TeamPoolID int64 `json:"TeamPoolId,omitzero"` // the position: see GameSide.TeamPoolID
	TeamID     int64 `json:"TeamId,omitzero"`     // the team to place there
}

// Get returns the standings of an event, a division or a bracket (section 4.14).
func (s StandingsService) Get(ctx context.Context, o StandingsOptions, opts ...CallOption) (Standings, error) {
	return ask[Standings](ctx, s.core, "Standings.Get", o, opts)
}

// Update places a team into a position of a pool (section 4.14).
func (s StandingsService) Update(ctx context.Context, u StandingsUpdate, opts ...CallOption) error {
	_, err := ask[emptyBody](ctx, s.core, "Standings.Update", u, opts)
	return err
}
