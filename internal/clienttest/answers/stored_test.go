package answers

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// storable are the types that a database stores in a form of their own.
var storable = []reflect.Type{
	reflect.TypeFor[tourney.Date](), reflect.TypeFor[tourney.TimeOfDay](),
	reflect.TypeFor[tourney.DateTime](), reflect.TypeFor[tourney.Decimal](), reflect.TypeFor[tourney.WonBy](),
}

func stored(t require.TestingT, value any) driver.Value {
	text, err := value.(driver.Valuer).Value()
	require.NoError(t, err)
	require.True(t, driver.IsValue(text), "%T", text)
	return text
}

// scanned reads a stored value into a new value of the same type.
func scanned(t require.TestingT, like, from any) any {
	target := reflect.New(reflect.TypeOf(like))
	require.NoError(t, target.Interface().(sql.Scanner).Scan(from))
	return target.Elem().Interface()
}

// back requires that a value comes back from a database as it was, from a text and from bytes.
func back(t require.TestingT, value any) {
	from := stored(t, value)
	require.Equal(t, value, scanned(t, value, from))
	if text, ok := from.(string); ok {
		require.Equal(t, value, scanned(t, value, []byte(text)))
	}
}

func TestValuesAreStoredAndComeBack(t *testing.T) {
	march := tourney.Date{Year: 2026, Month: 3, Day: 7}
	for _, c := range []struct {
		value any
		want  driver.Value
	}{
		{march, "2026-03-07"},
		{tourney.Date{Year: 1, Month: 1, Day: 2}, "0001-01-02"},
		{tourney.Date{Year: 9999, Month: 12, Day: 31}, "9999-12-31"},
		{tourney.Date{}, nil},
		{tourney.TimeOfDay{}, "00:00"},
		{tourney.TimeOfDay{Hour: 9, Minute: 5}, "09:05"},
		{tourney.TimeOfDay{Hour: 23, Minute: 59}, "23:59"},
		{tourney.DateTime{Date: march, Time: tourney.TimeOfDay{Hour: 15, Minute: 4}}, "2026-03-07 15:04"},
		{tourney.DateTime{Date: march}, "2026-03-07 00:00"},
		{tourney.DateTime{}, nil},
		{tourney.Decimal{}, "0"},
		{tourney.MustDecimal("0"), "0"},
		{tourney.MustDecimal("-0.00"), "-0.00"},
		{tourney.MustDecimal("57.50"), "57.50"},
		{tourney.MustDecimal("+.5e3"), "+.5e3"},
		{tourney.MustDecimal(strings.Repeat("9", 64)), strings.Repeat("9", 64)},
		{tourney.WonBy{}, "0"},
		{tourney.WonByForfeit, "7 Forfeit"},
		{tourney.WonBy{Code: 7}, "7"},
		{tourney.WonBy{Code: -12}, "-12"},
		{tourney.WonBy{Name: "Golden Goal"}, "0 Golden Goal"},
		{tourney.WonBy{Name: "7"}, "0 7"},
		{tourney.WonBy{Code: 9, Name: " 8 of 9 "}, "9  8 of 9 "},
	} {
		t.Run(fmt.Sprintf("%T %v", c.value, c.want), func(t *testing.T) {
			require.Equal(t, c.want, stored(t, c.value))
			back(t, c.value)
		})
	}
}

// TestImpossibleValuesAreNotStored: a database would keep them, and nobody could read them.
func TestImpossibleValuesAreNotStored(t *testing.T) {
	for _, value := range []driver.Valuer{
		tourney.Date{Year: 2026, Month: 2, Day: 30}, tourney.Date{Year: 10000, Month: 1, Day: 1},
		tourney.TimeOfDay{Hour: 24}, tourney.TimeOfDay{Minute: -1}, tourney.DateTime{Time: tourney.TimeOfDay{Hour: 9}},
		tourney.DateTime{Date: tourney.Date{Year: 2026, Month: 1, Day: 1}, Time: tourney.TimeOfDay{Minute: 60}},
	} {
		got, err := value.Value()
		require.ErrorContains(t, err, "tourney: cannot store a "+reflect.TypeOf(value).Name(), "%#v", value)
		require.Nil(t, got)
	}
}

