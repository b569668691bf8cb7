package mockserver

import (
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"

	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tourney-go/tourney"
)

// adminVersion is the version of the admin API. Another meaning of a request or an answer needs another one.
const adminVersion = 1

// Info says what a server is and what is in it.
type Info struct {
	API      int             `json:"api"` // the version of the admin API
	Variant  tourney.Variant `json:"variant"`
	Profile  string          `json:"profile"`           // the name of the profile; the variant's without one
	Scenario string          `json:"scenario"`          // of the start or of ResetTo; a file may have replaced its rows
	Seed     uint64          `json:"seed"`              // of the scenario
	Scores   string          `json:"scores"`            // what the sides of a game score, such as Goals, Runs or Points
	Session  string          `json:"session,omitempty"` // the name of the session; "" for the main world
	Now      time.Time       `json:"now"`               // of the server's Clock
	Writes   int64           `json:"writes"`            // the number of the newest write
	Oldest   int64           `json:"oldestWrite"`       // the oldest write that Rewind can go back to
	Signed   bool            `json:"signed"`            // requests have to be signed
	Username string          `json:"username"`          // of the first account, with whose keys Client signs
	Rows     RowCounts       `json:"rows"`

	Specials map[Special]int64 `json:"specials"` // the special rows of the scenario and their ids
}

// RowCounts says how many rows a server has.
type RowCounts struct {
	Events        int `json:"events"`
	Divisions     int `json:"divisions"`
	Teams         int `json:"teams"`
	Players       int `json:"players"`
	Venues        int `json:"venues"`
	Games         int `json:"games"`
	Payments      int `json:"payments"`
	Registrations int `json:"registrations"`
}

func (s *server) Info() Info {
	s.state.Guard()
	st := s.state.Newest()
	info := Info{
		API: adminVersion, Variant: s.profile.Variant, Profile: s.profile.Name,
		Scenario: st.Began.Scenario, Seed: st.Began.Seed,
		Session: s.name, Now: s.clock.Now(), Writes: st.Number, Oldest: s.state.Oldest(),
		Signed:   s.options.verifier != nil,
		Username: st.Accounts[0].Username, Scores: st.Variant.ScoreUnit(), Specials: map[Special]int64{},
		Rows: RowCounts{
			Events: st.Events.List(model.EventKey{}).Len(), Divisions: st.Divisions.List(model.DivisionKey{}).Len(),
			Teams:   st.Teams.List(model.TeamKey{Status: model.AnyStatus, Paid: model.PaidOrNot}).Len(),
			Players: st.People.List(model.Scope{}).Len(), Venues: st.Venues.List(0).Len(),
			Games:    st.Games.List(model.GameKey{}).Len(),
			Payments: len(st.Payments.All()), Registrations: len(st.Registrations.All()),
		},
	}
	for _, special := range Specials() {
		if id, ok := s.Special(special); ok {
			info.Specials[special] = id
		}
	}
	return info
}

// Assumption is a row of the ledger of docs/assumptions.md: a behaviour that the interface document leaves open. A row
// about clients says in Does what the client of this module does. The OpenAPI document names it, and no answer relies
// on it.
type Assumption struct {
	ID      string `json:"id"`
	Section string `json:"section"` // of the interface document; "observed" where it has none
	Does    string `json:"does"`    // what the mock does, in Markdown
	Why     string `json:"why"`     // in Markdown
	Knob    string `json:"knob"`    // the setting that changes the behaviour, in Markdown
	Calls   int64  `json:"calls"`   // how many answers relied on it since the server or the session began

	Client bool `json:"client,omitempty"` // the row is about clients
}

// ledgerText has rows of docs/assumptions.md: all about the mock, and below a heading those about the client that an
// OpenAPI document names. TestLedger holds it up to date.
//
//go:embed ledger.txt
var ledgerText string

// ledger returns the rows of the ledger.
var ledger = sync.OnceValue(func() (rows []Assumption) {
	client := false
	for line := range strings.Lines(ledgerText) {
		if strings.HasPrefix(line, "## ") {
			client = true
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		rows = append(rows, Assumption{
			ID: strings.Trim(cells[0], " `"), Section: cells[1], Does: cells[2], Why: cells[3],
			Knob: strings.TrimSpace(cells[4]), Client: client,
		})
	}
	return rows
})

func (s *server) Assumptions() []Assumption {
	rows, counts := slices.Clone(ledger()), s.relied.Counts()
	for i := range rows {
		rows[i].Calls = counts[assumption.ID(rows[i].ID)]
	}
	return rows
}

func (s *server) View(target string) (body []byte, err error) {
	path, query, err := respond.ViewTarget(target)
	if err == nil {
		body, err = s.responder.View(path, query)
	}
	if err != nil {
		return nil, refusal.Wrap("View", err)
	}
	return body, nil
}
