package tourney

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
)

// GamesService reads and updates games (sections 4.9 to 4.11). Every host has Client.Games. A host of the multi-sport
// variant serves the same games under three more paths, which only programs for such a host need:
//
//	Client.Games    /games
//	Client.Bouts    /bouts
//	Client.Races    /races
//	Client.Matches  /matchs
type GamesService struct {
	inside inside
	alias  string // name in the contract of a path other than /games; "" for /games
}

// String names the service by its variant and path, as in "soccer /games". It returns "" for a service that New did not
// make.
func (s GamesService) String() string {
	core := coreOf(s.inside)
	if core == nil {
		return ""
	}
	op := contract.Lookup("Games.List")
	path := op.Path
	for _, a := range op.Aliases {
		if a.Service == s.alias {
			path = a.Path
		}
	}
	return core.variant.Name + " " + path
}

// Game is a game, bout, race or match (section 2, Game). The interface has no flag for a finished game: see Played. A
// missing field is nil, "" or zero.
type Game struct {
	ID          int64         `json:"Id"`            // of the game
	Type        GameType      `json:"Type,omitzero"` // kind of game
	Date        Date          `json:"Date,omitzero"` // zone is not stated; zero when no date is set
	Time        *TimeOfDay    `json:"Time,omitzero"` // zone is not stated; nil when no time is set
	Division    *GameDivision `json:"Division,omitzero"`
	VenueCourt  *VenueCourt   `json:"VenueCourt,omitzero"` // nil when no court is set
	AwayTeam    *GameSide     `json:"AwayTeam,omitzero"`
	HomeTeam    *GameSide     `json:"HomeTeam,omitzero"`
	BracketName string        `json:"BracketName,omitzero"` // "" when the game is in no bracket
	Round       *Round        `json:"Round,omitzero"`       // not in the football variant
	Number      *TextOrNumber `json:"Number,omitzero"`      // of the game in the schedule, as observed
	Extra       Extra         `json:"-"`                    // members that this version has no field for
}

// Start returns the instant at which the game starts in the time zone loc, and false when its date or time is not set.
// The interface carries dates and times without a zone.
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

// Winner is a word for who won a game.
type Winner string

// The results of a game.
const (
	WinnerUndecided Winner = "undecided" // no result yet, or a result that contradicts itself
	WinnerAway      Winner = "away"
	WinnerHome      Winner = "home"
	WinnerTie       Winner = "tie"    // the scores are equal
	WinnerNobody    Winner = "nobody" // both sides forfeited, so both lost
)

// Winner returns who won the game. The interface document has no member that names the winner. Winner follows these
// rules (assumption winner):
//
//   - A side with a won-by won, whatever the scores are. A side that forfeited lost.
//   - When both sides forfeited, nobody won.
//   - When both sides have a won-by, or a side has a won-by and forfeited, the result contradicts itself: the game is
//     undecided.
//   - Else the side with the higher score won, and equal scores are a tie. An absent score does not count as 0: when a
//     score is absent, the game is undecided.
//   - A game that lacks a side is undecided. So the side that Winner names is never nil.
//
// A won-by with the code 0, or with no code and the name None, counts as no won-by. The interface has no flag for a
// finished game: while a game is played, Winner returns the side that leads.
func (g Game) Winner() Winner {
	if g.AwayTeam == nil || g.HomeTeam == nil {
		return WinnerUndecided
	}
	awayWon, awayLost := declared(g.AwayTeam)
	homeWon, homeLost := declared(g.HomeTeam)
	switch {
	case awayWon && (homeWon || awayLost), homeWon && homeLost:
		return WinnerUndecided
	case awayLost && homeLost:
		return WinnerNobody
	case awayWon || homeLost:
		return WinnerAway
	case homeWon || awayLost:
		return WinnerHome
	case g.Played():
		return winnerByScore(g.AwayTeam.Score.Cmp(*g.HomeTeam.Score))
	}
	return WinnerUndecided
}

// winnerByScore returns the winner. order is -1, 0 or 1 as the away score is less than, equal to or greater than the
// home score.
func winnerByScore(order int) Winner {
	return [...]Winner{WinnerHome, WinnerTie, WinnerAway}[order+1]
}

// declared reports whether the host declared a side the winner, and whether the side forfeited.
func declared(side *GameSide) (won, forfeited bool) {
	by := side.WonBy
	won = by != nil && (by.Code != 0 || by.Name != "" && !strings.EqualFold(by.Name, "None"))
	return won, side.Forfeited != nil && *side.Forfeited
}

