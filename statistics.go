package tourney

import "context"

// StatisticsService reads leaders and updates player statistics (section 4.15).
type StatisticsService struct{ core *core }

// StatisticCategory is the leaders of one category (section 2, Statistics leaders).
type StatisticCategory struct {
	Name         string   `json:"Name"`
	Participants []Leader `json:"Participants"`
	Extra        Extra    `json:"-"`
}

// Leader is a player's total in a category.
type Leader struct {
	LastName  string  `json:"LastName"`
	FirstName string  `json:"FirstName"`
	Value     Decimal `json:"Value"`
	PlayerID  int64   `json:"PlayerId"`
	Extra     Extra   `json:"-"`
}

// LeadersOptions selects leaders (section 4.15).
type LeadersOptions struct {
	PageSize   int      `url:"PageSize,omitempty"`         // players per category; default 10
	Categories []string `url:"Categories,comma,omitempty"` // names of categories; nil for all
	EventID    int64    `url:"EventId,omitempty"`
	DivisionID int64    `url:"DivisionId,omitempty"`
}

// StatisticsUpdate adds or changes player statistics of one game (section 4.15).
type StatisticsUpdate struct {
	GameID int64           `json:"GameId,omitzero"`
	Away   *SideStatistics `json:"Away,omitzero"`
	Home   *SideStatistics `json:"Home,omitzero"`
}

// SideStatistics is the players of one side. ID or ExternalTeamID is required.
type SideStatistics struct {
	ID             int64              `json:"Id,omitzero"` // of the team
	ExternalTeamID string             `json:"ExternalTeamId,omitzero"`
	Players        []PlayerStatistics `json:"Players,omitzero"`
}

// PlayerStatistics is the statistics of one player. TeamPlayerID or ExternalPlayerID is required.
type PlayerStatistics struct {
	TeamPlayerID     int64            `json:"TeamPlayerId,omitzero"` // TeamPlayer.ID
	ExternalPlayerID string           `json:"ExternalPlayerId,omitzero"`
	Statistics       []StatisticValue `json:"Statistics,omitzero"`
}

// StatisticValue is one statistic of a player. An empty Value clears the statistic, a nil one leaves it alone.
type StatisticValue struct {
	Name  string  `json:"Name,omitzero"`
	Value *string `json:"Value,omitzero"`
}

type leadersBody struct {
	Players struct {
		Statistics []StatisticCategory `json:"Statistics"`
		Extra      Extra               `json:"-"`
	}
}

// Leaders returns totals per category, best first (section 4.15).
func (s StatisticsService) Leaders(ctx context.Context, o LeadersOptions, opts ...CallOption) ([]StatisticCategory, error) {
	body, err := ask[leadersBody](ctx, s.core, "Statistics.Leaders", o, opts)
	return body.Players.Statistics, err
}

// Update adds, changes and clears statistics of players in one game (section 4.15).
func (s StatisticsService) Update(ctx context.Context, u StatisticsUpdate, opts ...CallOption) error {
	_, err := ask[emptyBody](ctx, s.core, "Statistics.Update", u, opts)
	return err
}
