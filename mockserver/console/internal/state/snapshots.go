package state

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// snapshotsPath is the path of the page of snapshots.
const snapshotsPath = "snapshots"

// snapshotsPage is the content of the page of snapshots, scenarios and clock.
type snapshotsPage struct {
	Clock     ask.ClockState
	Snapshots []snapshot // newest first
	Scenarios []scenario
	Choices   []prose.Choice // the names of the scenarios
	Moves     []prose.Choice
}

// snapshot is a set of rows that the mock keeps under a name.
type snapshot struct {
	Name  string    `json:"name"`
	Write int64     `json:"write"`
	Time  time.Time `json:"time"`
}

// Path returns the name as a part of a path.
func (s snapshot) Path() string { return url.PathEscape(s.Name) }

// scenario is a set of rows that a mock can start with.
type scenario struct {
	Name, About string
	Teams       int64 // the default number, if the number can be chosen; else 0

	Command string `json:"-"` // starts a mock with the scenario
	Here    bool   `json:"-"` // this mock started with the rows of the scenario
}

// clockMoves are the buttons that move the clock back and forward.
var clockMoves = []prose.Choice{
	{Value: "-24h", Text: "− 1 day"}, {Value: "-1h", Text: "− 1 h"}, {Value: "-1m", Text: "− 1 min"},
	{Value: "1m", Text: "+ 1 min"}, {Value: "1h", Text: "+ 1 h"}, {Value: "24h", Text: "+ 1 day"},
}

// ClockField returns the time of the clock as the field that sets the clock shows it.
func (p *snapshotsPage) ClockField() string { return p.Clock.Now.Format(clockField) }

func loadSnapshots(v *view.Visit) (view.Body, error) {
	kept, err := ask.Get[struct{ Snapshots []snapshot }](v.API, "snapshots")
	if err != nil {
		return nil, err
	}
	known, err := ask.Get[struct{ Scenarios []scenario }](v.API, "scenarios")
	if err != nil {
		return nil, err
	}
	own, err := ask.Get[view.World](v.API, "info")
	if err != nil {
		return nil, err
	}
	slices.Reverse(kept.Snapshots)
	var choices []prose.Choice
	for i := range known.Scenarios {
		s := &known.Scenarios[i]
		s.Here, s.Command = s.Name == own.Scenario, commandOf(&own, s.Name)
		choices = append(choices, prose.Choice{Value: s.Name, Text: s.Name})
	}
	return &snapshotsPage{ask.ClockState{Now: own.Now}, kept.Snapshots, known.Scenarios, choices, clockMoves}, nil
}

// commandOf returns the command that starts a mock with the same profile and with a scenario.
func commandOf(own *view.World, scenario string) string {
	words := []string{"mockserver", "--variant", own.Profile, "--scenario", scenario}
	if own.Seed != 1 {
		words = append(words, "--seed", strconv.FormatUint(own.Seed, 10))
	}
	for i := range words {
		words[i] = shellWord(words[i])
	}
	return strings.Join(words, " ")
}

// plainWord matches a word that needs no quotes in a shell.
var plainWord = regexp.MustCompile(`^[\w./:@%+,=-]+$`)

// shellWord returns a text as one word of a command of a shell.
func shellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func keepSnapshot(v *view.Visit) (view.Done, error) {
	kept, err := ask.Change[snapshot](v.API, http.MethodPost, snapshotsPath, map[string]string{"name": v.Text("name")})
	if err != nil {
		return view.Done{}, err
	}
	forget := view.Step{Method: http.MethodDelete, Path: snapshotsPath + "/" + kept.Path()}
	text := "The snapshot " + kept.Name + " keeps the rows after write " + prose.Grouped(kept.Write) + "."
	return view.Done{Text: text, Undo: []view.Step{forget}}, nil
}

func restoreSnapshot(v *view.Visit) (view.Done, error) {
	name := v.Named["name"]
	back, err := ask.Change[wayBack](v.API, http.MethodPost, snapshotsPath+"/"+url.PathEscape(name)+"/restore", nil)
	return back.done("The rows are those of the snapshot " + name + "."), err
}

// forgetSnapshot forgets a snapshot. Nothing brings it back, so the page asks twice.
func forgetSnapshot(v *view.Visit) (view.Done, error) {
	name := v.Named["name"]
	if _, err := ask.Change[any](v.API, http.MethodDelete, snapshotsPath+"/"+url.PathEscape(name), nil); err != nil {
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
	var wanted struct {
		Seed  *uint64 `json:"seed,omitempty"`
		Teams int64   `json:"teams,omitempty"`
	}
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
		if wanted.Teams, err = strconv.ParseInt(text, 10, 64); err != nil || wanted.Teams == 0 {
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
	now, err := ask.Get[ask.ClockState](v.API, "clock")
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
	back, err := wayBackOf(answer)
	return back.done("The rows are those of the file."), err
}
