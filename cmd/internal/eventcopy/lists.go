package eventcopy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourney-go/tourney"
)

// How much the copy asks for at once.
const (
	pagesAhead  = 4 // requests at the same time
	mostLeaders = 1000
)

var teamIncludes = []tourney.CallOption{
	tourney.IncludePlayers, tourney.IncludeCoaches, tourney.IncludePools, tourney.IncludeSeason,
}

var divisionIncludes = []tourney.CallOption{
	tourney.IncludeSettings, tourney.IncludePrices, tourney.IncludeTeams, tourney.IncludeAssets, tourney.IncludeReports,
	tourney.IncludeBrackets, tourney.IncludeResults,
}

// lists are the rows of the lists.
type lists struct {
	events    []tourney.Event
	divisions []tourney.Division
	venues    []tourney.Venue
	teams     []tourney.Team
	players   []tourney.Player
	games     []tourney.Game
	standings []tourney.Standings
	leaders   []leaders
}

// readAll reads the lists. The rows that the lists refer to come last.
func (c *copying) readAll(ctx context.Context) {
	list(ctx, c, "teams", &c.teams, c.Client.Teams.ReadAll, tourney.TeamListOptions{EventID: c.EventID}, teamIncludes...)
	// ReadAll joins two lists of teams, so their order says nothing.
	slices.SortStableFunc(c.teams, func(a, b tourney.Team) int { return cmp.Compare(a.ID, b.ID) })
	list(ctx, c, "players", &c.players, c.Client.Players.ReadAll, tourney.PlayerListOptions{EventID: c.EventID},
		tourney.IncludeProfile, tourney.IncludeTeams, tourney.IncludeStatistics)
	read(c, "leaders", &c.leaders, func() ([]leaders, error) { return one(c.getLeaders(ctx)) })
	read(c, "events", &c.events, func() ([]tourney.Event, error) { return one(c.Client.Events.Get(ctx, c.EventID)) })
	list(ctx, c, "divisions", &c.divisions, c.Client.Divisions.ReadAll,
		tourney.DivisionListOptions{EventID: c.EventID}, divisionIncludes...)
	list(ctx, c, "venues", &c.venues, c.Client.Venues.ReadAll, tourney.VenueListOptions{EventID: c.EventID})
	list(ctx, c, "games", &c.games, c.Client.Games.ReadAll, tourney.GameListOptions{EventID: c.EventID})
	read(c, "standings", &c.standings, func() ([]tourney.Standings, error) { return one(c.getStandings(ctx)) })
	c.checkLists()
	read(c, "teams elsewhere", &c.teams, func() ([]tourney.Team, error) { return c.getTeams(ctx) })
	read(c, "divisions elsewhere", &c.divisions, func() ([]tourney.Division, error) { return c.getDivisions(ctx) })
}

// writeAll writes the lists to the file, in the order in which people read them.
func (c *copying) writeAll() {
	ofEvent := map[string]int64{"EventId": c.EventID}
	write(c, "events", c.events, nil)
	write(c, "venues", c.venues, func(*tourney.Venue) any { return map[string]int64{"Events": c.EventID} })
	write(c, "divisions", c.divisions, nil)
	write(c, "pools", c.pools(), func(p *pool) any { return map[string][]int64{"Positions": p.ids} })
	write(c, "players", c.players, nil)
	write(c, "teams", c.teams, func(t *tourney.Team) any {
		if t.Division == nil && c.listed[t.ID] {
			return ofEvent
		}
		return nil
	})
	write(c, "games", c.games, nil)
	write(c, "standings", c.standings, func(*tourney.Standings) any { return ofEvent })
	write(c, "leaders", c.leaders, func(*leaders) any { return ofEvent })
}

// read appends the rows of a list to those in into. After an error it does nothing. An error that says that the host
// has no such list becomes a note.
func read[T any](c *copying, name string, into *[]T, ask func() ([]T, error)) {
	if c.err != nil {
		return
	}
	c.mu.Lock()
	c.at = Progress{List: name}
	c.mu.Unlock()
	rows, err := ask()
	switch {
	case errors.Is(err, tourney.ErrNotFound), errors.Is(err, tourney.ErrNotSent): // ErrNotSent: the profile is strict
		c.note("%s: the host has none", name)
	case errors.Is(err, tourney.ErrNotStated):
		c.note("%s: the host answered without a list, which counts as empty", name)
	case err != nil:
		c.err = fmt.Errorf("%s: %w", name, err)
	default:
		*into = append(*into, rows...)
	}
}

func (c *copying) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// list reads a list of the host with all its pages. It notes the places of the rows that could not be read, without
// their values, because these can be people.
func list[T, O any](
	ctx context.Context, c *copying, name string, into *[]T,
	readAll func(context.Context, O, ...tourney.ListOption) (tourney.WholeList[T], error), of O,
	with ...tourney.CallOption,
) {
	read(c, name, into, func() ([]T, error) {
		opts := []tourney.ListOption{tourney.Prefetch(pagesAhead)}
		for _, include := range with {
			opts = append(opts, include)
		}
		l, err := readAll(ctx, of, opts...)
		if l.Unread == nil {
			return l.Rows, err
		}
		unread := &c.Unread
		for _, bad := range l.Unread.Rows {
			const row = "%s: row %d, on page %d, cannot be read at %s"
			*unread = append(*unread, fmt.Sprintf(row, name, bad.ID, bad.Page, bad.Path))
		}
		if more := l.Unread.Count - len(l.Unread.Rows); more > 0 {
			*unread = append(*unread, fmt.Sprintf("%s: %d more rows cannot be read", name, more))
		}
		return l.Rows, err
	})
}

// one returns the row of an answer as a list.
func one[T any](row T, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	return []T{row}, nil
}

// leaders are the leaders of the event as a row of the file.
type leaders struct {
	Statistics []tourney.StatisticCategory `json:"Statistics"`
}

func (c *copying) getLeaders(ctx context.Context) (l leaders, err error) {
	o := tourney.LeadersOptions{EventID: c.EventID, PageSize: mostLeaders}
	if l.Statistics, err = c.Client.Statistics.Leaders(ctx, o); errors.Is(err, tourney.ErrInvalid) {
		o.PageSize = 0 // they were too many for the host
		l.Statistics, err = c.Client.Statistics.Leaders(ctx, o)
	}
	return l, err
}

func (c *copying) getStandings(ctx context.Context) (tourney.Standings, error) {
	table, err := c.Client.Standings.Get(ctx, tourney.StandingsOptions{EventID: c.EventID})
	if table.NotStated {
		err = tourney.ErrNotStated
	}
	return table, err
}

// checkLists refuses an event of which the host has nothing.
func (c *copying) checkLists() {
	c.listed = idsOf(c.teams, func(t *tourney.Team) int64 { return t.ID })
	if c.err == nil && len(c.events)+len(c.divisions)+len(c.teams)+len(c.games)+len(c.Unread) == 0 {
		c.err = fmt.Errorf("%w of event %d: check the id, and that the account sees the event", errNothing, c.EventID)
	}
}

var errNothing = errors.New("the host has nothing")