func TestScanReadsWhatDriversGive(t *testing.T) {
	west := time.FixedZone("west", -8*3600)
	march := tourney.Date{Year: 2026, Month: 3, Day: 7}
	quarter := tourney.TimeOfDay{Hour: 18, Minute: 15}
	at := func(d tourney.Date, c tourney.TimeOfDay) time.Time { return d.At(c, west) }
	for _, c := range []struct{ from, want any }{
		{" 2026-03-07\t", march},
		{at(march, tourney.TimeOfDay{}), march}, // the day of its own zone
		{"18:15:00", quarter},
		{"18:15:00.000000", quarter},
		{at(tourney.Date{Month: 1, Day: 1}, quarter), quarter},
		{at(tourney.Date{Year: 1, Month: 1, Day: 1}, quarter), quarter},
		{"2026-03-07T18:15", tourney.DateTime{Date: march, Time: quarter}},
		{"2026-03-07 18:15:00.0", tourney.DateTime{Date: march, Time: quarter}},
		{at(march, quarter), tourney.DateTime{Date: march, Time: quarter}},
		{int64(-57), tourney.MustDecimal("-57")},
		{int64(math.MinInt64), tourney.MustDecimal("-9223372036854775808")},
		{57.5, tourney.MustDecimal("57.5")},
		{0.1, tourney.MustDecimal("0.1")},
		{1e20, tourney.MustDecimal("100000000000000000000")},
		{float64(1<<53 - 1), tourney.MustDecimal("9007199254740991")},
		{123456789012.345, tourney.MustDecimal("123456789012.345")},
		{[]byte(" 4.0 "), tourney.MustDecimal("4.0")},
		{int64(7), tourney.WonBy{Code: 7}},
	} {
		require.Equal(t, c.want, scanned(t, c.want, c.from), "%v", c.from)
	}
}

// TestScanRefusesTheRest: an error names the type, shows a part of the value and says what was expected. The target
// stays as it was.
func TestScanRefusesTheRest(t *testing.T) {
	noon := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	long := strings.Repeat("9", 5000)
	for _, c := range []struct {
		into sql.Scanner
		from []any
	}{
		{&tourney.Date{Year: 1999, Month: 1, Day: 2}, []any{
			"", "3/7/2026", "2026-3-7", "2026-02-30", "0000-00-00", "2026-03-07 00:00", "2026/03/07", "x2026-03-07", "+026-03-07", long,
			[]byte(long), []byte(nil), noon, noon.AddDate(9000, 0, 0), int64(20260307), 2026.0, true, struct{}{},
		}},
		{&tourney.TimeOfDay{Hour: 8}, []any{
			nil, "", "9:05", "6:15 PM", "24:00", "18:60", "18:15:30", "18:15:00.5", "18:15:00.", "18:15Z", "18:15:", "18:15.0", "18.15",
			noon, time.Date(0, 1, 1, 12, 0, 1, 0, time.UTC), int64(18), 0.5, false, long,
		}},
		{&tourney.DateTime{Date: tourney.Date{Year: 1999, Month: 1, Day: 2}}, []any{
			"", "2026-03-07", "2026-03-07 ", "2026-03-07x18:15", "2026-03-07 18:15:01", "2026-03-07T18:15:00Z", "3/7/2026 6:15 PM",
			noon.Add(time.Second), noon.Add(time.Nanosecond), int64(0), 1.5, true, long,
		}},
		{new(tourney.MustDecimal("4.0")), []any{
			nil, "", "four", "NaN", "$5", long, []byte(long), math.NaN(), math.Inf(-1), 1e300, math.Nextafter(0.3, 1), float64(1 << 54), true, noon,
		}},
		{&tourney.WonBy{Code: 3, Name: "Third"}, []any{
			nil, "", "Forfeit", " 7", "07", "+7", "7 ", "7.0", "7\tForfeit", "99999999999999999999 A", 7.5, true, noon, long,
		}},
	} {
		name := reflect.TypeOf(c.into).Elem().Name()
		for _, from := range c.from {
			before := reflect.ValueOf(c.into).Elem().Interface()
			err := c.into.Scan(from)
			require.ErrorContains(t, err, " into a "+name+": expected ", "%v", from)
			require.True(t, strings.HasPrefix(err.Error(), "tourney: cannot scan "), err.Error())
			require.Less(t, len(err.Error()), 200, "the error is bounded whatever is stored")
			require.Equal(t, before, reflect.ValueOf(c.into).Elem().Interface())
		}
	}
	require.EqualError(t, new(tourney.Date).Scan("3/7/2026"),
		`tourney: cannot scan "3/7/2026" into a Date: expected a day as yyyy-mm-dd, or as a time.Time at midnight`)
	require.ErrorContains(t, new(tourney.Decimal).Scan(nil), "scan NULL into a Decimal")
	require.ErrorContains(t, new(tourney.TimeOfDay).Scan(nil), "for NULL use *TimeOfDay or sql.Null[TimeOfDay]")
}

// TestNullsOfDatabaseSQL: sql.Null tells "not there" from the zero value for all types.
func TestNullsOfDatabaseSQL(t *testing.T) {
	nulls(t, tourney.Date{Year: 2026, Month: 3, Day: 7})
	nulls(t, tourney.TimeOfDay{})
	nulls(t, tourney.DateTime{Date: tourney.Date{Year: 2026, Month: 3, Day: 7}})
	nulls(t, tourney.Decimal{})
	nulls(t, tourney.WonBy{})
}

