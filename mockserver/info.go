package mockserver

import (
	"sync"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/adminclient"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// Info describes a server and how many rows it has.
type Info struct {
	API      int             `json:"api"` // the version of the admin API
	Variant  tourney.Variant `json:"variant"`
	Profile  string          `json:"profile"`           // the name of the profile, else of the variant
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

func (s *server) Info() Info {
	s.State.Guard()
	st := s.State.Newest()
	info := Info{
		API: adminclient.Version, Variant: s.profile.Variant, Profile: s.profile.Name,
		Scenario: st.Began.Scenario, Seed: st.Began.Seed,
		Session: s.name, Now: s.Clock.Now(), Writes: st.Number, Oldest: s.State.Oldest(),
		Signed:   s.options.verifier != nil,
		Username: st.Accounts[0].Username, Scores: st.Variant.ScoreUnit(), Specials: map[Special]int64{},
		Rows: rowCountsOf(st),
	}
	for _, special := range Specials() {
		if id, ok := s.Special(special); ok {
			info.Specials[special] = id
		}
	}
	return info
}

// Assumption is a row of the ledger of https://github.com/tourney-go/tourney/blob/main/docs/assumptions.md: a behaviour
// that the interface document leaves open. In a row about clients, Does says what the client of this module does. The
// OpenAPI document names such a row, and no answer of the server relies on it.
type Assumption struct {
	ID      string `json:"id"`
	Section string `json:"section"` // of the interface document; "observed" where the document has no section
	Does    string `json:"does"`    // what the mock does, in Markdown
	Why     string `json:"why"`     // in Markdown
	Option  string `json:"option"`  // the setting that changes the behaviour, in Markdown
	Calls   int64  `json:"calls"`   // how many answers relied on it since the server or the session began

	Client bool `json:"client,omitempty"` // the row is about clients
}

func (s *server) Assumptions() []Assumption {
	counts := s.Relied.Counts()
	return values.Mapped(assumption.Ledger(), func(row assumption.Row) Assumption {
		return Assumption{
			row.ID, row.Section, row.Does, row.Why, row.Option, counts[assumption.ID(row.ID)], row.Client,
		}
	})
}

func (s *server) View(target string) (body []byte, err error) {
	path, query, err := respond.ViewTarget(target)
	if err == nil {
		body, err = s.Responder.View(path, query)
	}
	if err != nil {
		return nil, refusal.Wrap("View", err)
	}
	return body, nil
}

// SchemaForm is a form of the document of the interface. Its value is a file name.
type SchemaForm string

// The forms of the document.
const (
	SchemaOpenAPIJSON SchemaForm = "openapi.json" // OpenAPI 3.1
	SchemaOpenAPIYAML SchemaForm = "openapi.yaml"
	SchemaXSD         SchemaForm = "openapi.xsd" // the XML Schema of the bodies
)

func (s *server) Schema(form SchemaForm) []byte {
	return schemaAt(s.profile.Variant, form, s.URL()+contract.BasePath)
}

// schemaForms makes the document of a variant in each form.
var schemaForms = map[SchemaForm]func(*contract.Variant) []byte{
	SchemaOpenAPIJSON: openapi.JSON, SchemaOpenAPIYAML: openapi.YAML, SchemaXSD: openapi.XSD,
}

// schemas holds functions that return the documents, by their schemaKeys. Servers share the documents. Each is made
// when it is first needed.
var schemas sync.Map

type schemaKey struct {
	variant tourney.Variant
	form    SchemaForm
}

// schemaAt returns the document of a variant in a form, for clients that find the interface at a URL. The caller may
// change the bytes. It panics when there is no such form.
func schemaAt(v tourney.Variant, form SchemaForm, url string) []byte {
	write, known := schemaForms[form]
	if !known {
		const choices = "expected SchemaOpenAPIJSON, SchemaOpenAPIYAML or SchemaXSD"
		panic(refusal.Errorf("Schema", "there is no form %q: "+choices, redact.Safe(string(form))))
	}
	made, _ := schemas.LoadOrStore(schemaKey{v, form}, sync.OnceValue(func() []byte {
		row, _ := contract.LookupVariant(string(v)) // New has checked the variant
		return write(row)
	}))
	return openapi.At(made.(func() []byte)(), url) // an XML Schema names no server
}
