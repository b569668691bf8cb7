package answers

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/xmlcodec"
)

// TestWonByReadsEitherHalf: JSON carries a code and XML a name. A value without a known partner keeps its half.
func TestWonByReadsEitherHalf(t *testing.T) {
	for _, c := range []struct {
		json    string
		want    tourney.WonBy
		text    string
		written string
	}{
		{`7`, tourney.WonByForfeit, "Forfeit", `7`},
		{`"7"`, tourney.WonByForfeit, "Forfeit", `7`},
		{`"Forfeit"`, tourney.WonByForfeit, "Forfeit", `7`},
		{`"forfeit"`, tourney.WonByForfeit, "Forfeit", `7`},
		{`42`, tourney.WonBy{Code: 42}, "42", `42`},
		{`"Default"`, tourney.WonBy{Name: "Default"}, "Default", `"Default"`},
		{`0`, tourney.WonBy{}, "0", `0`},
		{`-1`, tourney.WonBy{Code: -1}, "-1", `-1`},
	} {
		t.Run(c.json, func(t *testing.T) {
			var got tourney.WonBy
			require.NoError(t, json.Unmarshal([]byte(c.json), &got))
			require.Equal(t, c.want, got)
			require.Equal(t, c.text, got.String())
			text, err := got.MarshalText()
			require.NoError(t, err)
			require.Equal(t, c.text, string(text))
			data, err := json.Marshal(got)
			require.NoError(t, err)
			require.Equal(t, c.written, string(data))
			var back tourney.WonBy
			require.NoError(t, back.UnmarshalText(text))
			require.Equal(t, c.want, back, "the text form reads back")
		})
	}
}

// A value that was made by hand with one half is written with the half of the format.
func TestWonByWritesTheOtherHalf(t *testing.T) {
	type body struct{ HomeWonBy *tourney.WonBy }
	for _, half := range []tourney.WonBy{{Code: 7}, {Name: "forfeit"}, {Code: 7, Name: "Forfeit"}} {
		asJSON, err := json.Marshal(body{&half})
		require.NoError(t, err)
		require.Equal(t, `{"HomeWonBy":7}`, string(asJSON))
		asXML, err := xmlcodec.Marshal("R", body{&half})
		require.NoError(t, err)
		require.Regexp(t, `(?i)<HomeWonBy>forfeit</HomeWonBy>`, string(asXML))
	}
}

func TestProfilesCompleteWonBy(t *testing.T) {
	luck, whim := tourney.WonBy{Code: 31, Name: "Drawn lots"}, tourney.WonBy{Code: -4, Name: "Whim"}
	p, err := tourney.ProfileOf(tourney.Profile{WonBy: []tourney.WonBy{{Code: 31, Name: " Drawn lots "}, whim}})
	require.NoError(t, err)
	for _, want := range []tourney.WonBy{luck, whim, tourney.WonByForfeit} {
		require.Equal(t, want, p.CompleteWonBy(tourney.WonBy{Code: want.Code}))
		require.Equal(t, want, p.CompleteWonBy(tourney.WonBy{Name: strings.ToUpper(want.Name)}))
	}
	for _, same := range []tourney.WonBy{{}, {Code: 3}, {Name: "Coin toss"}, {Code: 31, Name: "Other"}, {Code: 3, Name: "Whim"}} {
		require.Equal(t, same, p.CompleteWonBy(same))
	}
}

