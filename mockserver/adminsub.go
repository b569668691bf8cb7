package mockserver

import (
	"net/http"
	"strconv"

	"github.com/tourney-go/tourney"
)

// subRoutes are the routes for what belongs to rows.
func subRoutes() []adminRoute {
	return []adminRoute{
		subGet("rows/events/{id}/owner", "where an event belongs", "event", SideDoor.EventOwner,
			func(o EventOwner) any { return o }),
		subPut("rows/events/{id}/owner", "says where an event belongs", "event", plainForm[EventOwner](),
			SideDoor.SetEventOwner),
		subText("rows/events/{id}/divisions", "the ids of the divisions of an event; of 0 those of all",
			SideDoor.EventDivisions),
		subText("rows/divisions/{id}/externalId", "the external id of a division", SideDoor.DivisionExternalID),
		subSet("rows/divisions/{id}/externalId", "sets it", "division", SideDoor.SetDivisionExternalID),
		{http.MethodGet, "rows/pools/{id}/positions", nil, noBody, "the positions of a pool", withID(poolPositions)},
		{http.MethodPost, "rows/pools/{id}/positions", []string{"positions", "ids"}, noBody,
			"adds positions to a pool",
			withID(addPositions)},
		subText("rows/teams/{id}/event", "the id of the event of a team", SideDoor.TeamEvent),
		subSet("rows/teams/{id}/event", "sets it", "team", SideDoor.SetTeamEvent),
		subPut("rows/teams/{id}/season", "sets the season of a team; null removes it", "team", rowForm[*tourney.Season](),
			SideDoor.SetSeason),
		{http.MethodGet, "rows/teams/{id}/details", nil, noBody,
			"what writes set and no answer shows", withID(showDetails)},
		{http.MethodPatch, "rows/teams/{id}/details", []string{"unknown"}, hasBody,
			"changes it", withID(editDetails)},
		subText("rows/venues/{id}/events", "the ids of the events of a venue", SideDoor.VenueEvents),
		subSet("rows/venues/{id}/events", "sets them", "venue",
			func(door SideDoor, id int64, events []int64) bool { return door.SetVenueEvents(id, events...) }),
		subText("rows/games/{id}/externalId", "the vendor's id of a game", SideDoor.GameExternalID),
		subSet("rows/games/{id}/externalId", "sets it", "game", SideDoor.SetGameExternalID),
		{http.MethodGet, "rows/games/{id}/statistics", []string{"player", "name"}, noBody,
			"the statistics of a game, or that of a line of a roster", gameStatistics},
		{http.MethodPut, "rows/games/{id}/statistics", []string{"player", "name"}, hasBody, "sets one", setStatistic},
		{http.MethodDelete, "rows/games/{id}/statistics", []string{"player", "name"}, noBody,
			"removes one", removeStatistic},
	}
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

func subGet[T any](
	path, about, noun string, get func(SideDoor, int64) (T, bool), shown func(T) any,
) adminRoute {
	return adminRoute{http.MethodGet, path, nil, noBody, about, withID(func(c *adminCall, id int64) (any, error) {
		value, ok := get(c.door, id)
		if !ok {
			return nil, adminNotFound("there is no %s %d", noun, id)
		}
		return shown(value), nil
	})}
}

func subText[T any](path, about string, get func(SideDoor, int64) T) adminRoute {
	return subGet(path, about, "", func(door SideDoor, id int64) (T, bool) { return get(door, id), true }, valueOf[T])
}

func subPut[T any](
	path, about, noun string, form *adminForm[T], set func(SideDoor, int64, T) bool,
) adminRoute {
	put := func(c *adminCall, id int64) (any, error) {
		value, err := adminBody(c, form)
		if err == nil && !set(c.door, id, value) {
			err = adminNotFound("there is no %s %d", noun, id)
		}
		return nil, err
	}
	return adminRoute{http.MethodPut, path, []string{"unknown"}, hasBody, about, withID(put)}
}

func subSet[T any](path, about, noun string, set func(SideDoor, int64, T) bool) adminRoute {
	return subPut(path, about, noun, plainForm[valueJSON[T]](), func(door SideDoor, id int64, body valueJSON[T]) bool {
		return set(door, id, body.Value)
	})
}

func poolPositions(c *adminCall, id int64) (any, error) {
	return plainForm[TeamPool]().list(c.door.TeamPools(id))
}

func addPositions(c *adminCall, id int64) (any, error) {
	positions, ids, err := newPositions(c)
	if err != nil {
		return nil, err
	}
	return adminCreated{adminID{id, c.door.AddTeamPools(id, positions, ids...)}}, nil
}

func showDetails(c *adminCall, id int64) (any, error) {
	return showEditable(c, plainForm[TeamDetails](), id, SideDoor.EditTeamDetails)
}

func editDetails(c *adminCall, id int64) (any, error) {
	return editWithPatch(c, plainForm[TeamDetails](), id, SideDoor.EditTeamDetails)
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
		return plainForm[StatisticValue]().list(c.door.Statistics(game))
	}
	value, ok := c.door.Statistic(game, player, name)
	if !ok {
		name = safe(strconv.Quote(name))
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
	if err == nil && !c.door.SetStatistic(game, player, name, value) {
		err = adminNotFound("there is no game %d, or no line %d of a roster", game, player)
	}
	return nil, err
}

func removeStatistic(c *adminCall) (any, error) {
	game, player, name, err := statisticOf(c)
	if err == nil {
		c.door.RemoveStatistic(game, player, name)
	}
	return nil, err
}
