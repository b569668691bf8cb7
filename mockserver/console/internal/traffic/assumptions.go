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

// assumptionsPath is the path of the page.
const assumptionsPath = "assumptions"

// assumption is a row of the ledger.
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
func (a assumption) Setting() []span { return a.sentence(a.Option) }

// place returns where the ledger has it: in a section of the document, or among what was observed.
func (a assumption) place() string {
	if a.Section == "observed" {
		return a.Section
	}
	return "section " + prose.Readable(a.Section)
}

// namesAlone matches a cell of the ledger that lists names of settings and says nothing else.
var namesAlone = regexp.MustCompile("^`[^`]+`(?:, `[^`]+`)*$")

// sentence returns a cell of the ledger as the page shows it. The ledger is a table, so its cells begin like words and
// end without a full stop. The page shows them one below the other, as sentences.
func (a assumption) sentence(cell string) []span {
	if cell != "" && !namesAlone.MatchString(cell) {
		cell = strings.TrimSuffix(prose.Capital(cell), ".") + "."
	}
	return spans(cell, a.ids, a.pages)
}

// assumptionsPage is the ledger.
type assumptionsPage struct {
	Relied []assumption // by the number of answers
	Others []assumption // about the mock, in the order of the ledger
	Client []assumption // about the client, which the OpenAPI document names, in the order of the ledger
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
	To   string // behind Path; "" for no link
}

// marked matches the parts of Markdown that the ledger has: code, and links to pages of the documentation.
var marked = regexp.MustCompile("`([^`]+)`|\\[([^\\]]+)\\]\\(([^()\\s]+)\\)")

// spans returns the parts of a text. Code that is the id of an assumption leads to it. A page of the documentation
// leads to the page of the console of that name, where there is one: the console sends nobody to another host.
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
