package eventcopy

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// file returns the text of the file: fixtures of the mock, with each row on a line of its own.
func (c *copying) file() []byte {
	c.completeEvents()
	c.completeDivisions()
	c.completeTeams()
	pools := c.poolsOf()
	c.completeGames(pools)
	c.completePlayers()
	f := &writer{c.result, nil}
	list(f, "events", c.events, nil)
	list(f, "venues", c.venues, func(*tourney.Venue) member { return number("Events", c.EventID) })
	list(f, "divisions", c.divisions, nil)
	list(f, "pools", pools.rows(), func(p *tourney.Pool) member { return ids("Positions", pools[p.ID].positions) })
	list(f, "players", c.players, nil)
	list(f, "teams", c.teams, func(t *tourney.Team) member {
		if t.Division == nil && c.listed[t.ID] {
			return number("EventId", c.EventID)
		}
		return member{}
	})
	list(f, "games", c.games, nil)
	list(f, "standings", c.standings, func(*tourney.Standings) member { return number("EventId", c.EventID) })
	if len(c.leaders) > 0 {
		boards := []leaders{{c.leaders}}
		list(f, "leaders", boards, func(*leaders) member { return number("EventId", c.EventID) })
	}
	return append(f.text, "\n}\n"...)
}

// leaders are the leaders of the event as a row of the file.
type leaders struct {
	Statistics []tourney.StatisticCategory `json:"Statistics"`
}

type writer struct {
	result *Result
	text   []byte
}

type member = node.Member

func number(name string, n int64) member {
	return member{Name: name, Node: node.Node{Kind: node.Number, Text: fmt.Sprint(n)}}
}

func ids(name string, list []int64) member {
	m := member{Name: name, Node: node.Node{Kind: node.List}}
	for _, id := range list {
		m.Items = append(m.Items, number("", id).Node)
	}
	return m
}

// list appends a list of rows to the file. If more is not nil, each row has its member too, unless it has no name.
func list[T any](f *writer, name string, rows []T, more func(*T) member) {
	if len(rows) == 0 {
		return
	}
	f.result.Rows = append(f.result.Rows, Count{name, len(rows)})
	f.text = append(f.text, map[bool]string{true: "{\n", false: ",\n"}[len(f.text) == 0]...)
	f.text = append(jsoncodec.AppendString(f.text, name), ": ["...)
	for i := range rows {
		data, _ := tourney.MarshalRow(&rows[i])
		n, _ := jsoncodec.ParseNode(data, jsoncodec.Limits{Doubles: true, Whole: true})
		intoExtra(&n, reflect.TypeFor[T]())
		if more != nil {
			if m := more(&rows[i]); m.Name != "" {
				n.Members = append(n.Members, m)
			}
		}
		f.text = append(f.text, map[bool]string{true: "\n  ", false: ",\n  "}[i == 0]...)
		f.text = jsoncodec.AppendNode(f.text, n)
	}
	f.text = append(f.text, "\n]"...)
}

// intoExtra moves the members that the interface does not have into a member Extra of their object, as fixtures have
// them.
func intoExtra(n *node.Node, t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	for i := range n.Items {
		intoExtra(&n.Items[i], t)
	}
	plan := record.ShapeOf(t).Plan
	if n.Kind != node.Object || plan == nil {
		return
	}
	unknown := member{Name: "Extra", Node: node.Node{Kind: node.Object}}
	n.Members = slices.DeleteFunc(n.Members, func(m member) bool {
		i := plan.LookupString(m.Name, 0)
		if i < 0 {
			unknown.Members = append(unknown.Members, m)
		}
		return i < 0
	})
	for i := range n.Members {
		field := &plan.Fields[plan.LookupString(n.Members[i].Name, i)]
		intoExtra(&n.Members[i].Node, field.Shape.Type)
	}
	if len(unknown.Members) > 0 {
		n.Members = append(n.Members, unknown)
	}
}

// completeEvents makes the event of what divisions say of it, if the host has no operation for events.
func (c *copying) completeEvents() {
	if len(c.events) > 0 {
		return
	}
	c.events = []tourney.Event{{ID: c.EventID}}
	for _, d := range c.divisions {
		if d.Event != nil && d.Event.ID == c.EventID {
			c.events[0] = *d.Event
		}
	}
}

// completeDivisions removes the summaries of teams, after it has taken the external ids from them: a host may show
// these nowhere else.
func (c *copying) completeDivisions() {
	external := map[int64]string{}
	for i := range c.divisions {
		d := &c.divisions[i]
		for _, t := range d.Teams {
			external[t.ID] = t.ExternalTeamID
		}
		d.Teams = nil
		if d.Event == nil {
			d.Event = &tourney.Event{ID: c.EventID, Name: c.events[0].Name}
		}
	}
	for i := range c.teams {
		t := &c.teams[i]
		t.ExternalTeamID = cmp.Or(t.ExternalTeamID, external[t.ID])
	}
}

// completeGames removes from the sides what the mock finds in other rows. It would be wrong after a change of these.
func (c *copying) completeGames(all pools) {
	external := map[int64]string{}
	for _, t := range c.teams {
		external[t.ID] = t.ExternalTeamID
	}
	for i := range c.games {
		for _, side := range sidesOf(&c.games[i]) {
			if side.ExternalID == external[value(side.TeamID)] {
				side.ExternalID = ""
			}
			p := all[value(side.PoolID)]
			if p == nil || side.TeamPoolID == nil || !slices.Contains(p.positions, *side.TeamPoolID) {
				continue
			}
			if side.PoolID = nil; value(side.PoolName) == cmp.Or(p.row.Name, p.row.Label) {
				side.PoolName = nil
			}
		}
	}
}
