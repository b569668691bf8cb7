package admin

import (
	"net/http"
	"strconv"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/form"
	"github.com/tourney-go/tourney/mockserver/stored"
)

func partRoutes() []route {
	return []route{
		{http.MethodGet, "rows/pools/{id}/positions", nil, noBody, "the positions of a pool", withID(poolPositions)},
		{http.MethodPost, "rows/pools/{id}/positions", []string{"positions", "ids"}, noBody,
			"adds positions to a pool", withID(addPositions)},
		{http.MethodGet, "rows/games/{id}/statistics", []string{"player", "name"}, noBody,
			"the statistics of a game, or that of a line of a roster", gameStatistics},
		{http.MethodPut, "rows/games/{id}/statistics", []string{"player", "name"}, hasBody, "sets one", setStatistic},
		{http.MethodDelete, "rows/games/{id}/statistics", []string{"player", "name"}, noBody,
			"removes one", removeStatistic},
	}
}

func withID(handle func(c *call, id int64) (any, error)) func(*call) (any, error) {
	return func(c *call) (any, error) {
		id, err := c.id("id")
		if err != nil {
			return nil, err
		}
		return handle(c, id)
	}
}

func poolPositions(c *call, id int64) (any, error) {
	return form.Plain[stored.Position]().List(c.world.Pools.Positions(id))
}

func addPositions(c *call, id int64) (any, error) {
	n, err := c.number("positions")
	if err != nil {
		return nil, err
	}
	ids, err := c.numbers("ids")
	if err != nil {
		return nil, err
	}
	return created{form.Positions{TeamPoolIDs: c.world.Pools.AddPositions(id, clamped(n), ids...)}}, nil
}

func statisticOf(c *call) (game, player int64, name string, err error) {
	if game, err = c.id("id"); err == nil {
		player, err = c.number("player")
	}
	return game, player, c.query.Get("name"), err
}

func gameStatistics(c *call) (any, error) {
	game, player, name, err := statisticOf(c)
	switch {
	case err != nil:
		return nil, err
	case !c.query.Has("player") && !c.query.Has("name"):
		return form.Plain[stored.Statistic]().List(c.world.Statistics.OfGame(game))
	}
	value, ok := c.world.Statistics.Get(game, player, name)
	if !ok {
		name = redact.Safe(strconv.Quote(name))
		return nil, notFound("there is no statistic %s of the line %d in game %d", name, player, game)
	}
	return valueOf(value), nil
}

func setStatistic(c *call) (any, error) {
	game, player, name, err := statisticOf(c)
	if err != nil {
		return nil, err
	}
	value, err := valueIn[tourney.Decimal](c)
	if err == nil {
		c.world.Statistics.Set(game, player, name, value)
	}
	return nil, err
}

func removeStatistic(c *call) (any, error) {
	game, player, name, err := statisticOf(c)
	if err == nil {
		c.world.Statistics.Remove(game, player, name)
	}
	return nil, err
}