func nulls[T any](t *testing.T, value T) {
	t.Helper()
	for _, want := range []sql.Null[T]{{}, {V: value, Valid: true}} {
		from, err := driver.DefaultParameterConverter.ConvertValue(want)
		require.NoError(t, err)
		require.Equal(t, want.Valid, from != nil)
		got := sql.Null[T]{V: value, Valid: true}
		require.NoError(t, got.Scan(from))
		require.Equal(t, want, got)
	}
	fromNil, err := driver.DefaultParameterConverter.ConvertValue((*T)(nil))
	require.NoError(t, err)
	require.Nil(t, fromNil)
	fromPointer, err := driver.DefaultParameterConverter.ConvertValue(&value)
	require.NoError(t, err)
	require.Equal(t, stored(t, value), fromPointer)
}

// TestStoredTextsAreInOrder: ORDER BY and < in a database go by the order of the texts.
func TestStoredTextsAreInOrder(t *testing.T) {
	days := []tourney.Date{
		{Year: 987, Month: 12, Day: 31}, {Year: 2025, Month: 12, Day: 1}, {Year: 2026, Month: 2, Day: 11}, {Year: 2026, Month: 10, Day: 2},
	}
	clocks := []tourney.TimeOfDay{{}, {Hour: 9, Minute: 59}, {Hour: 10}, {Hour: 12, Minute: 1}, {Hour: 23, Minute: 59}}
	var dates, times, moments, iso []string
	for _, d := range days {
		dates = append(dates, stored(t, d).(string))
		for _, c := range clocks {
			moment := tourney.DateTime{Date: d, Time: c}
			moments, iso = append(moments, stored(t, moment).(string)), append(iso, moment.ISO())
			require.Equal(t, moment, scanned(t, moment, moment.ISO()))
		}
	}
	for _, c := range clocks {
		times = append(times, stored(t, c).(string))
	}
	for _, texts := range [][]string{dates, times, moments, iso} {
		require.True(t, slices.IsSorted(texts), "%v", texts)
		require.Empty(t, cmp.Diff(slices.Compact(slices.Clone(texts)), texts))
	}
	require.Equal(t, "2026-02-11", days[2].ISO())
	require.Equal(t, "09:59", clocks[1].ISO())
	require.Equal(t, "2026-02-11T09:59", tourney.DateTime{Date: days[2], Time: clocks[1]}.ISO())
	require.Empty(t, tourney.Date{}.ISO()+tourney.DateTime{}.ISO())
	require.Less(t, stored(t, tourney.DateTime{Date: days[0], Time: clocks[4]}), "0987-12-31 23:59:59", "as SQL writes a timestamp")
}

// TestOpenEnumerationsAreStoredByDatabaseSQL: they need no methods, because database/sql stores the number or the text.
func TestOpenEnumerationsAreStoredByDatabaseSQL(t *testing.T) {
	for want, value := range map[driver.Value]any{
		int64(2): tourney.GenderFemale, int64(99): tourney.TeamStatus(99), int64(3): tourney.Round(3), int64(-1): tourney.GameType(-1),
		"Archived": tourney.TextOrNumber("Archived"), "3": tourney.TextOrNumber("3"), "water-polo": tourney.WaterPolo,
	} {
		got, err := driver.DefaultParameterConverter.ConvertValue(value)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	var gender sql.Null[tourney.Gender]
	require.NoError(t, gender.Scan(int64(99)))
	require.Equal(t, tourney.Gender(99), gender.V)
	var status sql.Null[tourney.TextOrNumber]
	require.NoError(t, status.Scan([]byte("Archived")))
	require.Equal(t, tourney.TextOrNumber("Archived"), status.V)
}

func FuzzStored(f *testing.F) {
	for _, seed := range []string{"2026-03-07", "15:04", "2026-03-07 15:04", "57.50", "7 Forfeit", "", "0 ", "-0", "24:00", "\xff"} {
		f.Add(seed, int64(7), 57.5)
	}
	f.Fuzz(func(t *testing.T, text string, n int64, x float64) {
		for _, typ := range storable {
			for _, from := range []any{text, []byte(text), n, x, time.Unix(n, 0).UTC(), nil, x > 0} {
				target := reflect.New(typ)
				if err := target.Interface().(sql.Scanner).Scan(from); err != nil {
					require.Less(t, len(err.Error()), 400)
					continue
				}
				back(t, target.Elem().Interface())
			}
		}
		back(t, tourney.WonBy{Code: int(n), Name: text})
		back(t, tourney.NewDecimal(n, len(text)))
		moment := time.Unix(n%(1<<37), 0).UTC()
		if d := tourney.DateOf(moment); d.Year > 0 && d.Year < 10000 {
			back(t, d)
			back(t, tourney.TimeOfDayOf(moment))
			back(t, tourney.DateTime{Date: d, Time: tourney.TimeOfDayOf(moment)})
		}
	})
}
