package eventcopy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// copying is a copy under way.
type copying struct {
	Options

	stored   folder
	people   *pseudonym.People
	part     string // the part that is being read
	requests atomic.Int64
	result   *Result

	// The rows of the parts, with made-up people.
	events    []tourney.Event
	divisions []tourney.Division
	venues    []tourney.Venue
	teams     []tourney.Team
	players   []tourney.Player
	games     []tourney.Game
	standings []tourney.Standings
	leaders   []tourney.StatisticCategory

	listed map[int64]bool // the teams in the lists of the event
}

// How much the copy asks for at once.
const (
	pagesAhead  = 4 // requests at the same time
	mostLeaders = 1000
)

// readAll reads the parts. The lists with people come first, because the texts of the other lists can have their names.
// The rows that the lists refer to come last.
func (c *copying) readAll(ctx context.Context) error {
	for _, next := range []func() error{
		func() error { return read(ctx, c, "teams", &c.teams, c.listTeams) },
		func() error { return read(ctx, c, "players", &c.players, c.listPlayers) },
		func() error { return read(ctx, c, "leaders", &c.leaders, c.listLeaders) },
		func() error { return read(ctx, c, "events", &c.events, c.getEvent) },
		func() error { return read(ctx, c, "divisions", &c.divisions, c.listDivisions) },
		func() error { return read(ctx, c, "venues", &c.venues, c.listVenues) },
		func() error { return read(ctx, c, "games", &c.games, c.listGames) },
		func() error { return read(ctx, c, "standings", &c.standings, c.getStandings) },
		c.checkLists,
		func() error { return read(ctx, c, "teams elsewhere", &c.teams, c.getTeams) },
		func() error { return read(ctx, c, "divisions elsewhere", &c.divisions, c.getDivisions) },
	} {
		if err := next(); err != nil {
			return err
		}
	}
	return nil
}

// found is what the host answered for a part.
type found[T any] struct {
	rows          []T
	notes, unread []string
}

