package tourney

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// The enumerations are open: the interface document lists no values (section 2), so any integer is kept and
// sent as it is. The named constants are observed, not stated by the interface document.

// Gender is the gender of a team or division. Observed values, not stated by the interface document.
type Gender int

// Observed values of Gender.
const (
	GenderCoed   Gender = 0 // male and female
	GenderMale   Gender = 1
	GenderFemale Gender = 2
	GenderAll    Gender = 4 // all genders
)

// String returns the observed name, or the number.
func (g Gender) String() string {
	return enumName("Gender", int(g), genderNames)
}

var genderNames = map[int]string{0: "Coed", 1: "Male", 2: "Female", 4: "All"}

// TeamStatus is the event status of a team. Observed values, not stated by the interface document.
type TeamStatus int

// Observed values of TeamStatus.
const (
	TeamNone        TeamStatus = 0
	TeamActive      TeamStatus = 1
	TeamInactive    TeamStatus = 2
	TeamWaitingList TeamStatus = 3
)

// String returns the observed name, or the number.
func (s TeamStatus) String() string {
	return enumName("TeamStatus", int(s), teamStatusNames)
}

// EncodeValues adds the number to a query, where the name would go otherwise.
func (s TeamStatus) EncodeValues(key string, v *url.Values) error {
	v.Set(key, strconv.Itoa(int(s)))
	return nil
}

var teamStatusNames = map[int]string{0: "None", 1: "Active", 2: "Inactive", 3: "WaitingList"}

// RosterStatus is the roster status of a player or coach in requests. Responses carry it as text or as an
// integer: see PlayerStatus. Observed values, not stated by the interface document.
type RosterStatus int

// Observed values of RosterStatus.
const (
	RosterActive   RosterStatus = 0
	RosterInactive RosterStatus = 1
	RosterArchived RosterStatus = 2
)

// String returns the observed name, or the number.
func (s RosterStatus) String() string {
	return enumName("RosterStatus", int(s), rosterStatusNames)
}

var rosterStatusNames = map[int]string{0: "Active", 1: "Inactive", 2: "Archived"}

// PlayerStatus is a team player's roster status in responses: text as the interface document shows it
// (section 2, Team Player), or the text of an integer, which some hosts send. It is written back the way it
// was read. The empty PlayerStatus is "not sent".
type PlayerStatus string

// Roster returns the enumeration value behind the status, from its name in any letter case or its number.
func (s PlayerStatus) Roster() (RosterStatus, bool) {
	if n, err := strconv.Atoi(string(s)); err == nil {
		return RosterStatus(n), true
	}
	for code, name := range rosterStatusNames {
		if strings.EqualFold(name, string(s)) {
			return RosterStatus(code), true
		}
	}
	return 0, false
}

// AppendText appends the status as it is.
func (s PlayerStatus) AppendText(b []byte) ([]byte, error) { return append(b, s...), nil }

// MarshalText returns the status as it is.
func (s PlayerStatus) MarshalText() ([]byte, error) { return []byte(s), nil }

// UnmarshalText takes the status as it is.
func (s *PlayerStatus) UnmarshalText(text []byte) error {
	*s = PlayerStatus(text)
	return nil
}

// MarshalJSON returns a number for the text of an integer, else a string.
func (s PlayerStatus) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil) }

// AppendJSON appends a number for the text of an integer, else a string.
func (s PlayerStatus) AppendJSON(b []byte) ([]byte, error) {
	return appendNameOrNumber(b, string(s)), nil
}

// UnmarshalJSON reads a string or a number; null leaves s alone.
func (s *PlayerStatus) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err == nil && !isNull {
		*s = PlayerStatus(text)
	}
	return err
}

// RegistrationStatus says which teams of a division are shown in public lists. Observed values, not stated by
// the interface document.
type RegistrationStatus int

// Observed values of RegistrationStatus.
const (
	ShowAllTeams                 RegistrationStatus = 1
	ShowActiveTeams              RegistrationStatus = 2
	ShowActivePaidTeams          RegistrationStatus = 3
	ShowActivePaidAndTravelTeams RegistrationStatus = 4
)

