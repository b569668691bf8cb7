package answers

import (
	"encoding"
	"encoding/json"
	"math"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// TestTimesWhereClocksChange guards against an instant before the gap, even on the day before, for a time that clocks
// skip.
func TestTimesWhereClocksChange(t *testing.T) {
	for _, c := range []struct{ zone, clocks, want string }{
		{"America/New_York", "3/8/2026 1:59 AM", "2026-03-08T01:59:00-05:00"},
		{"America/New_York", "3/8/2026 2:00 AM", "2026-03-08T03:00:00-04:00"},
		{"America/New_York", "3/8/2026 2:30 AM", "2026-03-08T03:30:00-04:00"},
		{"America/New_York", "3/8/2026 3:00 AM", "2026-03-08T03:00:00-04:00"},
		{"America/New_York", "11/1/2026 12:59 AM", "2026-11-01T00:59:00-04:00"},
		{"America/New_York", "11/1/2026 1:30 AM", "2026-11-01T01:30:00-04:00"},
		{"America/New_York", "11/1/2026 2:00 AM", "2026-11-01T02:00:00-05:00"},
		{"America/Santiago", "9/5/2021 12:00 AM", "2021-09-05T01:00:00-03:00"},
		{"America/Santiago", "4/3/2021 11:30 PM", "2021-04-03T23:30:00-03:00"},
		{"America/Havana", "3/8/2026 12:15 AM", "2026-03-08T01:15:00-04:00"},
		{"America/Asuncion", "10/1/2023 12:00 AM", "2023-10-01T01:00:00-03:00"},
		{"Atlantic/Azores", "3/29/2026 12:30 AM", "2026-03-29T01:30:00Z"},
		{"Atlantic/Azores", "10/25/2026 12:30 AM", "2026-10-25T00:30:00Z"},
		{"Europe/London", "3/29/2026 1:30 AM", "2026-03-29T02:30:00+01:00"},
		{"Europe/London", "10/25/2026 1:30 AM", "2026-10-25T01:30:00+01:00"},
		{"Asia/Beirut", "3/29/2026 12:00 AM", "2026-03-29T01:00:00+03:00"},
		{"Asia/Beirut", "10/24/2026 11:30 PM", "2026-10-24T23:30:00+03:00"},
		{"Australia/Lord_Howe", "10/4/2026 2:10 AM", "2026-10-04T02:40:00+11:00"},
		{"Australia/Lord_Howe", "4/5/2026 1:40 AM", "2026-04-05T01:40:00+11:00"},
		{"Pacific/Apia", "12/30/2011 10:00 AM", "2011-12-31T10:00:00+14:00"},
		{"Pacific/Auckland", "9/27/2026 2:30 AM", "2026-09-27T03:30:00+13:00"},
		{"America/St_Johns", "3/14/2010 12:30 AM", "2010-03-14T01:30:00-02:30"},
		{"Pacific/Chatham", "9/27/2026 3:00 AM", "2026-09-27T04:00:00+13:45"},
		{"UTC", "3/8/2026 2:30 AM", "2026-03-08T02:30:00Z"},
	} {
		loc, err := time.LoadLocation(c.zone)
		require.NoError(t, err)
		clocks, err := tourney.ParseDateTime(c.clocks)
		require.NoError(t, err)
		start, ok := tourney.Game{Date: clocks.Date, Time: &clocks.Time}.Start(loc)
		require.True(t, ok)
		for _, got := range []time.Time{clocks.In(loc), clocks.Date.At(clocks.Time, loc), start} {
			require.Equal(t, c.want, got.Format(time.RFC3339), "%s in %s", c.clocks, c.zone)
		}
	}
}

// TestUnsetDates guards against games on 1/1/0001, which .NET writes for a date that nobody set.
func TestUnsetDates(t *testing.T) {
	for _, body := range []string{`{"Id":7,"Date":"1/1/0001"}`, `{"Id":7,"Date":"01/01/0001"}`} {
		var got tourney.Game
		require.NoError(t, tourney.UnmarshalRow([]byte(body), &got))
		require.Empty(t, cmp.Diff(tourney.Game{ID: 7}, got))
		_, ok := got.Start(time.UTC)
		require.False(t, ok)
	}
	unset := tourney.Date{Year: 1, Month: 1, Day: 1}
	require.True(t, unset.IsZero())
	require.True(t, tourney.DateTime{Date: unset}.IsZero())
	require.Equal(t, tourney.Date{}, tourney.DateOf(time.Time{}))
	row, err := tourney.MarshalRow(tourney.Game{ID: 7, Date: unset})
	require.NoError(t, err)
	require.JSONEq(t, `{"Id":7}`, string(row), "a write leaves it out")
	stored, err := unset.Value()
	require.NoError(t, err)
	require.Nil(t, stored)
	for _, src := range []any{"0001-01-01", time.Time{}} {
		scanned := tourney.Date{Year: 2026, Month: 3, Day: 8}
		require.NoError(t, scanned.Scan(src))
		require.Equal(t, tourney.Date{}, scanned)
	}
	for _, text := range []string{"1/1/0001 12:00 AM", "1/1/0001 5:00 PM", "0001-01-01T00:00"} {
		got, err := tourney.ParseDateTime(text)
		require.NoError(t, err)
		require.Equal(t, tourney.DateTime{}, got)
	}
}

// TestParseReadsWhatISOPrints, and the forms on the wire stay the only ones there.
func TestParseReadsWhatISOPrints(t *testing.T) {
	at := tourney.DateTime{Date: tourney.Date{Year: 2026, Month: 3, Day: 8}, Time: tourney.TimeOfDay{Hour: 14, Minute: 30}}
	for _, text := range []string{at.Date.ISO(), at.Date.String(), " 2026-03-08 "} {
		got, err := tourney.ParseDate(text)
		require.NoError(t, err)
		require.Equal(t, at.Date, got)
	}
	for _, text := range []string{at.Time.ISO(), at.Time.String(), "14:30:00"} {
		got, err := tourney.ParseTimeOfDay(text)
		require.NoError(t, err)
		require.Equal(t, at.Time, got)
	}
	for _, text := range []string{at.ISO(), at.String(), "2026-03-08 14:30", "2026-03-08T14:30:00"} {
		got, err := tourney.ParseDateTime(text)
		require.NoError(t, err)
		require.Equal(t, at, got)
	}
	for _, text := range []string{"2026-02-29", "2026-3-8", "24:00", "14:30:01", "2026-03-08T14:30Z", "2026-03-08T", "0000-00-00"} {
		_, err := tourney.ParseDate(text)
		_, errTime := tourney.ParseTimeOfDay(text)
		_, errBoth := tourney.ParseDateTime(text)
		require.Error(t, err, text)
		require.Error(t, errTime, text)
		require.Error(t, errBoth, text)
	}
	require.Error(t, tourney.UnmarshalRow([]byte(`{"Id":7,"Date":"2026-03-08"}`), new(tourney.Game)))
}

// written is a value with a text of its own.
type written interface {
	encoding.TextMarshaler
	String() string
}

// readsBoth requires that a text parses as a value, and that the value is written in its own form.
func readsBoth[T written](t *testing.T, parse func(string) (T, error), text string, want T, written string) {
	t.Helper()
	got, err := parse(text)
	require.NoError(t, err, text)
	require.Equal(t, want, got, text)
	require.Equal(t, written, got.String())
	again, err := got.MarshalText()
	require.NoError(t, err)
	require.Equal(t, written, string(again))
}

func TestDateReadsBothDirections(t *testing.T) {
	for text, want := range map[string]struct {
		date    tourney.Date
		written string
	}{
		"6/12/2026":    {tourney.Date{Year: 2026, Month: 6, Day: 12}, "6/12/2026"},
		"06/02/2026":   {tourney.Date{Year: 2026, Month: 6, Day: 2}, "6/2/2026"},
		" 12/31/1999 ": {tourney.Date{Year: 1999, Month: 12, Day: 31}, "12/31/1999"},
		"2/29/2024":    {tourney.Date{Year: 2024, Month: 2, Day: 29}, "2/29/2024"},
		"1/2/0001":     {tourney.Date{Year: 1, Month: 1, Day: 2}, "1/2/0001"},
		"12/31/9999":   {tourney.Date{Year: 9999, Month: 12, Day: 31}, "12/31/9999"},
	} {
		readsBoth(t, tourney.ParseDate, text, want.date, want.written)
	}
}

func TestParseRefuses(t *testing.T) {
	refuses(t, tourney.ParseDate,
		"", " ", "6/12", "6/12/26", "6/12/02026", "2026-06-31", "6-12-2026", "0/1/2026", "13/1/2026", "6/0/2026", "6/31/2026",
		"2/29/2025", "2/29/1900", "1/1/0000", "6/12/2026 9:00 AM", "006/12/2026", "+6/12/2026", "6/1 2/2026", "٦/12/2026", "a/b/c")
	refuses(t, tourney.ParseTimeOfDay,
		"", "AM", " PM", "9 AM", "9:3 AM", "9:30", "21:60", "13:00 PM", "0:30 AM", "00:30 AM", "9:60 AM", "9:30:00 AM", "-9:30 AM",
		"9:30 A.M.", "9:30 XM", "009:30 AM", "9: 30 AM", ":30 AM", "9.30 AM")
	refuses(t, tourney.ParseDateTime,
		"", "6/2/2026", "3:04 PM", "6/31/2026 3:04 PM", "6/2/2026 15:04", "6/2/2026 3:04 PM x")
	refuses(t, tourney.ParseDecimal,
		"", " ", ".", "-", "+", "e5", "1e", "1e100", "1e+-5", "--5", "+-5", "-+5", "1.2.3", "1,000", "0x10", "Inf", "NaN", "infinity",
		"1_000", "1 2", "$5", "٣", strings.Repeat("9", 65), "."+strings.Repeat("9", 63))
	require.Panics(t, func() { tourney.MustDecimal("four") })
}

// refuses requires a short error without a value.
func refuses[T any](t *testing.T, parse func(string) (T, error), texts ...string) {
	t.Helper()
	for _, text := range texts {
		got, err := parse(text)
		require.Error(t, err, text)
		require.Less(t, len(err.Error()), 120, text)
		require.Zero(t, got, text)
	}
}

func TestTimeOfDayReadsBothDirections(t *testing.T) {
	for text, want := range map[string]struct {
		clock   tourney.TimeOfDay
		written string
	}{
		"12:00 AM":   {tourney.TimeOfDay{}, "12:00 AM"},
		"12:59 AM":   {tourney.TimeOfDay{Minute: 59}, "12:59 AM"},
		"1:05 AM":    {tourney.TimeOfDay{Hour: 1, Minute: 5}, "1:05 AM"},
		"11:59 AM":   {tourney.TimeOfDay{Hour: 11, Minute: 59}, "11:59 AM"},
		"12:00 PM":   {tourney.TimeOfDay{Hour: 12}, "12:00 PM"},
		"1:00 PM":    {tourney.TimeOfDay{Hour: 13}, "1:00 PM"},
		"11:59 PM":   {tourney.TimeOfDay{Hour: 23, Minute: 59}, "11:59 PM"},
		"09:30 AM":   {tourney.TimeOfDay{Hour: 9, Minute: 30}, "9:30 AM"},
		"9:30 pm":    {tourney.TimeOfDay{Hour: 21, Minute: 30}, "9:30 PM"},
		"9:30Pm":     {tourney.TimeOfDay{Hour: 21, Minute: 30}, "9:30 PM"},
		"  9:30  am": {tourney.TimeOfDay{Hour: 9, Minute: 30}, "9:30 AM"},
	} {
		readsBoth(t, tourney.ParseTimeOfDay, text, want.clock, want.written)
	}
}

func TestDateTimeReadsBothDirections(t *testing.T) {
	want := tourney.DateTime{Date: tourney.Date{Year: 2026, Month: 6, Day: 2}, Time: tourney.TimeOfDay{Hour: 15, Minute: 4}}
	for _, text := range []string{"6/2/2026 3:04 PM", "06/02/2026 03:04 pm", "6/2/2026  3:04PM", " 6/2/2026 3:04 PM "} {
		readsBoth(t, tourney.ParseDateTime, text, want, "6/2/2026 3:04 PM")
	}
}

// TestZeroValuesAreNothing: a zero day is "no date" and blank text parses as one; a zero time of day is midnight.
func TestZeroValuesAreNothing(t *testing.T) {
	for _, zero := range []interface {
		encoding.TextMarshaler
		IsZero() bool
		String() string
	}{tourney.Date{}, tourney.DateTime{}} {
		require.True(t, zero.IsZero(), "%T", zero)
		require.Empty(t, zero.String(), "%T", zero)
		text, err := zero.MarshalText()
		require.NoError(t, err)
		require.Empty(t, text, "%T", zero)
	}
	filled := []encoding.TextUnmarshaler{
		&tourney.Date{Year: 2026, Month: 1, Day: 1},
		&tourney.DateTime{Date: tourney.Date{Year: 2026, Month: 1, Day: 1}}, &tourney.TimeOfDay{Hour: 3},
	}
	for _, value := range filled {
		require.NoError(t, value.UnmarshalText([]byte(" ")))
		require.True(t, reflect.ValueOf(value).Elem().IsZero(), "%T", value)
	}
	require.Equal(t, "12:00 AM", tourney.TimeOfDay{}.String())
	require.Equal(t, "0", tourney.Decimal{}.String())
	require.True(t, tourney.Decimal{}.IsZero())
}

func TestFailedReadLeavesTheValueAlone(t *testing.T) {
	date := tourney.Date{Year: 2026, Month: 1, Day: 1}
	require.Error(t, date.UnmarshalText([]byte("31/31/2026")))
	require.Equal(t, tourney.Date{Year: 2026, Month: 1, Day: 1}, date)
	number := tourney.MustDecimal("4.0")
	require.Error(t, number.UnmarshalText([]byte("four")))
	require.Equal(t, "4.0", number.String())
}

func TestImpossibleValuesAreNotWritten(t *testing.T) {
	for _, value := range []encoding.TextMarshaler{
		tourney.Date{Year: 2026, Month: 2, Day: 30}, tourney.Date{Month: 1, Day: 1}, tourney.Date{Year: 10000, Month: 1, Day: 1},
		tourney.TimeOfDay{Hour: 24}, tourney.TimeOfDay{Minute: 60}, tourney.TimeOfDay{Hour: -1}, tourney.TimeOfDay{Minute: -1},
		tourney.DateTime{Date: tourney.Date{Year: 2026, Month: 13, Day: 1}},
		tourney.DateTime{Time: tourney.TimeOfDay{Hour: 9}},
	} {
		_, err := value.MarshalText()
		require.Error(t, err, "%#v", value)
	}
}

func TestCompareGivesOrder(t *testing.T) {
	dates := []tourney.Date{
		{Year: 2025, Month: 12, Day: 31}, {Year: 2026, Month: 1, Day: 1}, {Year: 2026, Month: 1, Day: 2}, {Year: 2026, Month: 2, Day: 1},
	}
	clocks := []tourney.TimeOfDay{{}, {Minute: 59}, {Hour: 1}, {Hour: 12}, {Hour: 23, Minute: 59}}
	decimals := []tourney.Decimal{
		tourney.MustDecimal("-2"), tourney.MustDecimal("-0.5"), {}, tourney.MustDecimal("0.30"), tourney.MustDecimal("10"),
	}
	requireOrder(t, dates, tourney.Date.Compare)
	requireOrder(t, clocks, tourney.TimeOfDay.Compare)
	requireOrder(t, decimals, tourney.Decimal.Cmp)
}

// requireOrder requires exactly -1, 0 and 1.
func requireOrder[T any](t *testing.T, ascending []T, compare func(a, b T) int) {
	t.Helper()
	for i := range ascending {
		for j := range ascending {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			require.Equal(t, want, compare(ascending[i], ascending[j]), "%v against %v", ascending[i], ascending[j])
		}
	}
}

func TestDaysAndInstants(t *testing.T) {
	eastern := time.FixedZone("eastern", -5*3600)
	late := time.Date(2026, 3, 1, 2, 30, 0, 0, time.UTC).In(eastern)
	require.Equal(t, tourney.Date{Year: 2026, Month: 2, Day: 28}, tourney.DateOf(late), "the day of t's own zone")
	require.Equal(t, tourney.TimeOfDay{Hour: 21, Minute: 30}, tourney.TimeOfDayOf(late))
	require.Equal(t, tourney.Date{Year: 2026, Month: 3, Day: 1}, tourney.DateOf(late).AddDays(1))
	require.Equal(t, tourney.Date{Year: 2025, Month: 12, Day: 31}, tourney.Date{Year: 2026, Month: 1, Day: 1}.AddDays(-1))
	joined := tourney.DateTime{Date: tourney.DateOf(late), Time: tourney.TimeOfDayOf(late)}
	require.True(t, late.Equal(joined.In(eastern)))
}

func TestGameStartJoinsDateAndTime(t *testing.T) {
	zone := time.FixedZone("west", -8*3600)
	game := tourney.Game{Date: tourney.Date{Year: 2026, Month: 6, Day: 12}, Time: &tourney.TimeOfDay{Hour: 18, Minute: 15}}
	start, ok := game.Start(zone)
	require.True(t, ok)
	require.Equal(t, "2026-06-12T18:15:00-08:00", start.Format(time.RFC3339))

	midnight := game
	midnight.Time = &tourney.TimeOfDay{}
	start, ok = midnight.Start(zone)
	require.True(t, ok, "midnight is a time")
	require.Equal(t, "2026-06-12T00:00:00-08:00", start.Format(time.RFC3339))

	for name, incomplete := range map[string]tourney.Game{"no date": {Time: game.Time}, "no time": {Date: game.Date}, "neither": {}} {
		start, ok := incomplete.Start(zone)
		require.False(t, ok, name)
		require.Zero(t, start, name)
	}
	_, ok = game.Start(nil)
	require.False(t, ok)
}

func TestGamePlayedTellsNoScoreFromZero(t *testing.T) {
	zero := tourney.Decimal{}
	scored, open := &tourney.GameSide{Score: &zero}, &tourney.GameSide{}
	require.True(t, tourney.Game{AwayTeam: scored, HomeTeam: scored}.Played())
	require.False(t, tourney.Game{AwayTeam: scored, HomeTeam: open}.Played())
	require.False(t, tourney.Game{AwayTeam: open, HomeTeam: scored}.Played())
	require.False(t, tourney.Game{AwayTeam: scored}.Played())
	require.False(t, tourney.Game{}.Played())
}

func TestDateGoesIntoQueriesOnlyWhenSet(t *testing.T) {
	values := url.Values{}
	require.NoError(t, tourney.Date{}.EncodeValues("date", &values))
	require.Empty(t, values)
	require.NoError(t, tourney.Date{Year: 2026, Month: 6, Day: 2}.EncodeValues("date", &values))
	require.Equal(t, "6/2/2026", values.Get("date"))
	require.Error(t, tourney.Date{Year: 2026, Month: 6, Day: 31}.EncodeValues("date", &values))
}

// TestDecimalKeepsItsText: writing gives the text that was read, in both syntaxes. Only texts that are no JSON numbers
// change in JSON.
func TestDecimalKeepsItsText(t *testing.T) {
	for text, inJSON := range map[string]string{
		"4.0": "4.0", "4": "4", "57.50": "57.50", "0": "0", "-0": "-0", "-1.5": "-1.5", "1e2": "1e2", "1.25E-7": "1.25E-7",
		"9007199254740993": "9007199254740993", "0.1": "0.1",
		"123456789012345678901234567890.123456789": "123456789012345678901234567890.123456789",
		"+1": "1", ".5": "0.5", "-.5": "-0.5", "5.": "5", "007": "7", "00.50": "0.50", "+1e99": "1e99",
	} {
		t.Run(text, func(t *testing.T) {
			got, err := tourney.ParseDecimal(text)
			require.NoError(t, err)
			require.Equal(t, text, got.String())
			written, err := got.MarshalText()
			require.NoError(t, err)
			require.Equal(t, text, string(written))
			asJSON, err := json.Marshal(got)
			require.NoError(t, err)
			require.Equal(t, inJSON, string(asJSON))
			var back tourney.Decimal
			require.NoError(t, json.Unmarshal(asJSON, &back))
			require.True(t, got.Equal(back))
		})
	}
}

func TestDecimalReadsJSON(t *testing.T) {
	for data, want := range map[string]string{`4.0`: "4.0", `"4.0"`: "4.0", `" 57.5 "`: "57.5", `""`: "0", `-3e1`: "-3e1"} {
		var got tourney.Decimal
		require.NoError(t, json.Unmarshal([]byte(data), &got), data)
		require.Equal(t, want, got.String(), data)
	}
	kept := tourney.MustDecimal("1.5")
	require.NoError(t, kept.UnmarshalJSON([]byte(`null`)))
	require.Equal(t, "1.5", kept.String(), "null leaves it alone")
	for _, data := range []string{`true`, `"four"`, `{}`, `[]`, `[1]`} {
		var got tourney.Decimal
		require.Error(t, json.Unmarshal([]byte(data), &got), data)
	}
}

// TestDecimalIsNeverAFloat: binary fractions would give 0.30000000000000004 and lose the last digit of a large id.
func TestDecimalIsNeverAFloat(t *testing.T) {
	sum := tourney.MustDecimal("0.1").Add(tourney.MustDecimal("0.2"))
	require.Equal(t, "0.3", sum.String())
	require.NotEqual(t, 0.3, func(a, b float64) float64 { return a + b }(0.1, 0.2), "a float64 would do, then")
	require.Equal(t, "9007199254740993", tourney.MustDecimal("9007199254740992").Add(tourney.MustDecimal("1")).String())
	require.Equal(t, "74.25", tourney.MustDecimal("100.00").Sub(tourney.MustDecimal("25.75")).String())
	require.Equal(t, "125.75", tourney.NewDecimal(12575, 2).String())
	require.Equal(t, "125.00", tourney.NewDecimal(12500, 2).String())
	require.Equal(t, "-9223372036854775808", tourney.NewDecimal(math.MinInt64, -3).String())
	require.Equal(t, "0."+strings.Repeat("0", 31)+"7", tourney.NewDecimal(7, 99).String())
	for typ := range reflect.TypeFor[tourney.Decimal]().Fields() {
		require.NotContains(t, []reflect.Kind{reflect.Float32, reflect.Float64}, typ.Type.Kind())
	}
}

func TestDecimalInt64(t *testing.T) {
	for text, want := range map[string]struct {
		n     int64
		exact bool
	}{
		"":                      {0, true},
		"12":                    {12, true},
		"-3.00":                 {-3, true},
		"5.2":                   {5, false},
		"-5.9":                  {-5, false},
		"1e3":                   {1000, true},
		"9223372036854775807":   {math.MaxInt64, true},
		"9223372036854775808":   {0, false},
		"-9223372036854775808":  {math.MinInt64, true},
		"1e19":                  {0, false},
		"9223372036854775807.5": {math.MaxInt64, false},
	} {
		d := tourney.Decimal{}
		if text != "" {
			d = tourney.MustDecimal(text)
		}
		n, exact := d.Int64()
		require.Equal(t, want.n, n, text)
		require.Equal(t, want.exact, exact, text)
	}
}

func TestDecimalComparesNumbers(t *testing.T) {
	require.True(t, tourney.MustDecimal("57.0").Equal(tourney.MustDecimal("57")))
	require.True(t, tourney.MustDecimal("1e2").Equal(tourney.MustDecimal("100")))
	require.False(t, tourney.MustDecimal("57.0").Equal(tourney.MustDecimal("57.1")))
	require.True(t, tourney.MustDecimal("-0.00").IsZero())
	require.Equal(t, []int{-1, 0, 1}, []int{
		tourney.MustDecimal("-1").Sign(), tourney.MustDecimal("0.0").Sign(), tourney.MustDecimal("0.001").Sign(),
	})
}

func FuzzDate(f *testing.F) {
	fuzzed(f, tourney.ParseDate, "6/12/2026", "02/29/2024", "", "13/1/2026", "1/1/0001")
}

func FuzzTimeOfDay(f *testing.F) {
	fuzzed(f, tourney.ParseTimeOfDay, "9:30 AM", "12:00am", "12:59 PM", "", "0:00 AM", "AM")
}

func FuzzDateTime(f *testing.F) {
	fuzzed(f, tourney.ParseDateTime, "6/12/2026 9:30 AM", "1/1/0001 12:00AM", "6/12/2026", " ")
}

// fuzzed requires of any text a short error, or a value whose written text parses as the same value.
func fuzzed[T written](f *testing.F, parse func(string) (T, error), seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := parse(text)
		if err != nil {
			require.Less(t, len(err.Error()), 300)
		} else if value.String() != "" { // 1/1/0001
			stable(t, value, parse)
		}
	})
}

func FuzzDecimal(f *testing.F) {
	for _, seed := range []string{"4.0", "-.5", "+1e99", "1e-99", "5.", "0.1", strings.Repeat("9", 64), "." + strings.Repeat("9", 62)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := tourney.ParseDecimal(text)
		if err != nil {
			require.Less(t, len(err.Error()), 300)
			return
		}
		require.LessOrEqual(t, len(d.String()), 64, "the text bounds what arithmetic can cost")
		stable(t, d, tourney.ParseDecimal)
		data, err := json.Marshal(d)
		require.NoError(t, err)
		var back tourney.Decimal
		require.NoError(t, json.Unmarshal(data, &back))
		require.True(t, d.Equal(back))
		again, err := json.Marshal(back)
		require.NoError(t, err)
		require.Equal(t, string(data), string(again))
		require.LessOrEqual(t, len(d.Add(d).String()), 512)
	})
}

// stable requires that the written text of a value parses as the same value.
func stable[T written](t *testing.T, value T, parse func(string) (T, error)) {
	t.Helper()
	text, err := value.MarshalText()
	require.NoError(t, err)
	require.Equal(t, value.String(), string(text))
	back, err := parse(string(text))
	require.NoError(t, err)
	require.Equal(t, value, back)
}