// read reads a part from the folder or else from the host, and appends its rows to those in into.
func read[T any](
	ctx context.Context, c *copying, name string, into *[]T, ask func(context.Context) (found[T], error),
) error {
	var p part
	kept, err := c.stored.read(name, &p)
	if kept {
		c.result.Kept = append(c.result.Kept, name)
	} else if err == nil {
		c.part = name
		c.requests.Store(0)
		var f found[T]
		f, err = ask(ctx)
		if err == nil || without(name, &f, err) {
			p, err = keep(c, name, f)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	c.result.Notes, c.result.Unread = append(c.result.Notes, p.Notes...), append(c.result.Unread, p.Unread...)
	for _, data := range p.Rows {
		var row T
		if err := tourney.UnmarshalRow(data, &row); err != nil {
			return err
		}
		*into = append(*into, row)
	}
	return nil
}

// without notes that the host does not have what a part asks for, and reports whether err says so.
func without[T any](name string, f *found[T], err error) bool {
	switch {
	case errors.Is(err, tourney.ErrNotFound), errors.Is(err, tourney.ErrNotSent): // ErrNotSent: the profile is strict
		f.notes = append(f.notes, name+": the host has none")
	case errors.Is(err, tourney.ErrNotStated):
		f.notes = append(f.notes, name+": the host answered without a list, which counts as empty")
	default:
		return false
	}
	f.rows = nil
	return true
}

// keep replaces the people in the rows of a part, and writes the part into the folder.
func keep[T any](c *copying, name string, f found[T]) (part, error) {
	p := part{Rows: []json.RawMessage{}, Notes: f.notes, Unread: f.unread}
	var rows []node.Node
	changed := 0
	for i := range f.rows {
		data, err := jsoncodec.AppendRow(nil, f.rows[i])
		if err != nil { // its text can show people
			p.Unread = append(p.Unread, fmt.Sprintf("%s: row %d has a value that no file can say", name, i+1))
			continue
		}
		n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{Doubles: true, Whole: true})
		if err != nil {
			return p, err
		}
		changed += writable(&n)
		rows = append(rows, n)
		c.people.Learn(&rows[len(rows)-1])
	}
	if changed > 0 {
		const note = "%s: %d texts have characters that XML cannot carry: the file has spaces"
		p.Notes = append(p.Notes, fmt.Sprintf(note, name, changed))
	}
	for i := range rows {
		c.people.Replace(&rows[i])
		p.Rows = append(p.Rows, jsoncodec.AppendNode(nil, rows[i]))
	}
	return p, cmp.Or(c.stored.write(peopleFile, c.people), c.stored.write(name, p))
}

// writable replaces characters that the mock refuses in texts, because XML cannot carry them, and counts the texts.
func writable(n *node.Node) (changed int) {
	if _, _, found := xmlwire.Illegal(n.Text); found {
		changed++
		n.Text = strings.Map(func(r rune) rune {
			if _, _, found := xmlwire.Illegal(string(r)); found {
				return ' '
			}
			return r
		}, n.Text)
	}
	for i := range n.Items {
		changed += writable(&n.Items[i])
	}
	for i := range n.Members {
		changed += writable(&n.Members[i].Node)
	}
	return changed
}

// whole returns the rows of a list, and the places of the rows that could not be read. The places have no values,
// because these can be people.
func whole[T any](name string, l tourney.WholeList[T], err error) (found[T], error) {
	f := found[T]{rows: l.Rows}
	if l.Unread == nil {
		return f, err
	}
	for _, bad := range l.Unread.Rows {
		const row = "%s: row %d, on page %d, cannot be read at %s"
		f.unread = append(f.unread, fmt.Sprintf(row, name, bad.ID, bad.Page, bad.Path))
	}
	if more := l.Unread.Count - len(l.Unread.Rows); more > 0 {
		f.unread = append(f.unread, fmt.Sprintf("%s: %d more rows cannot be read", name, more))
	}
	return f, err
}

var teamIncludes = []tourney.Include{
	tourney.IncludePlayers, tourney.IncludeCoaches, tourney.IncludePools, tourney.IncludeSeason,
}

// as returns includes as the options of a call.
func as[O any](includes []tourney.Include) (opts []O) {
	for _, i := range includes {
		opts = append(opts, any(i).(O))
	}
	return opts
}

// listTeams returns the teams in the order of their ids, because it has to read them with two lists.
func (c *copying) listTeams(ctx context.Context) (found[tourney.Team], error) {
	l, err := c.Client.Teams.ReadAll(ctx, tourney.TeamListOptions{EventID: c.EventID},
		append(as[tourney.ListOption](teamIncludes), tourney.Prefetch(pagesAhead))...)
	slices.SortStableFunc(l.Rows, func(a, b tourney.Team) int { return cmp.Compare(a.ID, b.ID) })
	return whole("teams", l, err)
}

func (c *copying) listPlayers(ctx context.Context) (found[tourney.Player], error) {
	l, err := c.Client.Players.ReadAll(ctx, tourney.PlayerListOptions{EventID: c.EventID},
		tourney.Prefetch(pagesAhead), tourney.IncludeProfile, tourney.IncludeTeams, tourney.IncludeStatistics)
	return whole("players", l, err)
}

func (c *copying) listLeaders(ctx context.Context) (f found[tourney.StatisticCategory], err error) {
	o := tourney.LeadersOptions{EventID: c.EventID, PageSize: mostLeaders}
	if f.rows, err = c.Client.Statistics.Leaders(ctx, o); errors.Is(err, tourney.ErrInvalid) { // too many for the host
		o.PageSize = 0
		f.rows, err = c.Client.Statistics.Leaders(ctx, o)
	}
	return f, err
}

func (c *copying) getEvent(ctx context.Context) (found[tourney.Event], error) {
	e, err := c.Client.Events.Get(ctx, c.EventID)
	return found[tourney.Event]{rows: []tourney.Event{e}}, err
}

var divisionIncludes = []tourney.Include{
	tourney.IncludeSettings, tourney.IncludePrices, tourney.IncludeTeams, tourney.IncludeAssets, tourney.IncludeReports,
	tourney.IncludeBrackets, tourney.IncludeResults,
}

func (c *copying) listDivisions(ctx context.Context) (found[tourney.Division], error) {
	l, err := c.Client.Divisions.ReadAll(ctx, tourney.DivisionListOptions{EventID: c.EventID},
		append(as[tourney.ListOption](divisionIncludes), tourney.Prefetch(pagesAhead))...)
	return whole("divisions", l, err)
}

func (c *copying) listVenues(ctx context.Context) (found[tourney.Venue], error) {
	l, err := c.Client.Venues.ReadAll(ctx, tourney.VenueListOptions{EventID: c.EventID})
	return whole("venues", l, err)
}

func (c *copying) listGames(ctx context.Context) (found[tourney.Game], error) {
	l, err := c.Client.Games.ReadAll(ctx, tourney.GameListOptions{EventID: c.EventID}, tourney.Prefetch(pagesAhead))
	return whole("games", l, err)
}

func (c *copying) getStandings(ctx context.Context) (f found[tourney.Standings], err error) {
	table, err := c.Client.Standings.Get(ctx, tourney.StandingsOptions{EventID: c.EventID})
	if table.NotStated {
		err = tourney.ErrNotStated
	}
	return found[tourney.Standings]{rows: []tourney.Standings{table}}, err
}

// checkLists refuses an event of which the host has nothing.
func (c *copying) checkLists() error {
	c.listed = map[int64]bool{}
	for _, t := range c.teams {
		c.listed[t.ID] = true
	}
	if len(c.events)+len(c.divisions)+len(c.teams)+len(c.games)+len(c.result.Unread) > 0 {
		return nil
	}
	err := fmt.Errorf("the host has nothing of event %d: check the id, and that the account sees the event", c.EventID)
	return errors.Join(err, os.RemoveAll(string(c.stored)))
}
