package mockserver

import (
	"cmp"
	"fmt"
	"time"
)

// ScenarioChoice says which rows ResetTo brings.
type ScenarioChoice struct {
	Name  string  // one of Scenarios
	Seed  *uint64 // of the made-up names and results; nil for the seed of the server's options
	Teams int     // of huge: 1 to 100,000; 0 for those of ScenarioSize, or 100,000 without that option
}

func (s *server) ResetTo(to ScenarioChoice) error {
	s.state.guard()
	o, err := s.options.choosing(to)
	if err == nil {
		rows := s.rowsOf(&o) // before the clock goes back, because they can take seconds
		var begins time.Time
		if s.options.settings.now == nil { // the clock stands still
			begins = o.scenario.begins()
		}
		err = s.replaceRows("Reset to "+to.Name, begins, func() *version { return s.inhabited(rows) })
	}
	return failing("ResetTo", err)
}

// choosing returns the options with another scenario.
func (o options) choosing(to ScenarioChoice) (options, error) {
	var err error
	if o.scenario, err = scenarioNamed(to.Name); err != nil {
		return o, absentf("there is %s", err)
	}
	if to.Seed != nil {
		o.seed = *to.Seed
	}
	switch sized := o.scenario.teams > 0; {
	case to.Teams != 0 && !sized:
		return o, fmt.Errorf("the scenario %s has no number of teams to set: choose the scenario %s", to.Name, hugeName)
	case to.Teams < 0 || to.Teams > hugeTeams:
		return o, fmt.Errorf("%d teams: give a number of teams from 1 to %d", to.Teams, hugeTeams)
	case sized:
		o.scenario.teams = cmp.Or(to.Teams, o.size, o.scenario.teams)
	}
	return o, nil
}

// rowsOf returns the rows of a scenario, which every write can replace. Rows that the server did not start with count
// as those of a file, so that the versions of before do not keep the rows of any number of scenarios.
func (s *server) rowsOf(o *options) *version {
	own, v := s.main.prepared, s.responder.variant
	if len(o.fixtures) == 0 && own.isFor(v, o.choice()) {
		return own.fork(v, o.choice())
	}
	rows := builtScenarios.find(v, o.choice()).fork(v, o.choice())
	rows.source = (*source)(nil).with(0, rows.size())
	return rows
}

// size returns roughly how many rows a version has.
func (s *version) size() int {
	teams := s.teams.List(teamKey{status: anyStatus, paid: paidOrNot}).Len()
	return teams + s.people.List(scope{}).Len() + s.games.List(gameKey{}).Len() + len(s.statistics.All())
}
