package eventcopy

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// file returns the text of the file: fixtures of the mock, with each row on a line of its own.
func (c *copying) file() []byte {
	c.completeDivisions()
	c.completeTeams()
	c.completePlayers()
	c.text = jsoncodec.AppendString([]byte("{\n\"Variant\": "), VariantOf(c.Client.Profile()))
	c.writeAll()
	return append(c.text, "\n}\n"...)
}

// VariantOf returns the name that the programs know for the host of a profile: that of the profile, or of its variant.
func VariantOf(p tourney.Profile) string {
	host, _ := tourney.ParseHost(p.Name)
	if known, err := tourney.ProfileOf(host); err == nil && known.Variant == p.Variant {
		return known.Name
	}
	return string(p.Variant)
}

// write appends a list of rows to the file. Each row also has the members that more returns for it, if more is not nil.
func write[T any](c *copying, list string, rows []T, more func(*T) any) {
	if len(rows) == 0 {
		return
	}
	c.Rows = append(c.Rows, fmt.Sprint(list, " ", len(rows)))
	between := "["
	c.text = append(jsoncodec.AppendString(append(c.text, ",\n"...), list), ": "...)
	changed := 0
	for i := range rows {
		data, _ := tourney.MarshalRow(&rows[i])
		row := parsed(data)
		check.Unwritable(&row, func(at *node.Node, _ check.Violation) { at.Text, changed = writable(at.Text), changed+1 })
		intoExtra(&row, record.ShapeOf(reflect.TypeFor[T]()))
		if more != nil {
			data, _ := json.Marshal(more(&rows[i]))
			row.Members = append(row.Members, parsed(data).Members...)
		}
		c.text = jsoncodec.AppendNode(append(append(c.text, between...), "\n  "...), row)
		between = ","
	}
	c.text = append(c.text, "\n]"...)
	if changed > 0 {
		c.note("%s: %d texts have characters that XML cannot carry: the file has spaces", list, changed)
	}
}

func parsed(data []byte) node.Node {
	n, _ := jsoncodec.ParseNode(data, jsoncodec.Limits{Doubles: true, Whole: true})
	return n
}

// writable replaces characters that the mock refuses in texts, because XML cannot carry them.
func writable(text string) string {
	return strings.Map(func(r rune) rune {
		if check.Obstacle(string(r)) != "" {
			return ' '
		}
		return r
	}, text)
}

// intoExtra moves the members that the interface does not have into a member Extra of their object, as fixtures have
// them.
func intoExtra(n *node.Node, s *record.Shape) {
	for s.Elem != nil {
		s = s.Elem
	}
	for i := range n.Items {
		intoExtra(&n.Items[i], s)
	}
	if s.Plan == nil {
		return
	}
	var known, unknown []node.Member
	for _, m := range n.Members {
		i := s.Plan.LookupString(m.Name, 0)
		if i < 0 {
			unknown = append(unknown, m)
			continue
		}
		intoExtra(&m.Node, s.Plan.Fields[i].Shape)
		known = append(known, m)
	}
	if len(unknown) > 0 {
		known = append(known, node.Member{Name: "Extra", Node: node.Node{Kind: node.Object, Members: unknown}})
	}
	n.Members = known
}

// completeDivisions says of divisions that they are in the event. It removes the summaries of teams, after it has taken
// the external ids from them: a host may show these nowhere else.
func (c *copying) completeDivisions() {
	event, external := tourney.Event{ID: c.EventID}, map[int64]string{}
	for _, d := range c.divisions {
		if value(d.Event).ID == event.ID {
			event = *d.Event
		}
		for _, t := range d.Teams {
			external[t.ID] = t.ExternalTeamID
		}
	}
	for i := range c.divisions {
		c.divisions[i].Event, c.divisions[i].Teams = cmp.Or(c.divisions[i].Event, &event), nil
	}
	for i := range c.teams {
		c.teams[i].ExternalTeamID = cmp.Or(c.teams[i].ExternalTeamID, external[c.teams[i].ID])
	}
}

// completeTeams gives lines of rosters that name no player, as those of the softball variant, the player with the same
// name on the same team.
func (c *copying) completeTeams() {
	type key struct {
		team        int64
		first, last string
	}
	players := map[key][]int64{}
	for _, p := range c.players {
		for _, t := range p.Teams {
			k := key{t.ID, p.FirstName, p.LastName}
			players[k] = append(players[k], p.ID)
		}
	}
	for _, t := range c.teams {
		for i := range t.Players {
			line := &t.Players[i]
			k := key{t.ID, line.FirstName, line.LastName}
			if same := players[k]; line.PlayerID == 0 && len(same) > 0 {
				line.PlayerID, players[k] = same[0], same[1:]
			}
		}
	}
}

// completePlayers leaves out the teams of other events, and games without a result of the player, which the mock finds
// in the rows of games.
func (c *copying) completePlayers() {
	teams := idsOf(c.teams, func(t *tourney.Team) int64 { return t.ID })
	games := idsOf(c.games, func(g *tourney.Game) int64 { return g.ID })
	for i := range c.players {
		p := &c.players[i]
		p.Teams = slices.DeleteFunc(p.Teams, func(t tourney.PlayerTeam) bool { return !teams[t.ID] })
		for j := range p.Teams {
			p.Teams[j].Games = slices.DeleteFunc(p.Teams[j].Games, func(g tourney.PlayerGame) bool {
				return g.Statistic == nil || !games[g.ID]
			})
		}
	}
}
