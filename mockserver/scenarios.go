package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
)

// ScenarioInfo describes a scenario.
type ScenarioInfo struct {
	Name  string `json:"name"`            // argument of the option Scenario
	About string `json:"about"`           // a description for people
	Teams int    `json:"teams,omitempty"` // where ScenarioSize can set another number of teams: that without it; else 0
}

// Scenarios returns the scenarios that a server can start with. The first is the default.
func Scenarios() []ScenarioInfo {
	list := make([]ScenarioInfo, len(scenario.All))
	for i, s := range scenario.All {
		list[i] = ScenarioInfo{Name: s.Name, About: s.About, Teams: s.Teams}
	}
	return list
}
