package scenario

import "slices"

// SpecialRow says where a special row is.
type SpecialRow struct {
	Name      string // see Special
	Noun      string
	id        int64
	scenarios []string
}

// The scenarios that special rows are in.
var (
	everyTournament = []string{midTournament, notStartedName, registrationOpen, paymentsMixed, FinishedName}
	beforeTheEnd    = []string{midTournament, notStartedName, paymentsMixed}
	withRecords     = []string{registrationOpen, paymentsMixed}
)

var SpecialRows = []SpecialRow{
	{"OpenDivision", "division", FirstDivision, []string{registrationOpen}},
	{"FullDivision", "division", FirstDivision + 1, everyTournament},
	{"ClosedDivision", "division", FirstDivision + 2, everyTournament},
	{"InactiveDivision", "division", FirstDivision + 3, everyTournament},
	{"WaitingTeam", "team", FirstTeam + 24, everyTournament},
	{"UnpaidTeam", "team", FirstTeam + 4, everyTournament},
	{"PartlyPaidTeam", "team", FirstTeam + 3, withRecords},
	{"PaidByCardTeam", "team", FirstTeam, withRecords},
	{"PaidByHandTeam", "team", FirstTeam + 16, []string{registrationOpen}},
	{"PaidByHandTeam", "team", FirstTeam + 1, []string{paymentsMixed}},
	{"TwicePaidTeam", "team", FirstTeam + 11, []string{paymentsMixed}},
	{"Club", "team", firstClub, everyTournament},
	{"OtherClub", "team", firstClub + 1, everyTournament},
	{"SeasonlessTeam", "team", FirstTeam + 2, everyTournament},
	{"UnidentifiedTeam", "team", FirstTeam + 13, everyTournament},
	{"PlayerOfTwoTeams", "player", PersonBase + 201, everyTournament},
	{"LineOfNumberZero", "line of a roster", RosterBase + 103, everyTournament},
	{"ForfeitedGame", "game", FirstGame + 17, []string{midTournament, FinishedName}},
	{"LateGame", "game", FirstGame + 15, []string{midTournament}},
	{"HalfKnownGame", "game", FirstGame + 36, []string{midTournament}},
	{"UnknownGame", "game", FirstGame + 42, beforeTheEnd},
	{"UnscheduledGame", "game", FirstGame + 42, beforeTheEnd},
	{"SkillsBracket", "bracket", firstBracket + skills, []string{midTournament, FinishedName}},
	{"BracketWithoutURL", "bracket", firstBracket + thirdPlace, everyTournament},
}

// SpecialIn returns the id of a special row of a scenario.
func SpecialIn(scenario string, name string) (id int64, ok bool) {
	for _, r := range SpecialRows {
		if r.Name == name && slices.Contains(r.scenarios, scenario) {
			return r.id, true
		}
	}
	return 0, false
}
