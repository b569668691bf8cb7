package console

import (
	"net/http"
	"net/url"
	"time"

	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// world is what the bar at the top shows.
type world struct {
	Variant   string         `json:"variant"`
	Profile   string         `json:"profile"`
	Scenario  string         `json:"scenario"`
	Seed      uint64         `json:"seed"`
	Scores    string         `json:"scores"` // what sides score, such as Goals
	Session   string         `json:"session"`
	Now       time.Time      `json:"now"`
	Writes    int64          `json:"writes"`
	Oldest    int64          `json:"oldestWrite"`
	Signed    bool           `json:"signed"`
	Username  string         `json:"username"`
	Rows      map[string]int `json:"rows"`
	Armed     int            `json:"-"` // rules of faults
	Past      *past          `json:"-"` // nil unless older rows are shown
	Address   string         `json:"-"` // of the mock, for clients
	Sessions  []worldLink    `json:"-"`
	Elsewhere bool           `json:"-"` // there is another world than this one
}

// worldLink leads to the console of the main world or a session.
type worldLink struct {
	Name string // "" for the main world
	To   string
	Here bool
}

// world asks the admin API for what the bar at the top shows.
func (v *visit) world() (*world, error) {
	w, err := get[world](v, "info")
	if err != nil {
		return nil, err
	}
	rules, err := get[faultList](v, "faults")
	if err != nil {
		return nil, err
	}
	open, err := get[struct{ Sessions []string }](v, "sessions")
	if err != nil {
		return nil, err
	}
	if w.Past, err = v.past(w.Writes); err != nil {
		return nil, err
	}
	w.Armed, w.Address = len(rules.Faults), v.origin()
	if w.Session != "" {
		w.Address += apiPath + "session/" + url.PathEscape(w.Session)
	}
	w.Sessions, w.Elsewhere = v.worlds(w.Session, open.Sessions), len(open.Sessions) > 0
	return &w, nil
}

// worlds returns the links to the consoles of the main world and of all sessions.
func (v *visit) worlds(here string, names []string) []worldLink {
	main, sessions := v.base+"../console/", v.base+"../session/"
	if here != "" {
		main, sessions = v.base+"../../../../console/", v.base+"../../../"
	}
	links := []worldLink{{"", main, here == ""}}
	for _, name := range names {
		links = append(links, worldLink{name, sessions + url.PathEscape(name) + wire.ConsolePath, name == here})
	}
	return links
}

// clockState is the answer of the admin API about its clock.
type clockState struct {
	Now time.Time `json:"now"`
}

// advanceClock moves the clock of the mock.
func advanceClock(v *visit) (done, error) {
	before, err := get[clockState](v, "clock")
	if err != nil {
		return done{}, err
	}
	by := v.text("advance")
	if _, err := time.ParseDuration(by); err != nil {
		return done{}, invalid("Advance by: expected a duration such as 90m or 24h, found %q", excerpt(by))
	}
	after, err := change[clockState](v, http.MethodPut, "clock", map[string]string{"advance": by})
	if err != nil {
		return done{}, err
	}
	back := step{http.MethodPut, "clock", map[string]time.Time{"set": before.Now}}
	return done{Text: "The clock is now at " + moment(after.Now) + ".", Undo: []step{back}}, nil
}

// openSession opens a session with the rows that this world has now.
func openSession(v *visit) (done, error) {
	made, err := change[struct{ Name string }](v, http.MethodPost, "sessions", map[string]string{"name": v.text("name")})
	if err != nil {
		return done{}, err
	}
	end := step{http.MethodDelete, "sessions/" + url.PathEscape(made.Name), nil}
	return done{Text: "The session " + made.Name + " begins with the rows of this world.", Undo: []step{end}}, nil
}
