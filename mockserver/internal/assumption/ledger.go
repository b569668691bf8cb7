package assumption

import (
	_ "embed"
	"strings"
	"sync"
)

// Row is a row of the ledger in docs/assumptions.md. Texts are Markdown.
type Row struct {
	ID      string
	Section string // the section of the interface document; "observed" if no section describes the behaviour
	Does    string
	Why     string
	Option  string
	Client  bool // whether the row is about the client and not about the mock
}

// ledgerText has all rows of docs/assumptions.md about the mock. Below a heading it also has the rows about the client
// that an OpenAPI document names. TestLedger checks that the text is up to date.
//
//go:embed ledger.txt
var ledgerText string

// Ledger returns the rows of the ledger. Callers must not change them.
var Ledger = sync.OnceValue(func() (rows []Row) {
	client := false
	for line := range strings.Lines(ledgerText) {
		if strings.HasPrefix(line, "## ") {
			client = true
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		rows = append(rows, Row{
			ID: strings.Trim(cells[0], " `"), Section: cells[1], Does: cells[2], Why: cells[3],
			Option: strings.TrimSpace(cells[4]), Client: client,
		})
	}
	return rows
})
