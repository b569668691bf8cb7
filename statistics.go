package tourney

import "context"

// StatisticsService reads leaders and updates player statistics (section 4.15).
type StatisticsService struct{ inside inside }

// StatisticCategory holds the leaders of one category (section 2, Statistics leaders).
type StatisticCategory struct {
	Name         string   `json:"Name"`                           // of the category
	Participants []Leader `json:"Participants" item:"Statistics"` // leaders, in the order of the host
	Extra        Extra    `json:"-"`                              // members that this version has no field for
}

// Leader is a player's total in a category (section 2, Statistics leaders).
type Leader struct {
	LastName  string  `json:"LastName"`  // of the player
	FirstName string  `json:"FirstName"` // of the player
	Value     Decimal `json:"Value"`     // total, in the unit of the category
	PlayerID  int64   `json:"PlayerId"`  // the person: Player.ID
	Extra     Extra   `json:"-"`         // members that this version has no field for
}

// LeadersOptions selects leaders (section 4.15). Zero members are not sent.
type LeadersOptions struct {
	PageSize   int      `url:"PageSize,omitempty"`         // taken to be leaders per category; default 10
	Categories []string `url:"Categories,comma,omitempty"` // names or codes of categories; see Profile.Categories; nil leaves the choice to the host
	EventID    int64    `url:"EventId,omitempty"`          // leaders of this event
	DivisionID int64    `url:"DivisionId,omitempty"`       // leaders of this division
}

// StatisticsUpdateInput adds or changes player statistics of one game (section 4.15).
type StatisticsUpdateInput struct {
	GameID int64                `json:"GameId,omitzero"` // which game; assumed to be required
	Away   *SideStatisticsInput `json:"Away,omitzero"`   // nil leaves the side unchanged
	Home   *SideStatisticsInput `json:"Home,omitzero"`   // nil leaves the side unchanged
}

func (StatisticsUpdateInput) operation() string { return "Statistics.Update" }

// SideStatisticsInput holds the players of one side (section 4.15). ID or ExternalTeamID is required.
type SideStatisticsInput struct {
	ID             int64                   `json:"Id,omitzero"`                    // of the team; 0 when ExternalTeamID names the team
	ExternalTeamID string                  `json:"ExternalTeamId,omitzero"`        // your own id of the team; "" when ID names the team
	Players        []PlayerStatisticsInput `json:"Players,omitzero" item:"Player"` // players of that side
}

// PlayerStatisticsInput holds the statistics of one player (section 4.15). TeamPlayerID or ExternalPlayerID is
// required.
type PlayerStatisticsInput struct {
	TeamPlayerID     int64            `json:"TeamPlayerId,omitzero"`                // TeamPlayer.ID; 0 when ExternalPlayerID names the player
	ExternalPlayerID string           `json:"ExternalPlayerId,omitzero"`            // "" when TeamPlayerID names the player
	Statistics       []StatisticInput `json:"Statistics,omitzero" item:"Statistic"` // statistics to add, change or clear
}

// StatisticInput is one statistic of a player (section 4.15).
type StatisticInput struct {
	Name  string  `json:"Name,omitzero"`  // name of the statistic; the names are not listed
	Value *string `json:"Value,omitzero"` // "" clears the statistic, nil leaves it unchanged
}

type leadersBody struct {
	Players struct {
		Statistics []StatisticCategory `json:"Statistics"`
		Extra      Extra               `json:"-"`
	}
}

// Leaders returns totals per category, in the order of the host (section 4.15). The result is nil when the answer has
// no list of categories, and empty but not nil when the list is empty. For an answer that is not empty and has no
// Players, the error is a [DecodeError].
func (s StatisticsService) Leaders(ctx context.Context, o LeadersOptions,
	opts ...CallOption) ([]StatisticCategory, error) {
	body, err := invoke[leadersBody](ctx, s.inside, "Statistics.Leaders", o, opts)
	return body.Players.Statistics, err
}

// Update adds, changes and clears statistics of players in one game (section 4.15).
func (s StatisticsService) Update(ctx context.Context, u StatisticsUpdateInput, opts ...CallOption) error {
	_, err := invoke[emptyBody](ctx, s.inside, u.operation(), u, opts)
	return err
}
