package tourney

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/scalar"
)

// The enumerations are open: the interface document lists no values (section 2), so the library keeps and sends any
// integer. The values of the named constants are observed, not stated by the interface document.

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
func (g Gender) String() string { return enumName(g) }

// TeamStatus is the event status of a team. Observed values, not stated by the interface document.
type TeamStatus int

// Observed values of [TeamStatus].
const (
	TeamNone        TeamStatus = 0
	TeamActive      TeamStatus = 1
	TeamInactive    TeamStatus = 2
	TeamWaitingList TeamStatus = 3
)

// String returns the observed name, or the number.
func (s TeamStatus) String() string { return enumName(s) }

// EncodeValues adds the number to a query. Without this method the query would carry the name.
func (s TeamStatus) EncodeValues(key string, v *url.Values) error {
	v.Set(key, strconv.Itoa(int(s)))
	return nil
}

// RosterStatus is the roster status of a player or coach in requests. Responses carry it as a [TextOrNumber], which
// [ParseEnum] reads. Observed values, not stated by the interface document.
type RosterStatus int

// Observed values of [RosterStatus].
const (
	RosterActive   RosterStatus = 0
	RosterInactive RosterStatus = 1
	RosterArchived RosterStatus = 2
)

// String returns the observed name, or the number.
func (s RosterStatus) String() string { return enumName(s) }

// RegistrationStatus says which teams of a division public lists show. Observed values, not stated by the interface
// document.
type RegistrationStatus int

// Observed values of [RegistrationStatus].
const (
	RegistrationAll                 RegistrationStatus = 1
	RegistrationActive              RegistrationStatus = 2
	RegistrationActivePaid          RegistrationStatus = 3
	RegistrationActivePaidAndTravel RegistrationStatus = 4
)

// String returns the observed name, or the number.
func (s RegistrationStatus) String() string { return enumName(s) }

// CoachType is the role of a coach or contact. Registrations default to [CoachOther] (section 4.16). Observed
// values, not stated by the interface document.
type CoachType int

// Observed values of [CoachType].
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
func (t CoachType) String() string { return enumName(t) }

// PriceType is the kind of a price. Observed values, not stated by the interface document.
type PriceType int

// Observed values of [PriceType].
const (
	PriceEventFee     PriceType = 1
	PriceOther        PriceType = 2
	PriceCollegeCoach PriceType = 3
	PriceSanctionFee  PriceType = 4
	PriceGateFee      PriceType = 5
)

// String returns the observed name, or the number.
func (t PriceType) String() string { return enumName(t) }

// ParticipationType says who takes part in an event. Observed values, not stated by the interface document.
type ParticipationType int

// Observed values of [ParticipationType].
const (
	ParticipationTeam       ParticipationType = 0
	ParticipationIndividual ParticipationType = 1
)

// String returns the observed name, or the number.
func (t ParticipationType) String() string { return enumName(t) }

// GameType is the kind of a game. Observed values, not stated by the interface document.
type GameType int

// Observed values of [GameType]: one client reads 1 as pool play, 2 and 3 as bracket play.
const (
	GamePool       GameType = 1 // pool play
	GameBracket    GameType = 2 // bracket play
	GameBracketAlt GameType = 3 // also bracket play; how it differs from GameBracket is not known
)

// String returns the observed name, or the number.
func (t GameType) String() string { return enumName(t) }

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
func (r Round) String() string { return enumName(r) }

// Display is the grouping of standings (section 4.14). The client sends the name of a Display. The default is Pool; the
// other values are observed.
type Display string

// Observed values of [Display].
const (
	DisplayPool     Display = "Pool"
	DisplayDivision Display = "Division"
	DisplayEvent    Display = "Event"
	DisplayBracket  Display = "Bracket"
)

// Include asks for additional data in a response (section 1, convention 10). It is a [CallOption]:
// client.Teams.Get(ctx, id, tourney.IncludePlayers). Only Season is stated by the interface document; the other values
// are observed. A program may convert any other text to an Include, and the client sends that text unchanged. The
// client refuses a misspelled name and a name that adds to other resources alone, unless it has [WithoutChecks].
type Include string

// Observed values of [Include], with the resources they add to.
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

