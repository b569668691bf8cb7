package console

// tournamentPages returns the pages.
func tournamentPages() table {
	return table{
		{Path: tournamentPage, Title: "Tournament", Rail: railTournament, Load: loadTournament},
		{Path: nounPath + "{noun}", Title: "Tournament", Under: tournamentPage, Load: loadTournament},
		{Path: nounPath + "{noun}/{id}", Title: "Tournament", Under: tournamentPage, Load: loadRow, Posts: posts{
			nounPath + "games/{id}/score": enterScore,
		}},
		{Path: "schedule", Title: "Schedule", Rail: railSchedule, Load: loadSchedule},
		{Path: "standings", Title: "Standings", Rail: railStandings, Load: loadStandings},
		{Path: "bracket", Title: "Bracket", Rail: railBracket, Load: loadBracket},
		{Path: "leaders", Title: "Leaders", Rail: railLeaders, Load: loadLeaders},
	}
}
