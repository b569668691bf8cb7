package traffic

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// assumptionsPath is the path of the page of assumptions.
const assumptionsPath = "assumptions"

// assumption is a row of the ledger of assumptions.
type assumption struct {
	ID      string `json:"id"`
	Section string `json:"section"`
	Does    string `json:"does"`
	Why     string `json:"why"`
	Option  string `json:"option"`
	Calls   int64  `json:"calls"`
	Client  bool   `json:"client"`

	ids map[string]bool
}

// place returns the place in the ledger: a section of the document, or the part about observed behaviour.
func (a assumption) place() string {
	if a.Section == "observed" {
		return a.Section
	}
	return "section " + prose.Readable(a.Section)
}

// namesAlone matches a cell of the ledger that has nothing but names of settings.
var namesAlone = regexp.MustCompile("^`[^`]+`(?:, `[^`]+`)*$")

// sentence returns a cell of the ledger as a sentence for the page. The ledger is a table, so its cells begin with a
// small letter and end without a full stop.
func (a assumption) sentence(cell string) []span {
	if cell != "" && !namesAlone.MatchString(cell) {
		cell = strings.TrimSuffix(prose.Capital(cell), ".") + "."
	}
	return spans(cell, a.ids)
}

// assumptionsPage is the content of the page of assumptions: the ledger in three parts.
type assumptionsPage struct {
	Relied []assumption // the assumptions that answers relied on, ordered by the number of these answers
	Others []assumption // the other assumptions about the mock, in the order of the ledger
	Client []assumption // the assumptions about the client, in the order of the ledger
}

func loadAssumptions(v *view.Visit) (view.Body, error) {
	ledger, err := ask.Get[struct{ Assumptions []assumption }](v.API, assumptionsPath)
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

// span is a part of a text in Markdown.
type span struct {
	Text string
	Code bool
	To   string // the path of the assumption whose id the code is; "" for no link
}

// spans returns the parts of a text. Code that is the id of an assumption becomes a link to the assumption.
func spans(text string, ids map[string]bool) (list []span) {
	for i, part := range strings.Split(text, "`") {
		s := span{Text: part, Code: i%2 == 1}
		if s.Code && ids[part] {
			s.To = assumptionsPath + "#" + part
		}
		if part != "" {
			list = append(list, s)
		}
	}
	return list
}
