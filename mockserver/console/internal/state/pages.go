// Package state has the pages about the mock as a whole: the overview, the timeline of writes, and the snapshots,
// scenarios and clock. Add a row to Pages for a new page of this kind.
package state

import "github.com/tourney-go/tourney/mockserver/console/internal/view"

// Pages returns the pages of this area.
func Pages() view.Table {
	return view.Table{
		{Path: "overview", Title: "Overview", Load: loadOverview},
		{Path: timelinePath, Title: "Timeline", Load: loadTimeline, Posts: view.Posts{
			"timeline/{number}/show": showWrite,
		}},
		{Path: "timeline/{number}", Title: "Write", Load: loadTimeline},
		{Path: snapshotsPath, Title: "Snapshots", Load: loadSnapshots, Posts: view.Posts{
			"snapshots/keep": keepSnapshot, "snapshots/{name}/restore": restoreSnapshot,
			"snapshots/{name}/forget": forgetSnapshot, "reset": resetWorld, "scenario": resetToScenario,
			"import": importRows, "clock": advanceClock, "clock/set": setClock, "sessions": openSession,
		}},
	}
}
