package traffic

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// faultsPage is the content of the page of faults: the list of rules, and the form for a new rule.
type faultsPage struct {
	Rules []rule
	Off   []offRule
	Usual []usualFault
	Ops   []prose.Choice
}

func (o *offRules) loadFaults(v *view.Visit) (view.Body, error) {
	found, err := ask.Get[faultList](v.API, "faults")
	if err != nil {
		return nil, err
	}
	info, err := ask.Get[view.World](v.API, "info")
	if err != nil {
		return nil, err
	}
	return &faultsPage{found.Faults, o.all(), usualFaults(info.Signed), operationChoices("every request")}, nil
}

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
	made, err := ask.Change[rule](v.API, http.MethodPost, "faults", sent)
	if err != nil {
		return view.Done{}, err
	}
	end := view.Step{Method: http.MethodDelete, Path: "faults/" + url.PathEscape(made.ID)}
	return view.Done{Text: "The fault " + made.ID + " is armed.", Undo: []view.Step{end}}, nil
}

// removeFault removes a rule.
func removeFault(v *view.Visit) (view.Done, error) {
	removed, err := takeFault(v)
	if err != nil {
		return view.Done{}, err
	}
	return view.Done{Text: "The fault " + removed.ID + " is removed." + ofUndo(*removed), Undo: addAgain(*removed)}, nil
}

// takeFault removes the rule that the path names, and returns it.
func takeFault(v *view.Visit) (*rule, error) {
	path := "faults/" + url.PathEscape(v.Named["id"])
	known, err := ask.Get[rule](v.API, path)
	if err == nil {
		_, err = v.API.Send(http.MethodDelete, path, nil)
	}
	return &known, err
}

// addAgain returns the requests that add removed rules again. The added rules get new ids, and their hits begin at 0.
func addAgain(rules ...rule) (steps []view.Step) {
	for _, r := range rules {
		if r.Rule != nil {
			steps = append(steps, view.Step{Method: http.MethodPost, Path: "faults", Body: r.Rule})
		}
	}
	return steps
}

// ofUndo returns a text that says which of the removed rules Undo adds again. A rule that has no form in JSON cannot
// be added again.
func ofUndo(rules ...rule) (text string) {
	var back, lost []string
	for _, r := range rules {
		if r.Rule != nil {
			back = append(back, r.ID)
		} else {
			lost = append(lost, r.ID)
		}
	}
	if len(back) > 0 {
		text = "\nUndo arms " + strings.Join(back, ", ") + " again, behind all others. Hits count from 0."
	}
	if len(lost) > 0 {
		text += "\nNo page can arm " + strings.Join(lost, ", ") + " again: " +
			"only the program that added a rule has its function or its secret."
	}
	return text
}

// clearFaults removes all rules.
func clearFaults(v *view.Visit) (view.Done, error) {
	found, err := ask.Get[faultList](v.API, "faults")
	if err == nil {
		_, err = v.API.Send(http.MethodDelete, "faults", nil)
	}
	return view.Done{Text: "All faults are removed." + ofUndo(found.Faults...), Undo: addAgain(found.Faults...)}, err
}

// turnFaultOff removes a rule from the mock and keeps the rule in the console, because the admin API cannot turn
// rules off.
func (o *offRules) turnFaultOff(v *view.Visit) (view.Done, error) {
	known, err := ask.Get[rule](v.API, "faults/"+url.PathEscape(v.Named["id"]))
	switch {
	case err != nil:
		return view.Done{}, err
	case known.Rule == nil:
		const never = "The fault %s has a function or a secret, so the console cannot turn it on again."
		return view.Done{}, ask.Invalid(never, known.ID)
	}
	if _, err := v.API.Send(http.MethodDelete, "faults/"+url.PathEscape(known.ID), nil); err != nil {
		return view.Done{}, err
	}
	o.add(known)
	return view.Done{Text: "The fault " + known.ID + " is off. The page keeps it below."}, nil
}

// turnFaultOn adds a rule that was turned off to the mock again.
func (o *offRules) turnFaultOn(v *view.Visit) (view.Done, error) {
	kept := o.find(v.Named["id"])
	if kept == nil {
		return view.Done{}, ask.FailureWith(http.StatusNotFound, "This fault is on already, or is forgotten.")
	}
	made, err := ask.Change[rule](v.API, http.MethodPost, "faults", kept.Rule)
	if err != nil {
		return view.Done{}, err
	}
	o.remove(kept.Key)
	return view.Done{Text: "The fault is armed again, as " + made.ID + ". Its hits count from 0."}, nil
}

// forgetFault removes a rule that was turned off from the console.
func (o *offRules) forgetFault(v *view.Visit) (view.Done, error) {
	kept := o.find(v.Named["id"])
	o.remove(v.Named["id"])
	if kept == nil {
		return view.Done{}, nil
	}
	return view.Done{Text: "The fault is forgotten. Undo arms it.", Undo: addAgain(kept.rule)}, nil
}