// GameDivision is the division of a game (section 2, Game). A missing field is nil, "" or zero.
type GameDivision struct {
	ID    int64  `json:"Id"`             // of the division
	Name  string `json:"Name"`           // of the division
	Event *Event `json:"Event,omitzero"` // Id and Name only
	Extra Extra  `json:"-"`              // members that this version has no field for
}

// VenueCourt is the court of a venue that a game is played on (section 2, Game). A missing field is nil, "" or zero.
type VenueCourt struct {
	ID    int64  `json:"Id"` // of the place; Court and Venue have ids of their own
	Court *Court `json:"Court,omitzero"`
	Venue *Venue `json:"Venue,omitzero"` // without Locations
	Extra Extra  `json:"-"`              // members that this version has no field for
}

// Court is a court, field or rink (section 2, Game). In the football variant it has a name and an abbreviation only. A
// missing field is nil, "" or zero.
type Court struct {
	ID    int64  `json:"Id,omitzero"`    // not in the football variant
	Name  string `json:"Name"`           // of the court
	Abbr  string `json:"Abbr,omitzero"`  // abbreviation
	Sport int    `json:"Sport,omitzero"` // observed, not stated by the interface document
	Extra Extra  `json:"-"`              // members that this version has no field for
}

// GameSide is one side of a game (section 2, Game side). The members depend on the game: when the team is the winner of
// a game that was not played yet, the side has a Name such as "W1 (Championship)" and no TeamID. A missing field is
// nil, "" or zero.
type GameSide struct {
	Name         string   `json:"Name"`                // of the team, or of the game whose winner will be the team
	Pool         string   `json:"Pool,omitzero"`       // name of the pool
	PoolNumber   *int     `json:"PoolNumber,omitzero"` // position in the pool
	Score        *Decimal `json:"Score,omitempty"`     // nil until the side has a score; 0 is a score; it can have a fraction
	TeamID       *int64   `json:"TeamId,omitzero"`     // nil until the team is known
	TeamPoolID   *int64   `json:"TeamPoolId,omitzero"` // position in a pool, for StandingsUpdateInput; not in the football variant; may be nil
	BracketName  string   `json:"BracketName,omitzero"`
	BracketID    *int64   `json:"BracketId,omitzero"`
	DivisionSeed *int     `json:"DivisionSeed,omitzero"` // seed in the division
	Seed         *int     `json:"Seed,omitzero"`         // not described by the interface document
	DivisionID   *int64   `json:"DivisionId,omitzero"`
	DivisionName string   `json:"DivisionName,omitzero"`
	PoolSeed     *int     `json:"PoolSeed,omitzero"`   // seed in the pool
	Exhibition   *bool    `json:"Exhibition,omitzero"` // not described by the interface document
	Color        string   `json:"Color,omitzero"`      // six hexadecimal characters; not in the football variant; may be ""
	WonBy        *WonBy   `json:"WonBy,omitzero"`      // how the side was declared the winner; not in the football variant; may be nil
	Forfeited    *bool    `json:"Forfeited,omitzero"`  // football variant only

	// The next four members are observed, not stated by the interface document. They are nil or "" when missing.
	PoolName          *string `json:"PoolName,omitzero"`          // of the pool, as Pool.Name has it: A, not "Pool A"
	PoolID            *int64  `json:"PoolId,omitzero"`            // of the pool
	ExternalID        string  `json:"ExternalId,omitzero"`        // taken to be the team's id in another system; a number is read, too
	ExternalBracketID string  `json:"ExternalBracketId,omitzero"` // of the bracket in another system, in the same forms

	Extra Extra `json:"-"` // members that this version has no field for
}

// GameListOptions selects games (section 4.10). Zero members are not sent.
type GameListOptions struct {
	Page       int   `url:"page,omitempty"`       // number of the page, from 1; default 1
	PageSize   int   `url:"pagesize,omitempty"`   // rows on a page; default 50, no maximum stated; the host may answer fewer
	EventID    int64 `url:"eventid,omitempty"`    // games of this event; 0 for games of any event
	DivisionID int64 `url:"divisionid,omitempty"` // games of this division
	TeamID     int64 `url:"teamid,omitempty"`     // games with this team on either side
	Date       Date  `url:"date,omitempty"`       // games of this day; the zero Date for any day
}