func TestPairsOfWonByMustNotContradict(t *testing.T) {
	for _, c := range []struct {
		name  string
		pairs []tourney.WonBy
		want  string
	}{
		{"no code", []tourney.WonBy{{Name: "Luck"}}, "needs both"},
		{"no name", []tourney.WonBy{{Code: 3}}, "needs both"},
		{"a blank name", []tourney.WonBy{{Code: 3, Name: " \t"}}, "needs both"},
		{"a number for a name", []tourney.WonBy{{Code: 3, Name: "4.0"}}, "reads as a code"},
		{"a second name", []tourney.WonBy{{Code: 7, Name: "Luck"}}, `code 7 with the name "Luck": "Forfeit" is known to have code 7`},
		{"a second code", []tourney.WonBy{{Code: 3, Name: "forfeit"}}, `code 3 with the name "forfeit": "Forfeit" is known to have code 7`},
		{"among themselves", []tourney.WonBy{{Code: 3, Name: "Luck"}, {Code: 4, Name: "LUCK"}}, `"Luck" is known to have code 3`},
		{"a control character", []tourney.WonBy{{Code: 3, Name: "Lu\x07ck"}}, "control characters"},
		{"a character that XML forbids", []tourney.WonBy{{Code: 3, Name: "Luck\ufffe"}}, "cannot carry"},
		{"no UTF-8", []tourney.WonBy{{Code: 3, Name: "Luck\xff"}}, "cannot carry"},
		{"one of two", []tourney.WonBy{{Code: 3, Name: "Luck"}, {Code: 4}}, "needs both"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := tourney.New(clienttest.BaseURL, tourney.Profile{WonBy: c.pairs})
			require.ErrorContains(t, err, "Profile.WonBy: ")
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := tourney.ProfileOf(tourney.Profile{WonBy: []tourney.WonBy{tourney.WonByForfeit, {Code: 7, Name: "FORFEIT"}}})
	require.NoError(t, err)
}

// TestWonByTooLargeForACodeIsKept: a number beyond int is no code, so it stays text in both formats.
func TestWonByTooLargeForACodeIsKept(t *testing.T) {
	const text = "99999999999999999999"
	var got tourney.WonBy
	require.NoError(t, json.Unmarshal([]byte(text), &got))
	require.Equal(t, tourney.WonBy{Name: text}, got)
	var back tourney.WonBy
	data, err := json.Marshal(got)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &back))
	require.Equal(t, got, back)
}

func TestWonByRefusesWhatIsNoSingleValue(t *testing.T) {
	for _, data := range []string{`{}`, `[]`, `{"Code":7}`, `[7]`} {
		var got tourney.WonBy
		require.Error(t, json.Unmarshal([]byte(data), &got), data)
		var status tourney.TextOrNumber
		require.Error(t, json.Unmarshal([]byte(data), &status), data)
	}
	kept := tourney.WonByForfeit
	require.NoError(t, kept.UnmarshalJSON([]byte(`null`)))
	require.Equal(t, tourney.WonByForfeit, kept)
}

// TestTextOrNumber: a value keeps its form, and ParseEnum reads it.
func TestTextOrNumber(t *testing.T) {
	for data, want := range map[string]struct {
		status tourney.TextOrNumber
		roster tourney.RosterStatus
		known  bool
	}{
		`"Active"`:   {"Active", tourney.RosterActive, true},
		`"archived"`: {"archived", tourney.RosterArchived, true},
		`1`:          {"1", tourney.RosterInactive, true},
		`0`:          {"0", tourney.RosterActive, true},
		`9`:          {"9", 9, true},
		`"On loan"`:  {"On loan", 0, false},
		`""`:         {"", 0, false},
		`"007"`:      {"007", 7, true},
	} {
		t.Run(data, func(t *testing.T) {
			var got tourney.TextOrNumber
			require.NoError(t, json.Unmarshal([]byte(data), &got))
			require.Equal(t, want.status, got)
			roster, err := tourney.ParseEnum[tourney.RosterStatus](string(got))
			require.Equal(t, want.known, err == nil, err)
			require.Equal(t, want.roster, roster)
			back, err := json.Marshal(got)
			require.NoError(t, err)
			require.Equal(t, data, string(back), "written as it was read")
			text, err := got.MarshalText()
			require.NoError(t, err)
			require.Equal(t, string(want.status), string(text))
		})
	}
}

