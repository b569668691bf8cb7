package mockserver_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
)

// naiveQuestion is a request.
type naiveQuestion struct {
	name string
	ask  naiveAsk
}

// naiveAsk asks a model and its mock. The model answers nil where there is no such row.
type naiveAsk func(w *naiveWorld, c *tourney.Client) (want, got any, err error)

// questions draws lists with filters, includes and pages, leaders, standings, and single rows.
func (w *naiveWorld) questions(number int) (all []naiveQuestion) {
	drawn := []func() (what any, ask naiveAsk){
		w.askTeams, w.askTeams, w.askDivisions, w.askGames, w.askPlayers, w.askPlayers, w.askVenues, w.askLeaders,
		w.askStandings, w.askTeam, w.askGame, w.askPlayer,
	}
	for range number {
		what, ask := drawn[rapid.IntRange(0, len(drawn)-1).Draw(w.T, "question")]()
		all = append(all, naiveQuestion{fmt.Sprintf("%T%+v", what, what), ask})
	}
	return all
}

func (w *naiveWorld) eventFilter() int64    { return w.of(0, 0, 1, 1, 2, 99) }
func (w *naiveWorld) divisionFilter() int64 { return w.of(0, 0, 0, 11, 12, 20_000_001, 99) }

// page draws a page and its size, 0 for the defaults.
func (w *naiveWorld) page() (page, size int) { return int(w.of(0, 0, 1, 2, 3)), int(w.of(0, 1, 2)) }

// includes draws some of these includes.
func (w *naiveWorld) includes(of ...tourney.Include) (in []tourney.Include) {
	for _, i := range of {
		if w.chance() {
			in = append(in, i)
		}
	}
	return in
}

func (w *naiveWorld) askTeams() (any, naiveAsk) {
	o := tourney.TeamListOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter()}
	o.Page, o.PageSize = w.page()
	o.Includes = w.includes(tourney.IncludePlayers)
	switch w.of(0, 1, 2, 3) {
	case 0:
		o.Paid = new(w.chance())
	case 1:
		o.Status = w.status()
	case 2:
		o.TeamIDs = []int64{34, 50_000_001, 31, 34, 99}
	}
	return o, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		got, err = c.Teams.List(w.Context(), o)
		return w.teamPage(o), got, err
	}
}

func (w *naiveWorld) askDivisions() (any, naiveAsk) {
	o := tourney.DivisionListOptions{EventID: w.eventFilter()}
	o.Page, o.PageSize = w.page()
	o.Includes = w.includes(tourney.IncludeTeams, tourney.IncludeSettings)
	return o, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		got, err = c.Divisions.List(w.Context(), o)
		return w.divisionPage(o), got, err
	}
}

func (w *naiveWorld) askGames() (any, naiveAsk) {
	o := tourney.GameListOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter(), TeamID: w.of(0, 0, 31, 33, 99)}
	o.Page, o.PageSize = w.page()
	if w.chance() {
		o.Date = w.day()
	}
	return o, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		got, err = c.Games.List(w.Context(), o)
		return w.gamePage(o), got, err
	}
}

func (w *naiveWorld) askPlayers() (any, naiveAsk) {
	o := tourney.PlayerListOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter()}
	o.Page, o.PageSize = w.page()
	o.Includes = w.includes(tourney.IncludeTeams, tourney.IncludeProfile)
	if w.chance() {
		o.TeamIDs = []int64{33, 50_000_001, 31}
	}
	if w.chance() {
		o.PlayerIDs = []int64{70_000_001, 53, 51, 99}
	}
	return o, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		got, err = c.Players.List(w.Context(), o)
		return w.playerPage(o), got, err
	}
}

func (w *naiveWorld) askVenues() (any, naiveAsk) {
	return "venues", func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		got, err = c.Venues.List(w.Context(), tourney.VenueListOptions{})
		return w.venueList(), got, err
	}
}

func (w *naiveWorld) askLeaders() (any, naiveAsk) {
	o := tourney.LeadersOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter(), PageSize: int(w.of(0, 1))}
	return o, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		got, err = c.Statistics.Leaders(w.Context(), o)
		return w.leaders(o), got, err
	}
}

func (w *naiveWorld) askStandings() (any, naiveAsk) {
	o := tourney.StandingsOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter(), Display: tourney.DisplayDivision}
	return o, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		got, err = c.Standings.Get(w.Context(), o)
		return w.standings(o), got, err
	}
}

func (w *naiveWorld) askTeam() (any, naiveAsk) {
	id := w.of(31, 34, 50_000_001)
	return id, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		if t := rowOf(w.teams, id); t != nil {
			want = w.teamView(t)
		}
		got, err = c.Teams.Get(w.Context(), id)
		return want, got, err
	}
}

func (w *naiveWorld) askGame() (any, naiveAsk) {
	id := w.of(71, 72, 73)
	return id, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		if g := rowOf(w.games, id); g != nil {
			want = w.gameView(g)
		}
		got, err = c.Games.Get(w.Context(), id)
		return want, got, err
	}
}

func (w *naiveWorld) askPlayer() (any, naiveAsk) {
	id := w.of(51, 53, 70_000_001)
	return id, func(w *naiveWorld, c *tourney.Client) (want, got any, err error) {
		if p := rowOf(w.people, id); p != nil {
			want = w.playerView(p, nil)
		}
		got, err = c.Players.Get(w.Context(), id)
		return want, got, err
	}
}
