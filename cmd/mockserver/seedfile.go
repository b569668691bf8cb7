package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// seedFile is the file of --seed-file. It is read once, because it can be a pipe.
type seedFile struct {
	inputFiles

	data []byte
}

func (f seedFile) ReadFile(string) ([]byte, error) { return f.data, nil } //nolint:unparam // as fs.ReadFileFS has it

// firstDay returns the first day of the first event in the file, or the first day of the scenarios.
func (f seedFile) firstDay() tourney.Date {
	var rows struct {
		Events []struct{ StartDate tourney.Date }
	}
	_ = json.Unmarshal(f.data, &rows) // New says what is wrong with the file
	if len(rows.Events) > 0 && !rows.Events[0].StartDate.IsZero() {
		return rows.Events[0].StartDate
	}
	return fixed
}

// fixed is the first day of the scenarios.
var fixed = tourney.Date{Year: 2026, Month: 6, Day: 12}

// morning is the time of the clock on a first day. It is that of the scenarios before their first game.
func morning(day tourney.Date) time.Time { return day.At(tourney.TimeOfDay{Hour: 8}, time.UTC) }

// rows returns the options for the rows that the mock starts with.
func (f *serveFlags) rows(ctx context.Context) ([]mockserver.Option, error) {
	if f.SeedFile == "" {
		opts := []mockserver.Option{mockserver.Scenario(f.scenario()), mockserver.Seed(f.Seed)}
		if f.ScenarioSize != nil {
			opts = append(opts, mockserver.ScenarioSize(*f.ScenarioSize))
		}
		if start := cmp.Or(f.StartDate, new(tourney.DateOf(time.Now()))); !start.IsZero() {
			opts = append(opts, mockserver.StartDate(*start))
		}
		return opts, nil
	}
	if f.Scenario != "" || f.ScenarioSize != nil {
		return nil, errors.New("--seed-file has all rows: leave --scenario and --scenario-size out, or use --fixtures")
	}
	data, err := inputFiles{ctx}.ReadFile(f.SeedFile)
	if err != nil {
		return nil, fmt.Errorf("--seed-file: %w", err)
	}
	file := seedFile{data: data}
	opts := []mockserver.Option{
		mockserver.Scenario("empty"), mockserver.Fixtures(file, f.SeedFile), mockserver.AllowDanglingReferences(),
	}
	first := file.firstDay()
	if to := f.StartDate; to != nil && !to.IsZero() {
		days := int(morning(*to).Sub(morning(first)) / (24 * time.Hour))
		opts = append(opts, mockserver.StartDate(fixed.AddDays(days)))
		first = *to
	}
	return append(opts, mockserver.Now(func() time.Time { return morning(first) })), nil
}

func (f *serveFlags) scenario() string { return cmp.Or(f.Scenario, "mid-tournament") }
