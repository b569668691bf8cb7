package assumption

import (
	_ "embed"
	"strings"
	"sync"
)

// Row is a row of the ledger in docs/assumptions.md. Texts are Markdown.
type Row struct {
	ID      string
	Section string // of the interface document; "observed" where it has none
	Does    string
	Why     string
	Option  string
	Client  bool // the row is about clients
}

// ledgerText has rows of docs/assumptions.md: all about the mock, and below a heading those about the client that an
// OpenAPI document names. TestLedger holds it up to date.
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
