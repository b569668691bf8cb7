package state

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/internal/form"
)

// snapshotsPath is the path of the page of snapshots.
const snapshotsPath = "snapshots"

// snapshotsPage is the content of the page of snapshots, scenarios and clock.
type snapshotsPage struct {
	Now       time.Time       // of the mock's clock
	Snapshots []form.Snapshot // newest first
	Scenarios []scenario
}

// pathOf returns the path of a snapshot.
func pathOf(snapshot string) string { return snapshotsPath + "/" + url.PathEscape(snapshot) }

// scenario is a set of rows that a mock can start with.
type scenario struct {
	Name, About string
	Teams       int64 // the default number, if the number can be chosen; else 0
}

// clockMoves are the buttons that move the clock back and forward.
var clockMoves = []prose.Choice{
	{Value: "-24h", Text: "− 1 day"}, {Value: "-1h", Text: "− 1 h"}, {Value: "-1m", Text: "− 1 min"},
	{Value: "1m", Text: "+ 1 min"}, {Value: "1h", Text: "+ 1 h"}, {Value: "24h", Text: "+ 1 day"},
}

// choices returns the names of the scenarios.
func (p *snapshotsPage) choices() (all []prose.Choice) {
	for _, s := range p.Scenarios {
		all = append(all, prose.Choice{Value: s.Name, Text: s.Name})
	}
	return all
}

func loadSnapshots(v *view.Visit) (view.Body, error) {
	kept, err := ask.Get[struct{ Snapshots []form.Snapshot }](v.API, "snapshots")
	if err != nil {
		return nil, err
	}
	known, err := ask.Get[struct{ Scenarios []scenario }](v.API, "scenarios")
	if err != nil {
		return nil, err
	}
	clock, err := ask.Get[form.Clock](v.API, "clock")
	slices.Reverse(kept.Snapshots)
	return &snapshotsPage{clock.Now, kept.Snapshots, known.Scenarios}, err
}

func keepSnapshot(v *view.Visit) (view.Done, error) {
	kept, err := ask.Change[form.Snapshot](v.API, http.MethodPost, snapshotsPath, form.Name{Name: v.Text("name")})
	if err != nil {
		return view.Done{}, err
	}
	forget := view.Step{Method: http.MethodDelete, Path: pathOf(kept.Name)}
	text := "The snapshot " + kept.Name + " keeps the rows after write " + prose.Grouped(kept.Write) + "."
	return view.Done{Text: text, Undo: []view.Step{forget}}, nil
}

func restoreSnapshot(v *view.Visit) (view.Done, error) {
	name := v.Named["name"]
	back, err := ask.Change[wayBack](v.API, http.MethodPost, pathOf(name)+"/restore", nil)
	return back.done("The rows are those of the snapshot " + name + "."), err
}

// forgetSnapshot forgets a snapshot. Nothing brings it back, so the page asks twice.
func forgetSnapshot(v *view.Visit) (view.Done, error) {
	name := v.Named["name"]
	if _, err := ask.Change[any](v.API, http.MethodDelete, pathOf(name), nil); err != nil {
		return view.Done{}, err
	}
	return view.Done{Text: "The snapshot " + name + " is forgotten."}, nil
}

// resetWorld restores the rows and the time of the start. Undo restores the replaced rows and the earlier time.
func resetWorld(v *view.Visit) (view.Done, error) {
	return reset(v, "reset", nil, "The rows and the time are those of the start.")
}

// resetToScenario replaces the rows by the rows of another scenario. Undo restores the replaced rows and the earlier
// time.
func resetToScenario(v *view.Visit) (view.Done, error) {
	var wanted form.Choice
	name := v.Text("scenario")
	if name == "" {
		return view.Done{}, ask.Invalid("Scenario: expected the name of a scenario, found none")
	}
	if text := v.Text("seed"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return view.Done{}, ask.Invalid("Seed: expected a whole number from 0 on, found %q", prose.Excerpt(text))
		}
		wanted.Seed = &seed
	}
	if text := v.Text("teams"); text != "" {
		var err error
		if wanted.Teams, err = strconv.Atoi(text); err != nil || wanted.Teams == 0 {
			return view.Done{}, ask.Invalid("Teams: expected a whole number from 1 on, found %q", prose.Excerpt(text))
		}
	}
	path := "scenarios/" + url.PathEscape(name) + "/reset"
	return reset(v, path, wanted, "The rows are those of the scenario "+name+", and the time is that of the start.")
}

// reset sends a request that replaces rows and resets the clock. It returns the text, and the requests that undo
// both.
func reset(v *view.Visit, path string, body any, text string) (view.Done, error) {
	back, err := ask.Change[wayBack](v.API, http.MethodPost, path, body)
	if err != nil {
		return view.Done{}, err
	}
	did := back.done(text)
	now, err := ask.Get[form.Clock](v.API, "clock")
	if err == nil && back.Before != nil && !now.Now.Equal(back.Before.Time) {
		did.Undo = append(did.Undo, clockBack(back.Before.Time, now.Now))
	}
	return did, err
}

// importRows replaces all rows by the rows of a file.
func importRows(v *view.Visit) (view.Done, error) {
	if v.Upload == nil {
		return view.Done{}, ask.Invalid("File: expected a file that Save or the export wrote, found none")
	}
	answer, err := v.API.SendFrom(http.MethodPost, "import", v.Upload)
	if err != nil {
		return view.Done{}, err
	}
	var back wayBack
	if len(answer) > 0 {
		err = json.Unmarshal(answer, &back)
	}
	return back.done("The rows are those of the file."), err
}