// String returns the observed name, or the number.
func (s RegistrationStatus) String() string {
	return enumName("RegistrationStatus", int(s), registrationStatusNames)
}

var registrationStatusNames = map[int]string{1: "All", 2: "Active", 3: "ActivePaid", 4: "ActivePaidAndTravel"}

// CoachType is the role of a coach or contact. Registrations default to CoachOther (section 4.16). Observed
// values, not stated by the interface document.
type CoachType int

// Observed values of CoachType.
const (
	CoachOther                  CoachType = 0
	CoachHeadCoach              CoachType = 1
	CoachAssistantCoach         CoachType = 2
	CoachAdministrator          CoachType = 3
	CoachAdministratorHeadCoach CoachType = 4
	CoachAdministratorCoach     CoachType = 5
	CoachBenchCoach             CoachType = 6
	CoachCoach                  CoachType = 7
	CoachManager                CoachType = 8
	CoachParentGuardian         CoachType = 9
	CoachPlayer                 CoachType = 10
)

// String returns the observed name, or the number.
func (t CoachType) String() string {
	return enumName("CoachType", int(t), coachTypeNames)
}

var coachTypeNames = map[int]string{
	0: "Other", 1: "HeadCoach", 2: "AssistantCoach", 3: "Administrator", 4: "AdministratorHeadCoach",
	5: "AdministratorCoach", 6: "BenchCoach", 7: "Coach", 8: "Manager", 9: "ParentGuardian", 10: "Player",
}

// PriceType is the kind of a price. Observed values, not stated by the interface document.
type PriceType int

// Observed values of PriceType.
const (
	PriceEventFee     PriceType = 1
	PriceOther        PriceType = 2
	PriceCollegeCoach PriceType = 3
	PriceSanctionFee  PriceType = 4
	PriceGateFee      PriceType = 5
)

// String returns the observed name, or the number.
func (t PriceType) String() string {
	return enumName("PriceType", int(t), priceTypeNames)
}

var priceTypeNames = map[int]string{1: "EventFee", 2: "Other", 3: "CollegeCoach", 4: "SanctionFee", 5: "GateFee"}

// ReportType is the kind of a report: the text of a name, or of an integer, as hosts send either. It is written back
// the way it was read. Observed values, not stated by the interface document.
type ReportType string

// Observed values of ReportType. A sample shows the integer 3.
const (
	ReportHTML ReportType = "HTML"
	ReportPDF  ReportType = "PDF"
)

// AppendText appends the type as it is.
func (t ReportType) AppendText(b []byte) ([]byte, error) { return append(b, t...), nil }

// MarshalText returns the type as it is.
func (t ReportType) MarshalText() ([]byte, error) { return []byte(t), nil }

// UnmarshalText takes the type as it is.
func (t *ReportType) UnmarshalText(text []byte) error {
	*t = ReportType(text)
	return nil
}

// MarshalJSON returns a number for the text of an integer, else a string.
func (t ReportType) MarshalJSON() ([]byte, error) { return t.AppendJSON(nil) }

// AppendJSON appends a number for the text of an integer, else a string.
func (t ReportType) AppendJSON(b []byte) ([]byte, error) {
	return appendNameOrNumber(b, string(t)), nil
}

// UnmarshalJSON reads a string or a number; null leaves t alone.
func (t *ReportType) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err == nil && !isNull {
		*t = ReportType(text)
	}
	return err
}

// appendNameOrNumber appends the text of an integer as a JSON number, and any other text as a string.
func appendNameOrNumber(b []byte, text string) []byte {
	if text != "" && (text[0] == '-' || text[0]-'0' <= 9) { // else Atoi would make an error of it
		if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
			return append(b, text...)
		}
	}
	return jsoncodec.AppendString(b, text)
}

// GameType is the kind of a game. Observed values, not stated by the interface document.
type GameType int

// Observed values of GameType: one client reads 1 as pool play, 2 and 3 as bracket play.
const (
	GamePool       GameType = 1 // pool play
	GameBracket    GameType = 2 // bracket play
	GameBracketAlt GameType = 3 // bracket play as well; what sets it apart is not known
)

