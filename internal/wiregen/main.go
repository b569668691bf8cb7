// Command wiregen writes two files, for every type that answers hold and as its plan says: generated.go of the root
// package, which stores what is read, and that of internal/answers, which writes it. It is run in the root's folder. See
// decisions 20 and 23.
package main

import (
	"fmt"
	"os"
)

const (
	settersFile = "generated.go"
	writersFile = "internal/answers/generated.go"
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