func TestEnumerationsSurviveARoundTrip(t *testing.T) {
	roundTrip[tourney.Gender](t)
	roundTrip[tourney.TeamStatus](t)
	roundTrip[tourney.RosterStatus](t)
	roundTrip[tourney.RegistrationStatus](t)
	roundTrip[tourney.CoachType](t)
	roundTrip[tourney.PriceType](t)
	roundTrip[tourney.GameType](t)
	roundTrip[tourney.Round](t)
	roundTrip[tourney.ErrorCode](t)
}

func roundTrip[T ~int](t *testing.T) {
	t.Helper()
	for _, code := range []T{0, 1, 4, 999, -7} {
		data, err := json.Marshal(code)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(int(code)), string(data), "%T is an integer on the wire", code)
		var back T
		require.NoError(t, json.Unmarshal(data, &back))
		require.Equal(t, code, back)
	}
}

func TestEnumerationsPrintNamesOrNumbers(t *testing.T) {
	for want, value := range map[string]fmt.Stringer{
		"Coed": tourney.GenderCoed, "Female": tourney.GenderFemale, "All": tourney.GenderAll, "Gender(3)": tourney.Gender(3),
		"WaitingList": tourney.TeamWaitingList, "TeamStatus(9)": tourney.TeamStatus(9),
		"Archived": tourney.RosterArchived, "RosterStatus(-1)": tourney.RosterStatus(-1),
		"ActivePaidAndTravel": tourney.RegistrationActivePaidAndTravel, "RegistrationStatus(0)": tourney.RegistrationStatus(0),
		"ParentGuardian": tourney.CoachParentGuardian, "CoachType(11)": tourney.CoachType(11),
		"GateFee": tourney.PriceGateFee, "PriceType(0)": tourney.PriceType(0),
		"Bracket": tourney.GameBracket, "GameType(0)": tourney.GameType(0),
		"Quarterfinal": tourney.RoundQuarterfinal, "Round(8)": tourney.Round(8),
		"Exists": tourney.CodeExists, "ErrorCode(4)": tourney.ErrorCode(4),
		"Forfeit": tourney.WonByForfeit, "12": tourney.WonBy{Code: 12},
	} {
		require.Equal(t, want, value.String())
	}
}

// TestParseReadsWhatStringPrints for every enumeration, in any letter case and as a number.
func TestParseReadsWhatStringPrints(t *testing.T) {
	parsed(t, tourney.ParseEnum[tourney.Gender])
	parsed(t, tourney.ParseEnum[tourney.TeamStatus])
	parsed(t, tourney.ParseEnum[tourney.RosterStatus])
	parsed(t, tourney.ParseEnum[tourney.RegistrationStatus])
	parsed(t, tourney.ParseEnum[tourney.CoachType])
	parsed(t, tourney.ParseEnum[tourney.PriceType])
	parsed(t, tourney.ParseEnum[tourney.GameType])
	parsed(t, tourney.ParseEnum[tourney.Round])
	parsed(t, tourney.ParseEnum[tourney.ParticipationType])
	_, err := tourney.ParseEnum[tourney.Gender]("men")
	require.EqualError(t, err, `tourney: "men" is no Gender: expected Coed, Male, Female, All, or a number`)
}

func parsed[T interface {
	~int
	String() string
}](t *testing.T, parse func(string) (T, error)) {
	t.Helper()
	for n := T(-1); n < 12; n++ {
		for _, text := range []string{n.String(), strings.ToUpper(n.String()), " " + strconv.Itoa(int(n)) + "\t"} {
			got, err := parse(text)
			require.NoError(t, err)
			require.Equal(t, n, got)
		}
	}
	for _, text := range []string{"", "?", "1.5", "Gender", "Gender(", "Round(1", "(1)", "99999999999999999999"} {
		got, err := parse(text)
		require.Error(t, err, text)
		require.Zero(t, got)
	}
}
