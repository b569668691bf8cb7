package mockserver_test

import (
	"context"
	"fmt"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
)

// naiveQuestion asks a client, and returns how the answer differs from that of the model.
type naiveQuestion func(w *naiveWorld, c *tourney.Client) string

// method is a method of a client.
type method[O, R any] = func(context.Context, O, ...tourney.CallOption) (R, error)

// naiveOptions leave out the columns of standings, which are the same in all.
var naiveOptions = cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreFields(tourney.Standings{}, "Columns")}

// asking returns a question.
func asking[O, R any](o O, of func(*tourney.Client) method[O, R], model func(*naive, O) R) naiveQuestion {
	return func(w *naiveWorld, c *tourney.Client) string {
		got, err := of(c)(w.Context(), o)
		diff := cmp.Diff(model(&w.naive, o), got, naiveOptions)
		if err == nil && diff == "" {
			return ""
		}
		return fmt.Sprintf("%T%+v: %v (-model +mock):\n%s", o, o, err, diff)
	}
}

// questions draws lists with filters, includes and pages, leaders and standings.
func (w *naiveWorld) questions(number int) (all []naiveQuestion) {
	drawn := []func() naiveQuestion{w.askTeams, w.askGames, w.askPlayers, w.askLeaders, w.askStandings}
	for range number {
		all = append(all, drawn[rapid.IntRange(0, len(drawn)-1).Draw(w.T, "question")]())
	}
	return all
}

func (w *naiveWorld) eventFilter() int64    { return w.of(0, 1, 1, 2, 99) }
func (w *naiveWorld) divisionFilter() int64 { return w.of(0, 0, 11, 11, 12, 99) }

// page draws a page and its size, 0 for the defaults.
func (w *naiveWorld) page() (page, size int) { return int(w.of(0, 0, 1, 2)), int(w.of(0, 0, 1, 2)) }

// includes draws an include, or none.
func (w *naiveWorld) includes(in tourney.Include) []tourney.Include {
	return [][]tourney.Include{nil, {in}}[w.of(0, 1)]
}

func (w *naiveWorld) askTeams() naiveQuestion {
	o := tourney.TeamListOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter()}
	o.Page, o.PageSize = w.page()
	o.Includes = w.includes(tourney.IncludePlayers)
	switch w.of(0, 1, 2, 3) {
	case 0:
		o.Paid = new(w.chance())
	case 1:
		o.Status = w.status()
	case 2:
		o.TeamIDs = []int64{33, 50_000_001, 31, 33, 99}
	}
	list := func(c *tourney.Client) method[tourney.TeamListOptions, tourney.Page[tourney.Team]] {
		return c.Teams.List
	}
	return asking(o, list, (*naive).teamPage)
}

func (w *naiveWorld) askGames() naiveQuestion {
	o := tourney.GameListOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter(), TeamID: w.of(0, 0, 31, 32)}
	o.Page, o.PageSize = w.page()
	o.Date = []tourney.Date{{}, w.day()}[w.of(0, 1)]
	list := func(c *tourney.Client) method[tourney.GameListOptions, tourney.Page[tourney.Game]] {
		return c.Games.List
	}
	return asking(o, list, (*naive).gamePage)
}

func (w *naiveWorld) askPlayers() naiveQuestion {
	o := tourney.PlayerListOptions{EventID: w.eventFilter(), DivisionID: w.divisionFilter()}
	o.Page, o.PageSize = w.page()
	o.Includes = w.includes(tourney.IncludeTeams)
	if w.chance() {
		o.TeamIDs = []int64{33, 50_000_001, 31}
	}
	list := func(c *tourney.Client) method[tourney.PlayerListOptions, tourney.Page[tourney.Player]] {
		return c.Players.List
	}
	return asking(o, list, (*naive).playerPage)
}

func (w *naiveWorld) askLeaders() naiveQuestion {
	o := tourney.LeadersOptions{EventID: w.of(1, 1, 0, 2), DivisionID: w.of(0, 0, 0, 11), PageSize: int(w.of(0, 0, 1))}
	leaders := func(c *tourney.Client) method[tourney.LeadersOptions, []tourney.StatisticCategory] {
		return c.Statistics.Leaders
	}
	return asking(o, leaders, (*naive).leaders)
}

func (w *naiveWorld) askStandings() naiveQuestion {
	o := tourney.StandingsOptions{EventID: w.of(1, 1, 0, 2), DivisionID: w.of(0, 0, 11), Display: tourney.DisplayDivision}
	get := func(c *tourney.Client) method[tourney.StandingsOptions, tourney.Standings] { return c.Standings.Get }
	return asking(o, get, (*naive).standings)
}
