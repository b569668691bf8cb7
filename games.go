package tourney

import (
	"context"
	"iter"
	"slices"
	"time"
)

// GamesService reads and updates games (sections 4.9 to 4.11). Client.Bouts, Races and Matches are the same
// service on the other paths of the multi-sport variant.
type GamesService struct {
	core  *core
	alias string // contract name of the other path; "" for games
}

// Game is a game, bout, race or match (section 2, Game). The interface has no flag for a finished game: see
// Played.
type Game struct {
	ID          int64         `json:"Id"`
	Type        GameType      `json:"Type"`
	Date        Date          `json:"Date,omitzero"`
	Time        *Clock        `json:"Time,omitzero"` // nil when no time is set
	Division    *GameDivision `json:"Division,omitzero"`
	VenueCourt  *VenueCourt   `json:"VenueCourt,omitzero"` // nil when no court is set
	AwayTeam    *GameSide     `json:"AwayTeam,omitzero"`
	HomeTeam    *GameSide     `json:"HomeTeam,omitzero"`
	BracketName string        `json:"BracketName,omitzero"`
	Round       *Round        `json:"Round,omitzero"` // not in the football variant
	Extra       Extra         `json:"-"`
}

// Start returns the instant at which the game starts in a place where clocks follow loc, and false when its
// date or time is not set. The interface carries dates and times without a zone.
func (g Game) Start(loc *time.Location) (time.Time, bool) {
	if g.Date.IsZero() || g.Time == nil || loc == nil {
		return time.Time{}, false
	}
	return g.Date.At(*g.Time, loc), true
}

// Played reports whether both sides have a score. A score of 0 is a score.
func (g Game) Played() bool {
	return g.AwayTeam != nil && g.HomeTeam != nil && g.AwayTeam.Score != nil && g.HomeTeam.Score != nil
}

// GameDivision is the division of a game.
type GameDivision struct {
	ID    int64  `json:"Id"`
	Name  string `json:"Name"`
	Event *Event `json:"Event,omitzero"` // Id and Name
	Extra Extra  `json:"-"`
}

// VenueCourt is the court of a venue that a game is played on.
type VenueCourt struct {
	ID    int64  `json:"Id"`
	Court *Court `json:"Court,omitzero"`
	Venue *Venue `json:"Venue,omitzero"` // without Locations
	Extra Extra  `json:"-"`
}

// Court is a court, field or rink. In the football variant it has a name and an abbreviation only.
type Court struct {
	ID    int64  `json:"Id,omitzero"`
	Name  string `json:"Name"`
	Abbr  string `json:"Abbr,omitzero"`
	Extra Extra  `json:"-"`
}

// GameSide is one side of a game (section 2, Game side). Which members are there depends on the game: a side
// that waits for another game's winner has a Name such as "W1 (Championship)" and no TeamID.
type GameSide struct {
	Name         string   `json:"Name"`
	Pool         string   `json:"Pool,omitzero"`
	PoolNumber   *int     `json:"PoolNumber,omitzero"`
	Score        *Decimal `json:"Score,omitempty"`     // nil until the side has a score; 0 is a score
	TeamID       *int64   `json:"TeamId,omitzero"`     // nil until the team is known
	TeamPoolID   *int64   `json:"TeamPoolId,omitzero"` // not in the football variant
	BracketName  string   `json:"BracketName,omitzero"`
	BracketID    *int64   `json:"BracketId,omitzero"`
	DivisionSeed *int     `json:"DivisionSeed,omitzero"`
	Seed         *int     `json:"Seed,omitzero"`
	DivisionID   *int64   `json:"DivisionId,omitzero"`
	DivisionName string   `json:"DivisionName,omitzero"`
	PoolSeed     *int     `json:"PoolSeed,omitzero"`
	Exhibition   *bool    `json:"Exhibition,omitzero"`
	Color        string   `json:"Color,omitzero"`     // six hexadecimal characters; not in the football variant
	WonBy        *WonBy   `json:"WonBy,omitzero"`     // how the side won; not in the football variant
	Forfeited    *bool    `json:"Forfeited,omitzero"` // football variant only
	Extra        Extra    `json:"-"`
}

// GameListOptions selects games (section 4.10).
type GameListOptions struct {
	Page       int       `url:"page,omitempty"`     // from 1, the default
	PageSize   int       `url:"pagesize,omitempty"` // default 50; the host may answer with fewer
	EventID    int64     `url:"eventid,omitempty"`
	DivisionID int64     `url:"divisionid,omitempty"`
	TeamID     int64     `url:"teamid,omitempty"` // games with this team on either side
	Date       Date      `url:"date,omitempty"`   // games of this day
	Includes   []Include `url:"includes,comma,omitempty"`
}

// GameUpdate changes the result of a game (section 4.11): what is nil stays as it is. The football variant has
// the forfeit flags and spells the scores differently on the wire; every other variant has won-by.
type GameUpdate struct {
	ID            int64   `json:"Id,omitzero"`
	AwayScore     *int    `json:"AwayScore,string,omitzero"`
	HomeScore     *int    `json:"HomeScore,string,omitzero"`
	AwayWonBy     *WonBy  `json:"AwayWonBy,omitzero"`         // not in the football variant
	HomeWonBy     *WonBy  `json:"HomeWonBy,omitzero"`         // not in the football variant
	AwayForfeited *bool   `json:"AwayTeamForfeited,omitzero"` // football variant only
	HomeForfeited *bool   `json:"HomeTeamForfeited,omitzero"` // football variant only
	ExternalID    *string `json:"ExternalId,omitzero"`        // a vendor's id of the game, used for statistics
}

func gameID(g *Game) int64 { return g.ID }

type gameBody struct{ Game Game }

type gamesBody struct{ Games Page[Game] }

// Get returns one game (section 4.9). It answers ErrNotFound for an unknown id.
func (s GamesService) Get(ctx context.Context, id int64, opts ...CallOption) (Game, error) {
	body, err := ask[gameBody](ctx, s.core, "Games.Get", byID{ID: id}, opts, s.alias)
	return body.Game, err
}

// List returns one page of games (section 4.10).
func (s GamesService) List(ctx context.Context, o GameListOptions, opts ...CallOption) (Page[Game], error) {
	body, err := ask[gamesBody](ctx, s.core, "Games.List", o, opts, s.alias)
	return body.Games, err
}

// Pages returns the pages of games from o.Page on.
func (s GamesService) Pages(ctx context.Context, o GameListOptions, opts ...CallOption) iter.Seq2[Page[Game], error] {
	o.Includes = slices.Clone(o.Includes)
	return pages("Games.List", o.Page, gameID, func(page int) (Page[Game], error) {
		o := o
		o.Page = page
		return s.List(ctx, o, opts...)
	})
}

// All returns the games of all pages from o.Page on, each once. See Page for when it ends.
func (s GamesService) All(ctx context.Context, o GameListOptions, opts ...CallOption) iter.Seq2[Game, error] {
	return all(s.Pages(ctx, o, opts...), gameID)
}

// Update changes what u names of a game's result and leaves the rest alone (section 4.11).
func (s GamesService) Update(ctx context.Context, u GameUpdate, opts ...CallOption) error {
	_, err := ask[emptyBody](ctx, s.core, "Games.Update", u, opts, s.alias)
	return err
}
