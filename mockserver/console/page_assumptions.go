package console

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

func init() {
	list(page{
		path: assumptionsPath, title: "Assumptions", rail: railAssumptions,
		load: loadAssumptions,
	})
}

// assumptionsPath is the path of the page.
const assumptionsPath = "assumptions"

// assumption is a row of the ledger.
type assumption struct {
	ID      string `json:"id"`
	Section string `json:"section"`
	Does    string `json:"does"`
	Why     string `json:"why"`
	Knob    string `json:"knob"`
	Calls   int64  `json:"calls"`
	Client  bool   `json:"client"`

	ids map[string]bool
}

// Noun returns the word behind the number of answers.
func (a assumption) Noun() string {
	if a.Calls == 1 {
		return "answer"
	}
	return "answers"
}

// What returns what the mock does, or the client.
func (a assumption) What() []span { return a.sentence(a.Does) }

// Reason returns why the mock does it.
func (a assumption) Reason() []span { return a.sentence(a.Why) }

// Setting returns what changes it.
func (a assumption) Setting() []span { return a.sentence(a.Knob) }

// place returns where the ledger has it: in a section of the document, or among what was observed.
func (a assumption) place() string {
	if a.Section == "observed" {
		return a.Section
	}
	return "section " + readable(a.Section)
}

// namesAlone matches a cell of the ledger that lists names of settings and says nothing else.
var namesAlone = regexp.MustCompile("^`[^`]+`(?:, `[^`]+`)*$")

// sentence returns a cell of the ledger as the page shows it. The ledger is a table, so its cells begin like words and
// end without a full stop. The page shows them one below the other, as sentences.
func (a assumption) sentence(cell string) []span {
	if cell != "" && !namesAlone.MatchString(cell) {
		cell = strings.TrimSuffix(capital(cell), ".") + "."
	}
	return spans(cell, a.ids)
}

// assumptionsPage is the ledger.
type assumptionsPage struct {
	Relied []assumption // by the number of answers
	Others []assumption // about the mock, in the order of the ledger
	Client []assumption // about the client, which the OpenAPI document names, in the order of the ledger
}

func loadAssumptions(v *visit) (body, error) {
	ledger, err := get[struct{ Assumptions []assumption }](v, assumptionsPath)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, a := range ledger.Assumptions {
		ids[a.ID] = true
	}
	p := &assumptionsPage{}
	for _, a := range ledger.Assumptions {
		a.ids = ids
		switch {
		case a.Client:
			p.Client = append(p.Client, a)
		case a.Calls > 0:
			p.Relied = append(p.Relied, a)
		default:
			p.Others = append(p.Others, a)
		}
	}
	slices.SortStableFunc(p.Relied, func(a, b assumption) int { return cmp.Compare(b.Calls, a.Calls) })
	return p, nil
}
