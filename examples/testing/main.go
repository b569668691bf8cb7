// Command testing is a small program on the library. Read treasury_test.go, which shows how to test such a program.
//
//	go test -v ./examples/testing
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "testing:", err)
		os.Exit(1)
	}
}

// run prints the debts of the mock's tournament.
func run(out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	srv, err := mockserver.New(tourney.Hockey)
	if err != nil {
		return err
	}
	debts, err := Treasury{Client: srv.Client()}.Debts(ctx, srv.Events.All()[0].ID)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range debts {
		fmt.Fprintf(table, "%s\t%s\t%s\n", d.Amount, d.Team, d.Division)
	}
	return table.Flush()
}
