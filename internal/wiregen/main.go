// Command wiregen writes generated.go of the root package, in whose folder it is run: for every type that answers hold,
// functions that read and write it as its plan says. See decision 20.
package main

import (
	"fmt"
	"os"
)

const file = "generated.go"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "wiregen:", err)
		os.Exit(1)
	}
}

func run() error {
	source, err := generate()
	if err != nil {
		return err
	}
	return os.WriteFile(file, source, 0o644) //nolint:gosec // as all source is
}
