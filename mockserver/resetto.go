package mockserver

import (
	"cmp"
	"fmt"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
)

// ScenarioChoice says which rows ResetTo brings.
type ScenarioChoice struct {
	Name  string  // one of Scenarios
	Seed  *uint64 // of the made-up names and results; nil for the seed of the server's options
	Teams int     // of huge: 1 to 100,000; 0 for those of ScenarioSize, or 100,000 without that option
}

func (s *server) ResetTo(to ScenarioChoice) error {
	s.state.Guard()
	o, err := s.options.choosing(to)
	if err == nil {
		rows := s.rowsOf(&o) // before the clock goes back, because they can take seconds
		var begins time.Time
		if s.options.settings.Now == nil { // the clock stands still
			begins = o.scenario.Begins()
		}
		err = s.replaceRows("Reset to "+to.Name, begins, func() *model.Version { return s.inhabited(rows) })
	}
	return refusal.Wrap("ResetTo", err)
}

// choosing returns the options with another scenario.
func (o options) choosing(to ScenarioChoice) (options, error) {
	var err error
	if o.scenario, err = scenario.Named(to.Name); err != nil {
		return o, refusal.Absentf("there is %s", err)
	}
	if to.Seed != nil {
		o.seed = *to.Seed
	}
	switch sized := o.scenario.Teams > 0; {
	case to.Teams != 0 && !sized:
		return o, fmt.Errorf("the scenario %s has no number of teams to set: choose the scenario %s", to.Name, scenario.Huge)
	case to.Teams < 0 || to.Teams > scenario.MostTeams:
		return o, fmt.Errorf("%d teams: give a number of teams from 1 to %d", to.Teams, scenario.MostTeams)
	case sized:
		o.scenario.Teams = cmp.Or(to.Teams, o.size, o.scenario.Teams)
	}
	return o, nil
}

// rowsOf returns the rows of a scenario, which every write can replace. Rows that the server did not start with count
// as those of a file, so that the versions of before do not keep the rows of any number of scenarios.
func (s *server) rowsOf(o *options) *model.Version {
	own, v := s.main.prepared, s.responder.Variant
	if len(o.fixtures) == 0 && own.IsFor(v, o.choice()) {
		return own.Fork(v, o.choice())
	}
	rows := scenario.Prepare(v, o.choice()).Fork(v, o.choice())
	rows.Source = (*model.Source)(nil).With(0, size(rows))
	return rows
}

// size returns roughly how many rows a version has.
func size(s *model.Version) int {
	teams := s.Teams.List(model.TeamKey{Status: model.AnyStatus, Paid: model.PaidOrNot}).Len()
	return teams + s.People.List(model.Scope{}).Len() + s.Games.List(model.GameKey{}).Len() + len(s.Statistics.All())
}
