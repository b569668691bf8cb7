// Command wiregen generates code for types, from their plans: readers store members, writers write them. The types
// are the ones that answers hold, and the plain types of the benchmarks. Run it in the root's folder. See decisions 20
// and 23.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "wiregen:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := generate()
	if err != nil {
		return err
	}
	for path, source := range files {
		if err := os.WriteFile(path, source, 0o644); err != nil { //nolint:gosec // as all source is
			return err
		}
	}
	return nil
}
