package eventcopy

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
)

// pools are the pools of the event. No operation lists pools: teams name the pool and the position that they have,
// games the position and perhaps its pool, and standings show each pool as a list.
type pools struct {
	byID  map[int64]*pool
	seats map[[2]int64]*pool // by a team and the number of its position
	named map[int64]bool     // the ids of positions that are known
}

type pool struct {
	tourney.Pool

	teams, ids []int64 // by position; 0 for no team, and for an id that is unknown
}

// has reports whether a pool can have a position, and makes the position.
func (p *pool) has(number int) bool {
	const most = 10_000 // that the mock accepts
	for len(p.ids) < number && number <= most {
		p.teams, p.ids = append(p.teams, 0), append(p.ids, 0)
	}
	return number > 0 && number <= len(p.ids)
}

func (c *copying) pools() []pool {
	all := &pools{map[int64]*pool{}, map[[2]int64]*pool{}, map[int64]bool{}}
	for i := range c.teams {
		t := &c.teams[i]
		for j := range t.Pools {
			c.seat(all, t, &t.Pools[j])
		}
	}
	for i := range c.games {
		for _, side := range sidesOf(&c.games[i]) {
			all.addSide(side, value(c.games[i].Division))
		}
	}
	for _, table := range c.standings {
		for _, group := range table.Groups {
			for _, l := range group.List {
				all.addList(l, group)
			}
		}
	}
	var list []pool
	for _, id := range slices.Sorted(maps.Keys(all.byID)) {
		list = append(list, *all.byID[id])
	}
	return list
}

// add returns the pool with the id of a row, and completes what is known of it.
func (all *pools) add(row tourney.Pool, division *tourney.TeamDivision) *pool {
	p := all.byID[row.ID]
	if p == nil {
		p = &pool{Pool: row}
		all.byID[row.ID] = p
	}
	p.Division = cmp.Or(p.Division, division)
	return p
}

// seat puts a team on its position of a pool. If another team is there, or the pool cannot have the position, the team
// gets a new one.
func (c *copying) seat(all *pools, t *tourney.Team, in *tourney.TeamPool) {
	p := all.add(in.Pool, t.Division)
	if !p.has(in.Number) || p.teams[in.Number-1] != 0 {
		number := len(p.ids) + 1
		const note = "team %d: its position %d in pool %d is taken, or none: the file has position %d"
		c.note(note, t.ID, in.Number, p.ID, number)
		in.Number = number
		p.teams, p.ids = append(p.teams, 0), append(p.ids, 0)
	}
	p.teams[in.Number-1] = t.ID
	all.seats[[2]int64{t.ID, int64(in.Number)}] = p
}

// addSide gives a position the id with which the side of a game names it.
func (all *pools) addSide(side *tourney.GameSide, division tourney.GameDivision) {
	number := value(side.PoolNumber)
	p := all.seats[[2]int64{value(side.TeamID), int64(number)}]
	if side.PoolID != nil {
		row := tourney.Pool{ID: *side.PoolID, Name: value(side.PoolName), Label: side.Pool}
		p = all.add(row, &tourney.TeamDivision{ID: division.ID, Name: division.Name})
	}
	all.name(p, number, value(side.TeamPoolID))
}

// addList gives positions the ids that a list of standings has, as the mock shows them there. The list of a pool that
// no team is in becomes a pool.
func (all *pools) addList(l tourney.StandingsList, group tourney.StandingsGroup) {
	p := all.byID[l.ID]
	if p == nil && len(l.Participants) == 0 && l.ID != 0 {
		all.add(tourney.Pool{ID: l.ID, Name: l.Name}, &tourney.TeamDivision{ID: group.ID, Name: group.Name})
	}
	for _, line := range l.Participants {
		if number, err := strconv.Atoi(line.Number); err == nil && line.ID != line.ParticipantID {
			all.name(p, number, line.ParticipantID)
		}
	}
}

func (all *pools) name(p *pool, number int, id int64) {
	if p != nil && id != 0 && !all.named[id] && p.has(number) && p.ids[number-1] == 0 {
		p.ids[number-1], all.named[id] = id, true
	}
}
