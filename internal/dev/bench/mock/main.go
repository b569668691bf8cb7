// Command mock compares the mock server with a static handler of net/http that answers with the same bytes, and the
// program mockserver with a static file server. It compares stripe-mock with that handler too. Each server is a
// process of its own, and the load comes from another process. Run it in the root of the repository.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == childProcess {
		serve(os.Args[2], bufio.NewReader(os.Stdin), os.Stdout)
		return
	}
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, table := range []func(io.Writer) error{pageTable, peerTable, programTable} {
		if err := table(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
