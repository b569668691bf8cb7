package view

import (
	"net/url"
	"time"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// World is the content of the bar at the top of a page.
type World struct {
	Variant  string         `json:"variant"`
	Profile  string         `json:"profile"`
	Scenario string         `json:"scenario"`
	Seed     uint64         `json:"seed"`
	Scores   string         `json:"scores"` // what sides of a game score, such as Goals
	Session  string         `json:"session"`
	Now      time.Time      `json:"now"`
	Writes   int64          `json:"writes"`
	Oldest   int64          `json:"oldestWrite"`
	Signed   bool           `json:"signed"`
	Username string         `json:"username"`
	Rows     map[string]int `json:"rows"`
	Armed    int            `json:"-"` // how many rules of faults the mock has
	Past     *Past          `json:"-"` // nil unless older rows are shown
	Address  string         `json:"-"` // the base URL of the mock for clients
	Sessions []worldLink    `json:"-"`
}

// worldLink is a link to the console of the main world or of a session.
type worldLink struct {
	Name string // "" for the main world
	To   string
	Here bool
}

// World requests the content of the bar at the top from the admin API.
func (v *Visit) World() (*World, error) {
	w, err := ask.Get[World](v.API, "info")
	if err != nil {
		return nil, err
	}
	rules, err := ask.Get[struct{ Faults []struct{} }](v.API, "faults")
	if err != nil {
		return nil, err
	}
	open, err := ask.Get[struct{ Sessions []string }](v.API, "sessions")
	if err != nil {
		return nil, err
	}
	if w.Past, err = v.Past(w.Writes); err != nil {
		return nil, err
	}
	w.Armed, w.Address = len(rules.Faults), wire.Origin(v.Request)
	if w.Session != "" {
		w.Address += ask.APIPath + "session/" + url.PathEscape(w.Session)
	}
	w.Sessions = v.worlds(w.Session, open.Sessions)
	return &w, nil
}

// worlds returns the links to the consoles of the main world and of all sessions.
func (v *Visit) worlds(here string, names []string) []worldLink {
	main, sessions := v.Base+"../console/", v.Base+"../session/"
	if here != "" {
		main, sessions = v.Base+"../../../../console/", v.Base+"../../../"
	}
	links := []worldLink{{"", main, here == ""}}
	for _, name := range names {
		links = append(links, worldLink{name, sessions + url.PathEscape(name) + wire.ConsolePath, name == here})
	}
	return links
}
