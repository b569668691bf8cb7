package survey

import (
	_ "embed"
	"encoding/json"
	htmltemplate "html/template"
	"io"
	"strings"
	"text/template"

	"github.com/tourney-go/tourney/mockserver"
)

// Verdict is what a survey says of a row.
type Verdict string

// The verdicts.
const (
	Refuted   Verdict = "refuted"   // the host does something else
	Confirmed Verdict = "confirmed" // the host does what the row and the profile of the options say
	Untested  Verdict = "untested"  // nothing that the host did tells
)

// Row is a row of the ledger.
type Row struct {
	ID       string  `json:"id"`
	Verdict  Verdict `json:"verdict"`
	Evidence string  `json:"evidence"` // one line
}

// Report is what a survey found. It has no secret, and no value of a row but the ids in Created.
type Report struct {
	Host     string `json:"host"` // name and port
	Variant  string `json:"variant"`
	Event    int64  `json:"event"`
	Scratch  int64  `json:"scratch,omitzero"`
	Requests int    `json:"requests"` // that the host answered
	Shown    int    `json:"shown"`    // teams, divisions and games on the first pages of the event

	Rows       []Row             `json:"rows"`
	Unknown    []string          `json:"unknown"`    // paths of members that the client has no field for
	Deviations map[string]string `json:"deviations"` // what members are that the document shows in another form, by path
	Created    []string          `json:"created"`    // what the survey wrote into the scratch event

	// Profile is the profile of the options, with what the host was seen to do.
	Profile mockserver.Profile `json:"-"`
}

// Of returns the rows with a verdict.
func (r *Report) Of(v Verdict) (rows []Row) {
	for _, row := range r.Rows {
		if row.Verdict == v {
			rows = append(rows, row)
		}
	}
	return rows
}

// Verdicts returns the verdicts, first the one that needs a reader's attention.
func (*Report) Verdicts() []Verdict { return []Verdict{Refuted, Confirmed, Untested} }

//go:embed report.html.tmpl
var page string

//go:embed report.txt.tmpl
var lines string

// Write writes the report for a file of a name: as a page that needs no other file for .html, as JSON for .json, and as
// text for any other name.
func (r *Report) Write(w io.Writer, name string) error {
	switch {
	case strings.HasSuffix(name, ".html"):
		return htmltemplate.Must(htmltemplate.New("").Parse(page)).Execute(w, r)
	case strings.HasSuffix(name, ".json"):
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(r)
	}
	return template.Must(template.New("").Parse(lines)).Execute(w, r)
}
