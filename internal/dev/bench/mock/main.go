// Command mock compares the mock server with a static handler of net/http that answers with the same bytes. It
// compares stripe-mock with that handler too. Each server is a process of its own, and the load comes from another
// process. Arguments name the tables to print. See docs/benchmarks.md.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	names := os.Args[1:]
	if len(names) == 2 && names[0] == childProcess {
		serve(names[1], bufio.NewReader(os.Stdin), os.Stdout)
		return
	}
	if err := run(os.Stdout, names); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// tables are the tables in the order in which the command prints them. An argument with the name of a table prints
// only that table.
var tables = []struct {
	name  string
	print func(io.Writer) error
}{
	{"pages", pageTable},
	{"peer", peerTable},
	{"inprocess", inProcessTable},
	{"growth", growthTable},
}

// run prints the tables with these names, or all tables if there are no names.
func run(out io.Writer, names []string) error {
	known := make([]string, len(tables))
	for i := range tables {
		known[i] = tables[i].name
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no table %q: expected some of %s", name, strings.Join(known, ", "))
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, table := range tables {
		if len(names) > 0 && !slices.Contains(names, table.name) {
			continue
		}
		if err := table.print(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
