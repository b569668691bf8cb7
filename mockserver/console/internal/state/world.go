package state

import (
	"net/http"
	"net/url"
	"time"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
	"github.com/tourney-go/tourney/mockserver/internal/form"
)

// advanceClock moves the clock of the mock by a duration.
func advanceClock(v *view.Visit) (view.Done, error) {
	by := v.Text("advance")
	if _, err := time.ParseDuration(by); err != nil {
		return view.Done{}, ask.Invalid("Advance by: expected a duration such as 90m or 24h, found %q", prose.Excerpt(by))
	}
	return moveClock(v, func(time.Time) (any, error) { return map[string]string{"advance": by}, nil })
}

// setClock sets the clock to the time in the form, in the time zone of the clock.
func setClock(v *view.Visit) (view.Done, error) {
	return moveClock(v, func(before time.Time) (any, error) {
		to, ok := clockTime(v.Text("set"), before.Location())
		if !ok {
			found := prose.Excerpt(v.Text("set"))
			return nil, ask.Invalid("Set to: expected a time such as 2026-06-12T09:00:00, found %q", found)
		}
		return map[string]time.Time{"set": to}, nil
	})
}

// moveClock sends a change of the clock that can depend on the present time of the clock.
func moveClock(v *view.Visit, change func(before time.Time) (any, error)) (view.Done, error) {
	before, err := ask.Get[form.Clock](v.API, "clock")
	if err != nil {
		return view.Done{}, err
	}
	body, err := change(before.Now)
	if err != nil {
		return view.Done{}, err
	}
	after, err := ask.Change[form.Clock](v.API, http.MethodPut, "clock", body)
	if err != nil {
		return view.Done{}, err
	}
	back := clockBack(before.Now, after.Now)
	return view.Done{Text: "The clock is now at " + prose.Moment(after.Now) + ".", Undo: []view.Step{back}}, nil
}

// clockField is the layout of the time in the field that sets the clock.
const clockField = "2006-01-02T15:04:05"

// clockTime reads a time in one of the forms that browsers and people use.
func clockTime(text string, zone *time.Location) (t time.Time, ok bool) {
	for _, layout := range []string{
		clockField, "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.RFC3339,
	} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t.In(zone), true
		}
	}
	return time.Time{}, false
}

// openSession opens a session with the rows that this world has now.
func openSession(v *view.Visit) (view.Done, error) {
	made, err := ask.Change[form.Session](v.API, http.MethodPost, "sessions", form.Name{Name: v.Text("name")})
	if err != nil {
		return view.Done{}, err
	}
	end := view.Step{Method: http.MethodDelete, Path: "sessions/" + url.PathEscape(made.Name)}
	text := "The session " + made.Name + " begins with the rows of this world."
	return view.Done{Text: text, Undo: []view.Step{end}}, nil
}
