package console

// statePages returns the pages.
func statePages() table {
	return table{
		{Path: "overview", Title: "Overview", Rail: railOverview, Load: loadOverview},
		{Path: timelinePath, Title: "Timeline", Rail: railTimeline, Load: loadTimeline, Posts: posts{
			"timeline/{number}/show": showWrite,
		}},
		{Path: "timeline/{number}", Title: "Write", Under: timelinePath, Load: loadTimeline},
		{Path: snapshotsPath, Title: "Snapshots", Rail: railSnapshots, Load: loadSnapshots, Posts: posts{
			"snapshots/keep": keepSnapshot, "snapshots/{name}/restore": restoreSnapshot,
			"snapshots/{name}/forget": forgetSnapshot,
			"reset":                   resetWorld, "scenario": resetToScenario, "import": importRows, "clock/set": setClock,
		}},
	}
}