// String returns the observed name, or the number.
func (t GameType) String() string {
	return enumName("GameType", int(t), gameTypeNames)
}

var gameTypeNames = map[int]string{1: "Pool", 2: "Bracket", 3: "BracketAlt"}

// Round is the bracket round of a game. Observed values, not stated by the interface document.
type Round int

// Observed values of Round.
const (
	RoundNone         Round = 0
	RoundChampionship Round = 1
	RoundSemifinal    Round = 2
	RoundQuarterfinal Round = 3
)

// String returns the observed name, or the number.
func (r Round) String() string {
	return enumName("Round", int(r), roundNames)
}

var roundNames = map[int]string{0: "None", 1: "Championship", 2: "Semifinal", 3: "Quarterfinal"}

// Age is the age group of a team in requests (section 4.4). The interface document shows no values.
type Age int

// Grade is the grade of a team in requests (section 4.4). The interface document shows no values.
type Grade int

// Hand is a baseball player's batting or throwing hand in requests (section 4.4). The interface document shows
// no values; responses carry text.
type Hand int

// Display is the grouping of standings (section 4.14). It is sent by name; the values other than Pool, the
// default, are observed.
type Display string

// Observed values of Display.
const (
	DisplayPool     Display = "Pool"
	DisplayDivision Display = "Division"
	DisplayEvent    Display = "Event"
	DisplayBracket  Display = "Bracket"
)

// Include asks for additional data in a response (section 1, convention 10). It is a CallOption, so that it
// can be given to the methods that take one: client.Teams.Get(ctx, id, tourney.IncludePlayers). The values
// other than Season are observed; any other text can be converted and is sent as it is.
type Include string

// Observed values of Include, with the resources they add to.
const (
	IncludePlayers    Include = "Players"    // teams
	IncludeCoaches    Include = "Coaches"    // teams
	IncludePools      Include = "Pools"      // teams
	IncludeSeason     Include = "Season"     // teams (section 2, Season), games
	IncludeAssets     Include = "Assets"     // divisions
	IncludeBrackets   Include = "Brackets"   // divisions
	IncludePrices     Include = "Prices"     // divisions
	IncludeReports    Include = "Reports"    // divisions
	IncludeResults    Include = "Results"    // divisions: the results of brackets
	IncludeSettings   Include = "Settings"   // divisions
	IncludeTeams      Include = "Teams"      // divisions, players
	IncludeProfile    Include = "Profile"    // players
	IncludeStatistics Include = "Statistics" // players
)

// WonBy says how a side was declared the winner. JSON carries its code and XML its name (section 2, Game);
// the pairs are not stated, so a value whose other half is unknown keeps the half it came with. RegisterWonBy makes
// more pairs known. Writing looks for a half that is missing.
type WonBy struct {
	Code int    // 0 when only the name is known
	Name string // "" when only the code is known
}

// WonByForfeit is the only pair that was observed.
var WonByForfeit = WonBy{Code: 7, Name: "Forfeit"}

// wonByPairs are the codes and names that are known to belong together. A list in it is replaced, never changed.
var wonByPairs = startingWith(WonByForfeit)

func startingWith(pairs ...WonBy) *atomic.Pointer[[]WonBy] {
	table := new(atomic.Pointer[[]WonBy])
	table.Store(&pairs)
	return table
}

// RegisterWonBy makes pairs of code and name known to the whole process: from then on WonByCode, WonByName and
// everything that is read find the other half. Values from before stay as they are, so the place for it is the start
// of a program. It may be called at any time and from several goroutines.
//
// It registers all of the pairs or, with an error, none: a pair needs a code other than 0 and a name that does not
// read as a number, and must not contradict another, names being the same in any letter case. To repeat a known pair
// is fine.
func RegisterWonBy(pairs ...WonBy) error {
	for {
		before := wonByPairs.Load()
		after := slices.Clip(*before)
		for _, w := range pairs {
			w.Name = strings.TrimSpace(w.Name)
			known, err := w.among(after)
			if err != nil {
				return err
			}
			if !known {
				after = append(after, w)
			}
		}
		if wonByPairs.CompareAndSwap(before, &after) {
			return nil
		}
	}
}