// GameUpdateInput changes the result of a game (section 4.11): nil members stay unchanged. The football variant has the
// forfeit flags, and other names for the scores on the wire. Every other variant has won-by. The interface document
// states no range for scores and no limit for ExternalID.
type GameUpdateInput struct {
	ID            int64    `json:"Id,omitzero"`                // which game; assumed to be required
	AwayScore     *Decimal `json:"AwayScore,omitempty"`        // score of the away side; see Score; sent as text, as sample bodies do
	HomeScore     *Decimal `json:"HomeScore,omitempty"`        // score of the home side; see Score; sent as text, as sample bodies do
	AwayWonBy     *WonBy   `json:"AwayWonBy,omitzero"`         // how the side won; not in the football variant
	HomeWonBy     *WonBy   `json:"HomeWonBy,omitzero"`         // how the side won; not in the football variant
	AwayForfeited *bool    `json:"AwayTeamForfeited,omitzero"` // the away side forfeited; football variant only
	HomeForfeited *bool    `json:"HomeTeamForfeited,omitzero"` // the home side forfeited; football variant only
	ExternalID    *string  `json:"ExternalId,omitzero"`        // a vendor's id of the game, used for statistics
}

func (GameUpdateInput) operation() string { return "Games.Update" }

// withWonBy returns the parameters, with both the code and the name in each won-by where pairs has them.
func (u GameUpdateInput) withWonBy(pairs []WonBy) any {
	u.AwayWonBy, u.HomeWonBy = u.AwayWonBy.complete(pairs), u.HomeWonBy.complete(pairs)
	return u
}

type gameBody struct{ Game Game }

type gamesBody struct{ Games Page[Game] }

func (b *gameBody) completeWonBy(pairs []WonBy)  { completeWonBy([]Game{b.Game}, pairs) }
func (b *gamesBody) completeWonBy(pairs []WonBy) { completeWonBy(b.Games.Results, pairs) }

// completeWonBy adds the code or the name that a won-by of a decoded game lacks, where pairs has it.
func completeWonBy(games []Game, pairs []WonBy) {
	for i := range games {
		for _, side := range []*GameSide{games[i].AwayTeam, games[i].HomeTeam} {
			if side != nil {
				side.WonBy = side.WonBy.complete(pairs)
			}
		}
	}
}

// Get returns one game (section 4.9). For an unknown id the error is an [ErrNotFound]. For an answer without the game,
// or with another game, the error is a [DecodeError].
func (s GamesService) Get(ctx context.Context, id int64, opts ...CallOption) (Game, error) {
	body, err := invoke[gameBody](ctx, s.inside, "Games.Get", byID{ID: id}, opts, s.alias)
	return body.Game, err
}

// List returns one page of games (section 4.10).
func (s GamesService) List(ctx context.Context, o GameListOptions, opts ...ListOption) (Page[Game], error) {
	body, err := invoke[gamesBody](ctx, s.inside, "Games.List", o, opts, s.alias)
	return body.Games, err
}

// Pages returns the pages of games from o.Page on.
func (s GamesService) Pages(ctx context.Context, o GameListOptions, opts ...ListOption) iter.Seq2[Page[Game], error] {
	return gameListing(s, o, opts).pages(ctx)
}

// All returns the games of all pages from o.Page on, each once. [Page] says when the iteration ends.
func (s GamesService) All(ctx context.Context, o GameListOptions, opts ...ListOption) iter.Seq2[Game, error] {
	return gameListing(s, o, opts).all(ctx)
}

// ReadAll returns all games. [WholeList] says how ReadAll reads.
func (s GamesService) ReadAll(ctx context.Context, o GameListOptions, opts ...ListOption) (WholeList[Game], error) {
	return readAll(ctx, gameListing(s, o, opts))
}

func gameListing(s GamesService, o GameListOptions, opts []ListOption) listing[Game] {
	page := func(o *GameListOptions) *int { return &o.Page }
	id := func(g *Game) int64 { return g.ID }
	return listingOf(s.inside, "Games.List", o, page, id, s.List, opts)
}

// Update changes the members of a game's result that u sets (section 4.11).
func (s GamesService) Update(ctx context.Context, u GameUpdateInput, opts ...CallOption) error {
	_, err := invoke[emptyBody](ctx, s.inside, u.operation(), u, opts, s.alias)
	return err
}
