package console

import (
	"net/http"
	"net/url"
	"time"
)

// advanceClock moves the clock of the mock.
func advanceClock(v *visit) (done, error) {
	before, err := get[clockState](v.API, "clock")
	if err != nil {
		return done{}, err
	}
	by := v.text("advance")
	if _, err := time.ParseDuration(by); err != nil {
		return done{}, invalid("Advance by: expected a duration such as 90m or 24h, found %q", excerpt(by))
	}
	after, err := change[clockState](v.API, http.MethodPut, "clock", map[string]string{"advance": by})
	if err != nil {
		return done{}, err
	}
	back := step{http.MethodPut, "clock", map[string]time.Time{"set": before.Now}}
	return done{Text: "The clock is now at " + moment(after.Now) + ".", Undo: []step{back}}, nil
}

// openSession opens a session with the rows that this world has now.
func openSession(v *visit) (done, error) {
	made, err := change[struct{ Name string }](v.API, http.MethodPost, "sessions", map[string]string{"name": v.text("name")})
	if err != nil {
		return done{}, err
	}
	end := step{http.MethodDelete, "sessions/" + url.PathEscape(made.Name), nil}
	return done{Text: "The session " + made.Name + " begins with the rows of this world.", Undo: []step{end}}, nil
}
