package mockserver

import "slices"

// specialRow says where a special row is.
type specialRow struct {
	name      string // see Special
	noun      string
	id        int64
	scenarios []string
}

// The scenarios that special rows are in.
var (
	everyTournament = []string{midTournament, notStartedName, registrationOpen, paymentsMixed, finishedName}
	beforeTheEnd    = []string{midTournament, notStartedName, paymentsMixed}
	withRecords     = []string{registrationOpen, paymentsMixed}
)

var specialRows = []specialRow{
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
	{"ForfeitedGame", "game", firstGame + 17, []string{midTournament, finishedName}},
	{"LateGame", "game", firstGame + 15, []string{midTournament}},
	{"HalfKnownGame", "game", firstGame + 36, []string{midTournament}},
	{"UnknownGame", "game", firstGame + 42, beforeTheEnd},
	{"UnscheduledGame", "game", firstGame + 42, beforeTheEnd},
	{"SkillsBracket", "bracket", firstBracket + skills, []string{midTournament, finishedName}},
	{"BracketWithoutURL", "bracket", firstBracket + thirdPlace, everyTournament},
}

// specialIn returns the id of a special row of a scenario.
func specialIn(scenario string, name string) (id int64, ok bool) {
	for _, r := range specialRows {
		if r.name == name && slices.Contains(r.scenarios, scenario) {
			return r.id, true
		}
	}
	return 0, false
}
