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

	ids   map[string]bool
	pages view.Table
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
	return spans(cell, a.ids, a.pages)
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
		a.ids, a.pages = ids, v.Pages
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
	To   string // the path of a page of the console; "" for no link
}

// marked matches the parts of Markdown that the ledger has: code, and links to pages of the documentation.
var marked = regexp.MustCompile("`([^`]+)`|\\[([^\\]]+)\\]\\(([^()\\s]+)\\)")

// spans returns the parts of a text. Code that is the id of an assumption becomes a link to the assumption. A link to a
// page of the documentation becomes a link to the page of the console with the same name, if there is one: the console
// has no links to other hosts.
func spans(text string, ids map[string]bool, pages view.Table) (list []span) {
	for text != "" {
		at := marked.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		if at[0] > 0 {
			list = append(list, span{Text: text[:at[0]]})
		}
		if at[2] >= 0 {
			code := span{Text: text[at[2]:at[3]], Code: true}
			if ids[code.Text] {
				code.To = assumptionsPath + "#" + code.Text
			}
			list = append(list, code)
		} else {
			link := span{Text: text[at[4]:at[5]]}
			name, _, _ := strings.Cut(text[at[6]:at[7]], ".md")
			if p, _ := pages.At(name); p != nil {
				link.To = name
			}
			list = append(list, link)
		}
		text = text[at[1]:]
	}
	if text != "" {
		list = append(list, span{Text: text})
	}
	return list
}
