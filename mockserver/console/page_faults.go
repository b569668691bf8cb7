package console

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// faultsPage is the list of rules, and what makes a new one.
type faultsPage struct {
	Rules    []rule
	Off      []offRule
	Usual    []usualFault
	Ops      []choice
	Triggers []choice
	Phases   []choice
	Actions  []choice
}

func (o *offRules) loadFaults(v *visit) (body, error) {
	found, err := get[faultList](v.API, "faults")
	if err != nil {
		return nil, err
	}
	info, err := get[world](v.API, "info")
	if err != nil {
		return nil, err
	}
	p := &faultsPage{
		Rules: found.Faults, Off: o.all(), Usual: usualFaults(info.Signed),
		Ops: []choice{{"", "every request"}}, Triggers: triggerWords, Phases: phaseWords, Actions: actionWords,
	}
	for _, op := range operations() {
		p.Ops = append(p.Ops, choice{op, op})
	}
	return p, nil
}

// addFault adds the rule of the form: one that the page offers, or one made of the fields.
func addFault(v *visit) (done, error) {
	sent := json.RawMessage(v.text("rule"))
	if len(sent) == 0 {
		var err error
		if sent, err = ruleOfForm(v.PostForm); err != nil {
			return done{}, err
		}
	}
	if !json.Valid(sent) {
		return done{}, invalid("rule: expected JSON, found %q", excerpt(string(sent)))
	}
	made, err := change[rule](v.API, http.MethodPost, "faults", sent)
	if err != nil {
		return done{}, err
	}
	end := step{http.MethodDelete, "faults/" + url.PathEscape(made.ID), nil}
	return done{Text: "The fault " + made.ID + " is armed.", Undo: []step{end}}, nil
}

// removeFault removes a rule.
func removeFault(v *visit) (done, error) {
	removed, err := takeFault(v)
	if err != nil {
		return done{}, err
	}
	return done{Text: "The fault " + removed.ID + " is removed." + ofUndo(*removed), Undo: addAgain(*removed)}, nil
}

// takeFault removes the rule that the path names, and returns it.
func takeFault(v *visit) (*rule, error) {
	path := "faults/" + url.PathEscape(v.Named["id"])
	known, err := get[rule](v.API, path)
	if err == nil {
		_, err = v.API.send(http.MethodDelete, path, nil)
	}
	return &known, err
}

// addAgain returns the requests that add rules again. Their ids and hits are new.
func addAgain(rules ...rule) (steps []step) {
	for _, r := range rules {
		if r.Rule != nil {
			steps = append(steps, step{http.MethodPost, "faults", r.Rule})
		}
	}
	return steps
}

// ofUndo says what Undo does with rules that were removed. One without a form in JSON cannot be added again.
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
func clearFaults(v *visit) (done, error) {
	found, err := get[faultList](v.API, "faults")
	if err == nil {
		_, err = v.API.send(http.MethodDelete, "faults", nil)
	}
	return done{Text: "All faults are removed." + ofUndo(found.Faults...), Undo: addAgain(found.Faults...)}, err
}

// turnFaultOff removes a rule and keeps it on the page. The admin API has no rule that is turned off.
func (o *offRules) turnFaultOff(v *visit) (done, error) {
	known, err := get[rule](v.API, "faults/"+url.PathEscape(v.Named["id"]))
	switch {
	case err != nil:
		return done{}, err
	case known.Rule == nil:
		return done{}, invalid("The fault %s has a function or a secret, so the console cannot turn it on again.", known.ID)
	}
	if _, err := takeFault(v); err != nil {
		return done{}, err
	}
	o.add(known)
	return done{Text: "The fault " + known.ID + " is off. The page keeps it below."}, nil
}

// turnFaultOn adds a rule that was turned off.
func (o *offRules) turnFaultOn(v *visit) (done, error) {
	kept := o.find(v.Named["id"])
	if kept == nil {
		return done{}, failureWith(http.StatusNotFound, "This fault is on already, or is forgotten.")
	}
	made, err := change[rule](v.API, http.MethodPost, "faults", kept.Rule)
	if err != nil {
		return done{}, err
	}
	o.remove(kept.Key)
	return done{Text: "The fault is armed again, as " + made.ID + ". Its hits count from 0."}, nil
}

// forgetFault forgets a rule that was turned off.
func (o *offRules) forgetFault(v *visit) (done, error) {
	kept := o.find(v.Named["id"])
	o.remove(v.Named["id"])
	if kept == nil {
		return done{}, nil
	}
	return done{Text: "The fault is forgotten. Undo arms it.", Undo: addAgain(kept.rule)}, nil
}
