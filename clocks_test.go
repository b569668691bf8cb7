package tourney_test

import (
	"testing"
	"time"
	_ "time/tzdata" // the zones are the same on every machine

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

// TestTimesAroundEveryChange compares with what clocks showed from minute to minute.
func TestTimesAroundEveryChange(t *testing.T) {
	const step = 10 * time.Minute
	for _, c := range []struct {
		zone string
		year int
	}{
		{"America/New_York", 2026}, {"America/Santiago", 2021}, {"America/Havana", 2026}, {"America/Asuncion", 2023},
		{"America/St_Johns", 2010}, {"Atlantic/Azores", 2026}, {"Europe/London", 2026}, {"Asia/Beirut", 2026},
		{"Asia/Kathmandu", 1986}, {"Australia/Lord_Howe", 2026}, {"Pacific/Chatham", 2026}, {"Pacific/Apia", 2011},
	} {
		loc, err := time.LoadLocation(c.zone)
		require.NoError(t, err)
		wall := func(at time.Time) string { return at.In(loc).Format("2006-01-02T15:04") }
		for at := time.Date(c.year, 1, 1, 0, 0, 0, 0, loc); ; {
			_, change := at.ZoneBounds()
			if change.IsZero() || change.Year() > c.year {
				break
			}
			at = change
			_, before := change.Add(-1).In(loc).Zone()
			first := map[string]time.Time{} // of what clocks show, the first instant
			for now := change.Add(-60 * time.Hour); now.Before(change.Add(60 * time.Hour)); now = now.Add(step) {
				if _, had := first[wall(now)]; !had {
					first[wall(now)] = now
				}
			}
			for i := range 2 * 26 * 6 {
				_, after := change.In(loc).Zone()
				clock := change.UTC().Add(time.Duration(max(before, after)) * time.Second).Add(time.Duration(i-26*6) * step)
				want, shown := first[clock.Format("2006-01-02T15:04")]
				if !shown {
					want = clock.Add(-time.Duration(before) * time.Second)
				}
				got := tourney.DateOf(clock).At(tourney.TimeOfDayOf(clock), loc)
				require.True(t, got.Equal(want), "%v in %s: got %v, want %v", clock, c.zone, got, want.In(loc))
			}
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
