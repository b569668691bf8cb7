package mockserver

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/stored"
)

// subRoutes are the routes for what belongs to rows.
func subRoutes() []adminRoute {
	return slices.Concat(
		detailRoutes("events", func(w *World) anyDetails[stored.EventDetails] { return w.Events.more }),
		detailRoutes("divisions", func(w *World) anyDetails[stored.DivisionDetails] { return w.Divisions.more }),
		detailRoutes("teams", func(w *World) anyDetails[stored.TeamDetails] { return w.Teams.more }),
		detailRoutes("venues", func(w *World) anyDetails[stored.VenueDetails] { return w.Venues.more }),
		detailRoutes("games", func(w *World) anyDetails[stored.GameDetails] { return w.Games.more }),
		[]adminRoute{
			{http.MethodGet, "rows/pools/{id}/positions", nil, noBody, "the positions of a pool", withID(poolPositions)},
			{http.MethodPost, "rows/pools/{id}/positions", []string{"positions", "ids"}, noBody,
				"adds positions to a pool", withID(addPositions)},
			{http.MethodGet, "rows/games/{id}/statistics", []string{"player", "name"}, noBody,
				"the statistics of a game, or that of a line of a roster", gameStatistics},
			{http.MethodPut, "rows/games/{id}/statistics", []string{"player", "name"}, hasBody, "sets one", setStatistic},
			{http.MethodDelete, "rows/games/{id}/statistics", []string{"player", "name"}, noBody,
				"removes one", removeStatistic},
		},
	)
}

// withID returns the handler of a path with the id of a row.
func withID(handle func(c *adminCall, id int64) (any, error)) func(*adminCall) (any, error) {
	return func(c *adminCall) (any, error) {
		id, err := c.id("id")
		if err != nil {
			return nil, err
		}
		return handle(c, id)
	}
}

func poolPositions(c *adminCall, id int64) (any, error) {
	return plainForm[stored.Position]().list(c.world.Pools.Positions(id))
}

// positionsJSON are the ids of new positions of a pool.
type positionsJSON struct {
	TeamPoolIDs []int64 `json:"teamPoolIds"`
}

func addPositions(c *adminCall, id int64) (any, error) {
	n, err := c.number("positions")
	if err != nil {
		return nil, err
	}
	ids, err := c.numbers("ids")
	if err != nil {
		return nil, err
	}
	return adminCreated{positionsJSON{c.world.Pools.AddPositions(id, int(n), ids...)}}, nil
}

// statisticOf returns the game, the line of a roster and the name of a statistic.
func statisticOf(c *adminCall) (game, player int64, name string, err error) {
	if game, err = c.id("id"); err == nil {
		player, err = c.number("player")
	}
	return game, player, c.query.Get("name"), err
}

func gameStatistics(c *adminCall) (any, error) {
	game, player, name, err := statisticOf(c)
	switch {
	case err != nil:
		return nil, err
	case !c.query.Has("player") && !c.query.Has("name"):
		return plainForm[stored.Statistic]().list(c.world.Statistics.OfGame(game))
	}
	value, ok := c.world.Statistics.Get(game, player, name)
	if !ok {
		name = redact.Safe(strconv.Quote(name))
		return nil, adminNotFound("there is no statistic %s of the line %d in game %d", name, player, game)
	}
	return valueOf(value), nil
}

func setStatistic(c *adminCall) (any, error) {
	game, player, name, err := statisticOf(c)
	if err != nil {
		return nil, err
	}
	value, err := adminValue[tourney.Decimal](c)
	if err == nil {
		c.world.Statistics.Set(game, player, name, value)
	}
	return nil, err
}

func removeStatistic(c *adminCall) (any, error) {
	game, player, name, err := statisticOf(c)
	if err == nil {
		c.world.Statistics.Remove(game, player, name)
	}
	return nil, err
}
