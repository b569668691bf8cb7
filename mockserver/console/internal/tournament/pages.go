// Package tournament has the pages about the rows of the tournament: their lists, one row with the form for a score,
// schedule, standings, brackets and leaders. Add a row to Pages for a new page of this kind. The facts about one
// row are in row.go, in functions such as teamDetail.
package tournament

import "github.com/tourney-go/tourney/mockserver/console/internal/view"

// Pages returns the pages of this area.
func Pages() view.Table {
	return view.Table{
		{Path: tournamentPage, Title: "Tournament", Load: loadTournament},
		{Path: nounPath + "{noun}", Title: "Tournament", Load: loadTournament},
		{Path: nounPath + "{noun}/{id}", Title: "Tournament", Load: loadRow, Posts: view.Posts{
			nounPath + "games/{id}/score": enterScore,
		}},
		{Path: "schedule", Title: "Schedule", Load: loadSchedule},
		{Path: "standings", Title: "Standings", Load: loadStandings},
		{Path: "bracket", Title: "Bracket", Load: loadBracket},
		{Path: "leaders", Title: "Leaders", Load: loadLeaders},
	}
}
