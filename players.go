package tourney

import (
	"context"
	"iter"
	"slices"
)

// PlayersService reads players (section 4.12).
type PlayersService struct{ inside inside }

// Player is a person who plays on one or more teams (section 2, Player). A missing field is nil, "" or zero.
type Player struct {
	ID        int64          `json:"Id"`                // the person: TeamPlayer.PlayerID
	ParentID  int64          `json:"ParentId,omitzero"` // not described by the interface document; 0 when there is none
	FirstName string         `json:"FirstName,omitzero"`
	LastName  string         `json:"LastName,omitzero"`
	Profile   *PlayerProfile `json:"Profile,omitzero"`           // nil unless asked for with IncludeProfile
	Teams     []PlayerTeam   `json:"Teams,omitzero" item:"Team"` // nil unless asked for with IncludeTeams
	Totals    *PlayerTotals  `json:"Totals,omitzero"`            // null in XML lists of the hockey variant; nil in other answers
	Extra     Extra          `json:"-"`                          // members that this version has no field for
}

// PlayerTotals holds the Totals of a player (section 2, Player). The interface document shows only null, so Extra
// has any members that a host sends.
type PlayerTotals struct {
	Extra Extra `json:"-"` // members that this version has no field for
}

// PlayerProfile describes a player (section 2, Player). A missing field is nil, "" or zero.
type PlayerProfile struct {
	Birthdate      Date     `json:"Birthdate,omitzero"`
	BirthYear      int      `json:"BirthYear,omitzero"`
	Height         string   `json:"Height,omitzero"` // as entered; no unit is stated
	Weight         *int     `json:"Weight,omitzero"` // no unit is stated
	School         string   `json:"School,omitzero"`
	GraduationYear *int     `json:"GraduationYear,omitzero"`
	Grade          string   `json:"Grade,omitzero"`    // school grade, as text
	Position       string   `json:"Position,omitzero"` // as entered; the texts are not listed
	TravelTeam     string   `json:"TravelTeam"`        // name of the player's travel team
	ACTScore       *int     `json:"ACTScore,omitzero"`
	SATScore       *int     `json:"SATScore,omitzero"`
	GPA            *Decimal `json:"GPA,omitempty"`   // no scale is stated
	Bats           string   `json:"Bats,omitzero"`   // baseball variant; the texts are not listed
	Throws         string   `json:"Throws,omitzero"` // baseball variant; the texts are not listed
	Extra          Extra    `json:"-"`               // members that this version has no field for
}

// PlayerTeam is a team that a player is on (section 2, Player). A missing field is nil, "" or zero.
type PlayerTeam struct {
	ID             int64        `json:"Id"`                      // of the team
	ExternalTeamID string       `json:"ExternalTeamId,omitzero"` // "" when there is none
	Number         *int         `json:"Number,omitzero"`         // on the jersey, where 0 is a number; nil when there is none
	Name           string       `json:"Name"`                    // of the team
	DivisionID     int64        `json:"DivisionId,omitzero"`
	DivisionName   string       `json:"DivisionName,omitzero"`
	ParentID       int64        `json:"ParentId,omitzero"` // the team's parent team; 0 when there is none
	Games          []PlayerGame `json:"Games,omitzero" item:"Game"`
	Extra          Extra        `json:"-"` // members that this version has no field for
}

// PlayerGame is a game of a player's team (section 2, Player). A missing field is nil, "" or zero.
type PlayerGame struct {
	ID        int64          `json:"Id"`                 // of the game
	Date      Date           `json:"Date,omitzero"`      // zero when no date is set
	Time      *TimeOfDay     `json:"Time,omitzero"`      // no zone is stated; nil when no time is set
	Venue     string         `json:"Venue,omitzero"`     // name of the venue
	Court     string         `json:"Court,omitzero"`     // name of the court
	Statistic *GameStatistic `json:"Statistic,omitzero"` // baseball variant
	Extra     Extra          `json:"-"`                  // members that this version has no field for
}

// GameStatistic counts the pitching of a baseball player in one game (section 2, Player). Innings are a whole number
// and a fraction: InningsPitched 4, numerator 1 and denominator 3 are four innings and one third.
type GameStatistic struct {
	InningsPitched            int   `json:"InningsPitched"`            // whole innings
	InningsPitchedNumerator   int   `json:"InningsPitchedNumerator"`   // of the fraction
	InningsPitchedDenominator int   `json:"InningsPitchedDenominator"` // of the fraction
	PitchCount                int   `json:"PitchCount"`                // pitches thrown
	Extra                     Extra `json:"-"`                         // members that this version has no field for
}

// PlayerListOptions selects players (section 4.12). Zero members are not sent.
type PlayerListOptions struct {
	Page       int     `url:"page,omitempty"`            // number of the page, from 1; default 1
	PageSize   int     `url:"pagesize,omitempty"`        // rows on a page; default 50, no maximum stated; the host may answer fewer
	EventID    int64   `url:"eventid,omitempty"`         // players of this event; 0 for players of any event
	DivisionID int64   `url:"divisionid,omitempty"`      // players of this division
	PlayerIDs  []int64 `url:"playerids,comma,omitempty"` // only these players
	TeamIDs    []int64 `url:"teamids,comma,omitempty"`   // only players of these teams
}

type playerBody struct{ Player Player }

type playersBody struct{ Players Page[Player] }

// Get returns one player (section 4.12). For an unknown id the error is an [ErrNotFound]. For an answer without the
// player, or with another player, the error is a [DecodeError].
func (s PlayersService) Get(ctx context.Context, id int64, opts ...CallOption) (Player, error) {
	body, err := invoke[playerBody](ctx, s.inside, "Players.Get", byID{ID: id}, opts)
	return body.Player, err
}

// List returns one page of players (section 4.12).
func (s PlayersService) List(ctx context.Context, o PlayerListOptions, opts ...ListOption) (Page[Player], error) {
	body, err := invoke[playersBody](ctx, s.inside, "Players.List", o, opts)
	return body.Players, err
}

// Pages returns the pages of players from o.Page on.
func (s PlayersService) Pages(ctx context.Context, o PlayerListOptions,
	opts ...ListOption) iter.Seq2[Page[Player], error] {
	return playerListing(s, o, opts).pages(ctx)
}

// All returns the players of all pages from o.Page on, each once. [Page] says when the iteration ends.
func (s PlayersService) All(ctx context.Context, o PlayerListOptions, opts ...ListOption) iter.Seq2[Player, error] {
	return playerListing(s, o, opts).all(ctx)
}

// ReadAll returns all players. [WholeList] says how ReadAll reads.
func (s PlayersService) ReadAll(ctx context.Context, o PlayerListOptions,
	opts ...ListOption) (WholeList[Player], error) {
	return readAll(ctx, playerListing(s, o, opts))
}

func playerListing(s PlayersService, o PlayerListOptions, opts []ListOption) listing[Player] {
	o.PlayerIDs = slices.Clone(o.PlayerIDs)
	o.TeamIDs = slices.Clone(o.TeamIDs)
	page := func(o *PlayerListOptions) *int { return &o.Page }
	id := func(p *Player) int64 { return p.ID }
	return listingOf(s.inside, "Players.List", o, page, id, s.List, opts)
}
