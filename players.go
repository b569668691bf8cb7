package tourney

import (
	"context"
	"iter"
	"slices"
)

// PlayersService reads players (section 4.12).
type PlayersService struct{ core *core }

// Player is a person who plays on one or more teams (section 2, Player).
type Player struct {
	ID        int64        `json:"Id"`
	ParentID  int64        `json:"ParentId,omitzero"`
	FirstName string       `json:"FirstName,omitzero"`
	LastName  string       `json:"LastName,omitzero"`
	Profile   *Profile     `json:"Profile,omitzero"` // nil unless asked for with IncludeProfile
	Teams     []PlayerTeam `json:"Teams,omitzero"`   // nil unless asked for with IncludeTeams
	Extra     Extra        `json:"-"`
}

// Profile is what is known of a player beyond the name.
type Profile struct {
	Birthdate      Date     `json:"Birthdate,omitzero"`
	BirthYear      int      `json:"BirthYear,omitzero"`
	Height         string   `json:"Height"` // as entered; no unit is stated
	Weight         int      `json:"Weight"` // as entered; no unit is stated
	School         string   `json:"School"`
	GraduationYear int      `json:"GraduationYear,omitzero"`
	Grade          string   `json:"Grade"`
	Position       string   `json:"Position"`
	TravelTeam     string   `json:"TravelTeam"`
	ACTScore       *int     `json:"ACTScore,omitzero"`
	SATScore       *int     `json:"SATScore,omitzero"`
	GPA            *Decimal `json:"GPA,omitempty"`
	Bats           string   `json:"Bats,omitzero"`   // baseball variant
	Throws         string   `json:"Throws,omitzero"` // baseball variant
	Extra          Extra    `json:"-"`
}

// PlayerTeam is a team that a player is on.
type PlayerTeam struct {
	ID             int64        `json:"Id"`
	ExternalTeamID string       `json:"ExternalTeamId,omitzero"`
	Number         *int         `json:"Number,omitzero"` // on the jersey, where 0 is a number; nil when there is none
	Name           string       `json:"Name"`
	DivisionID     int64        `json:"DivisionId,omitzero"`
	DivisionName   string       `json:"DivisionName,omitzero"`
	ParentID       int64        `json:"ParentId,omitzero"`
	Games          []PlayerGame `json:"Games,omitzero"`
	Extra          Extra        `json:"-"`
}

// PlayerGame is a game of a player's team.
type PlayerGame struct {
	ID        int64          `json:"Id"`
	Date      Date           `json:"Date,omitzero"`
	Time      *Clock         `json:"Time,omitzero"`
	Venue     string         `json:"Venue,omitzero"`
	Court     string         `json:"Court,omitzero"`
	Statistic *GameStatistic `json:"Statistic,omitzero"` // baseball variant
	Extra     Extra          `json:"-"`
}

// GameStatistic is what a baseball player pitched in one game. Innings are a whole number and a fraction:
// InningsPitched 4, numerator 1 and denominator 3 are four innings and one third.
type GameStatistic struct {
	InningsPitched            int   `json:"InningsPitched"`
	InningsPitchedNumerator   int   `json:"InningsPitchedNumerator"`
	InningsPitchedDenominator int   `json:"InningsPitchedDenominator"`
	PitchCount                int   `json:"PitchCount"`
	Extra                     Extra `json:"-"`
}

// PlayerListOptions selects players (section 4.12).
type PlayerListOptions struct {
	Page       int       `url:"page,omitempty"`     // from 1, the default
	PageSize   int       `url:"pagesize,omitempty"` // default 50; the host may answer with fewer
	EventID    int64     `url:"eventid,omitempty"`
	DivisionID int64     `url:"divisionid,omitempty"`
	PlayerIDs  []int64   `url:"playerids,comma,omitempty"` // only these players
	TeamIDs    []int64   `url:"teamids,comma,omitempty"`   // only players of these teams
	Includes   []Include `url:"includes,comma,omitempty"`
}

func playerID(p *Player) int64 { return p.ID }

type playerBody struct{ Player Player }

type playersBody struct{ Players Page[Player] }

// Get returns one player (section 4.12). It answers ErrNotFound for an unknown id.
func (s PlayersService) Get(ctx context.Context, id int64, opts ...CallOption) (Player, error) {
	body, err := ask[playerBody](ctx, s.core, "Players.Get", byID{ID: id}, opts)
	return body.Player, err
}

// List returns one page of players (section 4.12).
func (s PlayersService) List(ctx context.Context, o PlayerListOptions, opts ...CallOption) (Page[Player], error) {
	body, err := ask[playersBody](ctx, s.core, "Players.List", o, opts)
	return body.Players, err
}

// Pages returns the pages of players from o.Page on.
func (s PlayersService) Pages(ctx context.Context, o PlayerListOptions, opts ...CallOption) iter.Seq2[Page[Player], error] {
	o.PlayerIDs = slices.Clone(o.PlayerIDs)
	o.TeamIDs = slices.Clone(o.TeamIDs)
	o.Includes = slices.Clone(o.Includes)
	return pages("Players.List", o.Page, playerID, func(page int) (Page[Player], error) {
		o := o
		o.Page = page
		return s.List(ctx, o, opts...)
	})
}

// All returns the players of all pages from o.Page on, each once. See Page for when it ends.
func (s PlayersService) All(ctx context.Context, o PlayerListOptions, opts ...CallOption) iter.Seq2[Player, error] {
	return all(s.Pages(ctx, o, opts...), playerID)
}