// enumNames are the observed names of the values of each enumeration.
var enumNames = map[reflect.Type]map[int]string{
	reflect.TypeFor[Gender]():             {0: "Coed", 1: "Male", 2: "Female", 4: "All"},
	reflect.TypeFor[TeamStatus]():         {0: "None", 1: "Active", 2: "Inactive", 3: "WaitingList"},
	reflect.TypeFor[RosterStatus]():       {0: "Active", 1: "Inactive", 2: "Archived"},
	reflect.TypeFor[RegistrationStatus](): {1: "All", 2: "Active", 3: "ActivePaid", 4: "ActivePaidAndTravel"},
	reflect.TypeFor[CoachType](): {
		0: "Other", 1: "HeadCoach", 2: "AssistantCoach", 3: "Administrator", 4: "AdministratorHeadCoach",
		5: "AdministratorCoach", 6: "BenchCoach", 7: "Coach", 8: "Manager", 9: "ParentGuardian", 10: "Player",
	},
	reflect.TypeFor[PriceType]():         {1: "EventFee", 2: "Other", 3: "CollegeCoach", 4: "SanctionFee", 5: "GateFee"},
	reflect.TypeFor[ParticipationType](): {0: "Team", 1: "Individual"},
	reflect.TypeFor[GameType]():          {1: "Pool", 2: "Bracket", 3: "BracketAlt"},
	reflect.TypeFor[Round]():             {0: "None", 1: "Championship", 2: "Semifinal", 3: "Quarterfinal"},
}

// enumName returns the observed name of a value of an enumeration, or the type and the number.
func enumName(value any) string {
	v := reflect.ValueOf(value)
	if name, ok := enumNames[v.Type()][int(v.Int())]; ok {
		return name
	}
	return fmt.Sprintf("%s(%d)", v.Type().Name(), v.Int())
}

// ParseEnum reads a value of an enumeration from a text: a name as String returns it, in any letter case, or any
// number. ParseEnum[Gender]("female") is [GenderFemale].
func ParseEnum[E Gender | TeamStatus | RosterStatus | RegistrationStatus | CoachType | PriceType |
	ParticipationType | GameType | Round](text string) (value E, err error) {
	of := reflect.TypeFor[E]()
	n, err := parseEnum(text, of.Name(), enumNames[of])
	return E(n), err
}

// parseEnum reads a name of an enumeration, or a number.
func parseEnum(s, kind string, names map[int]string) (int, error) {
	text, known := scalar.Trim(s), make([]string, 0, len(names))
	for _, value := range slices.Sorted(maps.Keys(names)) {
		if strings.EqualFold(text, names[value]) {
			return value, nil
		}
		known = append(known, names[value])
	}
	n, err := strconv.Atoi(text)
	if i := strings.IndexByte(text, '('); i > 0 && strings.EqualFold(text[:i], kind) && text[len(text)-1] == ')' {
		n, err = strconv.Atoi(text[i+1 : len(text)-1])
	}
	if err != nil {
		return 0, fmt.Errorf("tourney: %q is no %s: expected %s, or a number", clip(s), kind, strings.Join(known, ", "))
	}
	return n, nil
}

// Variants returns every variant in the order of the interface document.
func Variants() []Variant {
	rows := contract.Variants()
	names := make([]Variant, len(rows))
	for i, row := range rows {
		names[i] = Variant(row.Name)
	}
	return names
}

// String returns the variant's name.
func (v Variant) String() string { return string(v) }

// row returns the variant's row of the contract.
func (v Variant) row() (*contract.Variant, error) {
	row, ok := contract.LookupVariant(string(v))
	if !ok {
		return nil, fmt.Errorf("tourney: unknown variant %q: %schoose one of %s", clip(string(v)), nearestOf(string(v)),
			variantNames())
	}
	return row, nil
}

func variantNames() string {
	var b strings.Builder
	for i, v := range Variants() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(v))
	}
	return b.String()
}

// nearestOf returns the words about the variant, or the other name, that is most like a name; "" when none is like it.
func nearestOf(name string, names ...string) string {
	for _, v := range Variants() {
		names = append(names, string(v))
	}
	if known := plaintext.Nearest(names, name); known != "" {
		return "the nearest is " + known + ": "
	}
	return ""
}

func withoutHyphens(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", " ", "", "_", "").Replace(name))
}

// ParseHost returns the variant with this name, or the profile of this package with this name, in any letter case. The
// name of a variant may have spaces, underscores or nothing where it has a hyphen. For any other name the error lists
// the names.
func ParseHost(name string) (Host, error) {
	for _, v := range Variants() {
		if withoutHyphens(string(v)) == withoutHyphens(name) {
			return v, nil
		}
	}
	p := Basketball()
	if strings.EqualFold(p.Name, strings.TrimSpace(name)) {
		return p, nil
	}
	const unknown = "tourney: unknown variant or profile %q: %schoose one of %s, %s"
	return nil, fmt.Errorf(unknown, clip(name), nearestOf(name, p.Name), variantNames(), p.Name)
}
