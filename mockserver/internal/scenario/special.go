package scenario

import "slices"

// SpecialRow names a row that differs from others, its id, and the scenarios that have the row.
type SpecialRow struct {
	Name      string // the name in mockserver.Special
	Noun      string // a word for messages
	id        int64
	scenarios []string
}

// Lists of scenarios, for the entries in SpecialRows.
var (
	everyTournament = []string{midTournament, beforeStart, registrationOpen, paymentsMixed, finished}
	beforeTheEnd    = []string{midTournament, beforeStart, paymentsMixed}
	withRecords     = []string{registrationOpen, paymentsMixed}
)

// SpecialRows are the rows that differ from the others. Entries with the same name are next to each other.
var SpecialRows = []SpecialRow{
	{"OpenDivision", "division", firstDivision, []string{registrationOpen}},
	{"FullDivision", "division", firstDivision + 1, everyTournament},
	{"ClosedDivision", "division", firstDivision + 2, everyTournament},
	{"InactiveDivision", "division", firstDivision + 3, everyTournament},
	{"WaitingTeam", "team", firstTeam + 24, everyTournament},
	{"UnpaidTeam", "team", firstTeam + 4, everyTournament},
	{"PartlyPaidTeam", "team", firstTeam + 3, withRecords},
	{"PaidByCardTeam", "team", firstTeam, withRecords},
	{"PaidByHandTeam", "team", firstTeam + 16, []string{registrationOpen}},
	{"PaidByHandTeam", "team", firstTeam + 1, []string{paymentsMixed}},
	{"TwicePaidTeam", "team", firstTeam + 11, []string{paymentsMixed}},
	{"Club", "team", firstClub, everyTournament},
	{"OtherClub", "team", firstClub + 1, everyTournament},
	{"SeasonlessTeam", "team", firstTeam + 2, everyTournament},
	{"UnidentifiedTeam", "team", firstTeam + 13, everyTournament},
	{"PlayerOfTwoTeams", "player", personBase + 201, everyTournament},
	{"LineOfNumberZero", "line of a roster", rosterBase + 103, everyTournament},
	{"ForfeitedGame", "game", firstGame + 17, []string{midTournament, finished}},
	{"LateGame", "game", firstGame + 15, []string{midTournament}},
	{"HalfKnownGame", "game", firstGame + 36, []string{midTournament}},
	{"UnknownGame", "game", firstGame + 42, beforeTheEnd},
	{"UnscheduledGame", "game", firstGame + 35, beforeTheEnd},
	{"SkillsBracket", "bracket", firstBracket + skills, []string{midTournament, finished}},
	{"BracketWithoutURL", "bracket", firstBracket + thirdPlace, everyTournament},
}

// SpecialID returns the id of a special row of a scenario; ok is false if the scenario has no such row.
func SpecialID(scenario, name string) (id int64, ok bool) {
	for _, r := range SpecialRows {
		if r.Name == name && slices.Contains(r.scenarios, scenario) {
			return r.id, true
		}
	}
	return 0, false
}
