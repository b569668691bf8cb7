package tourney_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
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
	require.ErrorContains(t, tourney.RegisterWonBy(tourney.WonBy{Code: 9, Name: "a\x01b"}), "XML")
}

func TestWonByMakersFindTheOtherHalf(t *testing.T) {
	require.Equal(t, tourney.WonByForfeit, tourney.WonByCode(7))
	require.Equal(t, tourney.WonByForfeit, tourney.WonByName("FORFEIT"))
	require.Equal(t, tourney.WonBy{Code: 3}, tourney.WonByCode(3))
	require.Equal(t, tourney.WonBy{Name: "Coin toss"}, tourney.WonByName("Coin toss"))
}

// TestRegisteredWonByIsKnownBothWays: a registered pair is a code in JSON and a name in XML, like the observed pair. Pairs
// stay registered, so no other test uses these.
func TestRegisteredWonByIsKnownBothWays(t *testing.T) {
	luck, whim := tourney.WonBy{Code: 31, Name: "Drawn lots"}, tourney.WonBy{Code: -4, Name: "Whim"}
	require.NoError(t, tourney.RegisterWonBy(tourney.WonBy{Code: 31, Name: " Drawn lots "}, whim))
	for _, want := range []tourney.WonBy{luck, whim, tourney.WonByForfeit} {
		require.Equal(t, want, tourney.WonByCode(want.Code))
		require.Equal(t, want, tourney.WonByName(strings.ToUpper(want.Name)))
		code, err := json.Marshal(tourney.WonByName(want.Name))
		require.NoError(t, err)
		require.Equal(t, strconv.Itoa(want.Code), string(code))
		name, err := tourney.WonByCode(want.Code).MarshalText()
		require.NoError(t, err)
		require.Equal(t, want.Name, string(name))
		var fromJSON, fromXML tourney.WonBy
		require.NoError(t, json.Unmarshal(code, &fromJSON))
		require.NoError(t, fromXML.UnmarshalText(name))
		require.Equal(t, want, fromJSON)
		require.Equal(t, want, fromXML)
	}
}

func TestRegisterWonByRefusesContradictions(t *testing.T) {
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
			require.ErrorContains(t, tourney.RegisterWonBy(c.pairs...), c.want)
			require.Equal(t, tourney.WonBy{Code: 3}, tourney.WonByCode(3), "all or nothing")
			require.Equal(t, tourney.WonByForfeit, tourney.WonByCode(7))
		})
	}
	require.NoError(t, tourney.RegisterWonBy())
	require.NoError(t, tourney.RegisterWonBy(tourney.WonByForfeit, tourney.WonBy{Code: 7, Name: "FORFEIT"}))
	require.Equal(t, tourney.WonByForfeit, tourney.WonByCode(7), "the spelling that came first stays")
}

// TestRegisterWonByAtOnce: goroutines that register at the same time lose no pair, and readers see complete lists.
func TestRegisterWonByAtOnce(t *testing.T) {
	var group sync.WaitGroup
	var failed [32]error
	for i := range failed {
		group.Go(func() {
			w := tourney.WonBy{Code: 100 + i, Name: "Way " + strconv.Itoa(i)}
			failed[i] = tourney.RegisterWonBy(w, tourney.WonBy{Code: 99, Name: "Every way"})
			if tourney.WonByCode(w.Code) != w || tourney.WonByName("every way").Code != 99 {
				failed[i] = errors.New("a pair is not known once it is registered")
			}
		})
	}
	group.Wait()
	for i, err := range failed {
		require.NoError(t, err)
		require.Equal(t, 100+i, tourney.WonByName("Way "+strconv.Itoa(i)).Code)
	}
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
		var status tourney.PlayerStatus
		require.Error(t, json.Unmarshal([]byte(data), &status), data)
	}
	kept := tourney.WonByForfeit
	require.NoError(t, kept.UnmarshalJSON([]byte(`null`)))
	require.Equal(t, tourney.WonByForfeit, kept)
}

func TestPlayerStatusIsTextOrInteger(t *testing.T) {
	for data, want := range map[string]struct {
		status tourney.PlayerStatus
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
			var got tourney.PlayerStatus
			require.NoError(t, json.Unmarshal([]byte(data), &got))
			require.Equal(t, want.status, got)
			roster, known := got.Roster()
			require.Equal(t, want.known, known)
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
	roundTrip[tourney.Age](t)
	roundTrip[tourney.Grade](t)
	roundTrip[tourney.Hand](t)
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
		"ActivePaidAndTravel": tourney.ShowActivePaidAndTravelTeams, "RegistrationStatus(0)": tourney.RegistrationStatus(0),
		"ParentGuardian": tourney.CoachParentGuardian, "CoachType(11)": tourney.CoachType(11),
		"GateFee": tourney.PriceGateFee, "PriceType(0)": tourney.PriceType(0),
		"Bracket": tourney.GameBracket, "GameType(0)": tourney.GameType(0),
		"Quarterfinal": tourney.RoundQuarterfinal, "Round(8)": tourney.Round(8),
		"Exists": tourney.CodeExists, "ErrorCode(4)": tourney.ErrorCode(4),
		"Forfeit": tourney.WonByForfeit, "12": tourney.WonByCode(12),
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
	for _, text := range []string{"tryout", " 3 ", "Tryout"} {
		kind, err := tourney.ParseEnum[tourney.EventType](text)
		require.NoError(t, err)
		require.Equal(t, tourney.EventTryout, kind)
	}
	_, err := tourney.ParseEnum[tourney.EventType]("gala")
	require.ErrorContains(t, err, "expected Tournament, League, CampClinic, Tryout, Practice, Training, or a number")
	_, err = tourney.ParseEnum[tourney.Gender]("men")
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
