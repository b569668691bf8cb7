package eventcopy

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/tourney-go/tourney"
)

// pools are the pools of the event, by their ids. No operation lists pools: teams name the pool and the position that
// they have, games the position and perhaps its pool, and standings show each pool as a list.
type pools map[int64]*pool

type pool struct {
	row       tourney.Pool
	teams     []int64 // by position, 0 for none
	positions []int64 // their ids, 0 for an unknown id
}

// place makes room for a position of the pool, and reports whether a pool can have it.
func (p *pool) place(number int) bool {
	const most = 10_000 // that the mock accepts
	if number < 1 || number > most {
		return false
	}
	for len(p.positions) < number {
		p.teams, p.positions = append(p.teams, 0), append(p.positions, 0)
	}
	return true
}

// rows returns the pools in the order of their ids.
func (all pools) rows() (rows []tourney.Pool) {
	for _, id := range slices.Sorted(maps.Keys(all)) {
		rows = append(rows, all[id].row)
	}
	return rows
}

// add returns the pool with this id, and completes what is known of it.
func (all pools) add(row tourney.Pool, division *tourney.TeamDivision) *pool {
	p := all[row.ID]
	if p == nil {
		p = &pool{row: row}
		all[row.ID] = p
	}
	p.row.Division = cmp.Or(p.row.Division, division)
	return p
}

func (c *copying) poolsOf() pools {
	all := pools{}
	for i := range c.teams {
		t := &c.teams[i]
		for j := range t.Pools {
			at := &t.Pools[j]
			c.takePlace(all.add(at.Pool, t.Division), at, t)
		}
	}
	given := map[int64]bool{}
	for i := range c.games {
		for _, side := range sidesOf(&c.games[i]) {
			all.nameBySide(side, c.games[i].Division, given)
		}
	}
	for _, table := range c.standings {
		all.nameByTable(&table, given)
	}
	return all
}

// takePlace puts a team on its position of a pool. If another team is there, or the pool cannot have the position, the
// team gets the next free one.
func (c *copying) takePlace(p *pool, at *tourney.TeamPool, t *tourney.Team) {
	if !p.place(at.Number) || p.teams[at.Number-1] != 0 {
		number := slices.Index(p.teams, 0) + 1
		if number == 0 {
			number = len(p.teams) + 1
		}
		const note = "team %d: its position %d in pool %d is taken, or none: the file has position %d"
		c.result.Notes = append(c.result.Notes, fmt.Sprintf(note, t.ID, at.Number, p.row.ID, number))
		at.Number = number
		p.place(number)
	}
	p.teams[at.Number-1] = t.ID
}

// nameBySide gives a position the id with which the side of a game names it.
func (all pools) nameBySide(side *tourney.GameSide, division *tourney.GameDivision, given map[int64]bool) {
	id, number := value(side.TeamPoolID), value(side.PoolNumber)
	if id == 0 || given[id] {
		return
	}
	p := all[value(side.PoolID)]
	if p == nil && side.PoolID != nil && division != nil {
		row := tourney.Pool{ID: *side.PoolID, Name: value(side.PoolName), Label: side.Pool}
		p = all.add(row, &tourney.TeamDivision{ID: division.ID, Name: division.Name})
	}
	if p == nil {
		p, number = all.of(value(side.TeamID), number)
	}
	all.name(p, number, id, given)
}

// of returns the pool of a team, with the position of the team. If the team is in several pools, it is the pool in
// which the team has the given position.
func (all pools) of(teamID int64, number int) (in *pool, at int) {
	if teamID == 0 {
		return nil, 0
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if i := slices.Index(all[id].teams, teamID); i >= 0 && (in == nil || i+1 == number) {
			in, at = all[id], i+1
		}
	}
	return in, at
}

// nameByTable gives positions the ids that lines of standings have, as the mock shows them there. The list of a pool
// that no team is in becomes a pool.
func (all pools) nameByTable(table *tourney.Standings, given map[int64]bool) {
	for _, group := range table.Groups {
		for _, l := range group.List {
			p := all[l.ID]
			if p == nil && len(l.Participants) == 0 && l.ID != 0 {
				all.add(tourney.Pool{ID: l.ID, Name: l.Name}, &tourney.TeamDivision{ID: group.ID, Name: group.Name})
			}
			for _, line := range l.Participants {
				if number, err := strconv.Atoi(line.Number); err == nil && p != nil && line.ID != line.ParticipantID {
					all.name(p, number, line.ParticipantID, given)
				}
			}
		}
	}
}

func (all pools) name(p *pool, number int, id int64, given map[int64]bool) {
	if p != nil && id > 0 && !given[id] && p.place(number) && p.positions[number-1] == 0 {
		p.positions[number-1], given[id] = id, true
	}
}
