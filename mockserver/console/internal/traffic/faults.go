package traffic

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/internal/form"
)

// faultsPage is the content of the page of faults: the list of rules, and the form for a new rule.
type faultsPage struct {
	Rules []form.Fault
	Usual []usualFault
	Ops   []prose.Choice
}

func loadFaults(v *view.Visit) (view.Body, error) {
	found, err := ask.Get[form.Faults](v.API, "faults")
	if err != nil {
		return nil, err
	}
	info, err := ask.Get[view.World](v.API, "info")
	return &faultsPage{found.Faults, usualFaults(info.Signed), operationChoices("every request")}, err
}

// pathOf returns the path of a rule.
func pathOf(id string) string { return "faults/" + url.PathEscape(id) }

// addFault adds the rule of the form: a rule that the page offers, or a rule made from the fields.
func addFault(v *view.Visit) (view.Done, error) {
	sent := json.RawMessage(v.Text("rule"))
	if len(sent) == 0 {
		var err error
		if sent, err = ruleOfForm(v.PostForm); err != nil {
			return view.Done{}, err
		}
	}
	if !json.Valid(sent) {
		return view.Done{}, ask.Invalid("rule: expected JSON, found %q", prose.Excerpt(string(sent)))
	}
	made, err := ask.Change[form.Fault](v.API, http.MethodPost, "faults", sent)
	if err != nil {
		return view.Done{}, err
	}
	end := view.Step{Method: http.MethodDelete, Path: pathOf(made.ID)}
	return view.Done{Text: "The fault " + made.ID + " is armed.", Undo: []view.Step{end}}, nil
}

// removeFault removes a rule.
func removeFault(v *view.Visit) (view.Done, error) {
	path := pathOf(v.Named["id"])
	known, err := ask.Get[form.Fault](v.API, path)
	if err == nil {
		_, err = v.API.Send(http.MethodDelete, path, nil)
	}
	return removed("The fault "+known.ID+" is removed.", known), err
}

// clearFaults removes all rules.
func clearFaults(v *view.Visit) (view.Done, error) {
	found, err := ask.Get[form.Faults](v.API, "faults")
	if err == nil {
		_, err = v.API.Send(http.MethodDelete, "faults", nil)
	}
	return removed("All faults are removed.", found.Faults...), err
}

// removed returns the result of a form that removed rules. Undo adds them again, with new ids, and their hits begin at
// 0. A rule that has no form in JSON cannot be added again.
func removed(text string, rules ...form.Fault) view.Done {
	var steps []view.Step
	var back, lost []string
	for _, r := range rules {
		if r.Rule == nil {
			lost = append(lost, r.ID)
			continue
		}
		back = append(back, r.ID)
		steps = append(steps, view.Step{Method: http.MethodPost, Path: "faults", Body: r.Rule})
	}
	if len(back) > 0 {
		text += "\nUndo arms " + strings.Join(back, ", ") + " again, behind all others. Hits count from 0."
	}
	if len(lost) > 0 {
		text += "\nNo page can arm " + strings.Join(lost, ", ") + " again: " +
			"only the program that added a rule has its function or its secret."
	}
	return view.Done{Text: text, Undo: steps}
}
