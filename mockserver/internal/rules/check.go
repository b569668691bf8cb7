package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Check returns an error that lists every mistake of a rule, or nil if the rule has no mistake. Each mistake names the
// field by its name in the JSON form.
func (r *Rule) Check() error {
	problems := slices.Clone(r.mistakes)
	add := func(name, problem string) {
		if problem != "" && !r.isUnread(name) {
			problems = append(problems, name+": "+problem)
		}
	}
	add("path", r.checkPath())
	for i, c := range r.Where {
		if c.Name == "" {
			add(fmt.Sprintf("where[%d].name", i), "expected the name of a parameter")
		}
	}
	r.checkTrigger(add)
	if r.Does == None {
		add("action", "is required: expected one of "+strings.Join(wordsOf(actions[1:]), ", "))
	} else {
		r.checkAction(add)
	}
	if len(problems) == 0 {
		return nil
	}
	return errors.New(strings.Join(problems, "; "))
}

// isUnread reports whether Decode could not read a member, or could not read another member on which it depends. Check
// reports no further mistakes of such a member, because it would only look missing.
func (r *Rule) isUnread(name string) bool {
	switch {
	case slices.Contains(r.unread, name), slices.Contains(r.unread, strings.SplitN(name, "[", 2)[0]):
		return true
	case slices.Contains([]string{"n", "p", "until"}, name):
		return slices.Contains(r.unread, "trigger")
	case name == "path":
		return slices.Contains(r.unread, "operation")
	}
	return name != "trigger" && slices.Contains(r.unread, "action")
}

func (r *Rule) checkPath() string {
	switch {
	case r.Path != "" && r.Op != "":
		return "expected an operation or a path, found both"
	case r.Path != "" && !strings.HasPrefix(r.Path, "/"):
		return fmt.Sprintf("expected a path that begins with /, found %q", r.Path)
	case strings.ContainsAny(r.Path, "?#"):
		return fmt.Sprintf("expected a path without query, found %q", r.Path)
	}
	return ""
}

func (r *Rule) checkTrigger(add func(name, problem string)) {
	t := &r.Trigger
	counts := triggers[t.Kind].counts
	switch {
	case counts && t.N < 1:
		add("n", fmt.Sprintf("expected 1 or more, found %d", t.N))
	case !counts && t.N != 0:
		add("n", triggers[t.Kind].name+" takes none")
	}
	switch {
	case t.Kind == Probability && !(t.P >= 0 && t.P <= 1): // also refuses NaN
		add("p", fmt.Sprintf("expected 0 to 1, found %v", t.P))
	case t.Kind != Probability && t.P != 0:
		add("p", triggers[t.Kind].name+" takes none")
	}
	switch {
	case t.Kind == Until && t.Until.IsZero():
		add("until", "is required")
	case t.Kind != Until && !t.Until.IsZero():
		add("until", triggers[t.Kind].name+" takes none")
	}
}

func (r *Rule) checkAction(add func(name, problem string)) {
	row := &actions[r.Does]
	if !slices.Contains(row.phases, r.in()) {
		add("phase", fmt.Sprintf("%s has no meaning in %s: expected %s", row.name, phases[r.in()].name, row.phaseNames()))
	}
	if r.CommitAfter != 0 && r.in() > Before {
		add("phase", "commitAfter has a meaning in Before alone: in later phases the request is carried out already")
	}
	for _, f := range fields {
		switch set := f.check != nil && f.write(r) != nil; {
		case set && !slices.Contains(row.takes, f.name):
			add(f.name, row.name+" takes none")
		case set:
			add(f.name, f.check(&r.Action))
		case slices.Contains(row.needs, f.name):
			add(f.name, "is required by "+row.name)
		}
	}
	if r.Does == Status && r.Status == 0 && len(r.Errors) == 0 {
		add("status", "is required where there are no errors")
	}
}

func (r *actionRow) phaseNames() string {
	names := make([]string, len(r.phases))
	for i, p := range r.phases {
		names[i] = phases[p].name
	}
	return strings.Join(names, " or ")
}
