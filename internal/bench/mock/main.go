// Command mock measures the mock server beside its rivals: a static handler of net/http with the same bytes, and a
// plain handler with encoding/json and a map. It measures stripe-mock beside the static handler too. Each server is a
// process of its own, and the load comes from a third one. See docs/benchmarks.md.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

func main() {
	if len(os.Args) == 2 {
		serve(os.Args[1], bufio.NewReader(os.Stdin), os.Stdout)
		return
	}
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run prints the tables.
func run(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	tables := []func(io.Writer) error{pageTable, peerTable, writeTable, besideTable, inProcessTable, growthTable}
	for _, table := range tables {
		if err := table(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