// among reports whether one of the pairs says what w says, and what keeps w from being one of them.
func (w WonBy) among(pairs []WonBy) (bool, error) {
	if w.Code == 0 || w.Name == "" {
		return false, fmt.Errorf("tourney: RegisterWonBy: code %d with the name %q: a pair needs both", w.Code, clip(w.Name))
	}
	if strings.ContainsFunc(w.Name, func(r rune) bool { return r < ' ' || r == utf8.RuneError }) {
		return false, fmt.Errorf("tourney: RegisterWonBy: code %d: the name %q has characters that XML cannot carry", w.Code, clip(w.Name))
	}
	if _, isCode := wonByCodeOf(w.Name); isCode {
		return false, fmt.Errorf("tourney: RegisterWonBy: code %d: the name %q reads as a code", w.Code, clip(w.Name))
	}
	for _, p := range pairs {
		switch code, name := p.Code == w.Code, strings.EqualFold(p.Name, w.Name); {
		case code && name:
			return true, nil
		case code || name:
			return false, fmt.Errorf("tourney: RegisterWonBy: code %d with the name %q: %q is known to have code %d", w.Code, clip(w.Name), clip(p.Name), p.Code)
		}
	}
	return false, nil
}

// WonByCode returns the value with this code, and with its name where that is known.
func WonByCode(code int) WonBy {
	for _, w := range *wonByPairs.Load() {
		if w.Code == code {
			return w
		}
	}
	return WonBy{Code: code}
}

// WonByName returns the value with this name, and with its code where that is known.
func WonByName(name string) WonBy {
	for _, w := range *wonByPairs.Load() {
		if strings.EqualFold(w.Name, name) {
			return w
		}
	}
	return WonBy{Name: name}
}

// wonByCodeOf returns the code that a text is, and false for a name. A number that no code can be is a name.
func wonByCodeOf(text string) (int, bool) {
	d, err := ParseDecimal(text)
	if err != nil {
		return 0, false
	}
	n, whole := d.Int64()
	return int(n), whole && int64(int(n)) == n
}

// String returns the name, or the number where no name is known.
func (w WonBy) String() string {
	if w.Name != "" {
		return w.Name
	}
	return strconv.Itoa(w.Code)
}

// AppendText appends the name as XML carries it, or the number where no name is known.
func (w WonBy) AppendText(b []byte) ([]byte, error) {
	if w.Name == "" {
		w = WonByCode(w.Code)
	}
	return append(b, w.String()...), nil
}

// MarshalText returns the name as XML carries it, or the number where no name is known.
func (w WonBy) MarshalText() ([]byte, error) { return w.AppendText(nil) }

// UnmarshalText reads a name, or the text of a code.
func (w *WonBy) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if code, ok := wonByCodeOf(s); ok {
		*w = WonByCode(code)
	} else {
		*w = WonByName(s)
	}
	return nil
}

// MarshalJSON returns the code as JSON carries it, or the name where no code is known.
func (w WonBy) MarshalJSON() ([]byte, error) { return w.AppendJSON(nil) }

// AppendJSON appends the code as JSON carries it, or the name where no code is known.
func (w WonBy) AppendJSON(b []byte) ([]byte, error) {
	if w.Code == 0 && w.Name != "" {
		w = WonByName(w.Name)
	}
	if w.Code == 0 && w.Name != "" {
		return jsoncodec.AppendString(b, w.Name), nil
	}
	return strconv.AppendInt(b, int64(w.Code), 10), nil
}

// UnmarshalJSON reads a code, or a name; null leaves w alone.
func (w *WonBy) UnmarshalJSON(data []byte) error {
	text, isNull, err := scalarText(data)
	if err != nil || isNull {
		return err
	}
	return w.UnmarshalText(text)
}

func enumName(kind string, value int, names map[int]string) string {
	if name, ok := names[value]; ok {
		return name
	}
	return fmt.Sprintf("%s(%d)", kind, value)
}
