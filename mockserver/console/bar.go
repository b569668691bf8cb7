package console

import (
	"net/http"
	"net/url"
	"time"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// advanceClock moves the clock of the mock.
func advanceClock(v *view.Visit) (view.Done, error) {
	before, err := ask.Get[ask.ClockState](v.API, "clock")
	if err != nil {
		return view.Done{}, err
	}
	by := v.Text("advance")
	if _, err := time.ParseDuration(by); err != nil {
		return view.Done{}, ask.Invalid("Advance by: expected a duration such as 90m or 24h, found %q", prose.Excerpt(by))
	}
	after, err := ask.Change[ask.ClockState](v.API, http.MethodPut, "clock", map[string]string{"advance": by})
	if err != nil {
		return view.Done{}, err
	}
	back := view.Step{Method: http.MethodPut, Path: "clock", Body: map[string]time.Time{"set": before.Now}}
	return view.Done{Text: "The clock is now at " + prose.Moment(after.Now) + ".", Undo: []view.Step{back}}, nil
}

// openSession opens a session with the rows that this world has now.
func openSession(v *view.Visit) (view.Done, error) {
	asked := map[string]string{"name": v.Text("name")}
	made, err := ask.Change[struct{ Name string }](v.API, http.MethodPost, "sessions", asked)
	if err != nil {
		return view.Done{}, err
	}
	end := view.Step{Method: http.MethodDelete, Path: "sessions/" + url.PathEscape(made.Name)}
	text := "The session " + made.Name + " begins with the rows of this world."
	return view.Done{Text: text, Undo: []view.Step{end}}, nil
}
