// Command compile shows what the core costs to compile, beside the packages of the standard library below it. It builds
// with empty caches, so it takes minutes. Run it in the root of the repository.
//
// The first ratio is what everyone feels who imports the mock: one cold go build ./mockserver. The second one is what
// everyone feels who clones the repository: one cold go test ./..., with the tests, beside the same packages of the
// standard library.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const module = "github.com/tourney-go/tourney"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	folder, err := os.MkdirTemp("", "compile")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	graph := filepath.Join(folder, "graph.json")
	if _, err := cold(folder, "build", "-debug-actiongraph="+graph, "./mockserver"); err != nil {
		return err
	}
	ours, standard, err := read(graph)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "go build ./mockserver: %.1f s of CPU for the core : %.1f for the standard library = %.2f\n",
		ours.Seconds(), standard.Seconds(), ours.Seconds()/standard.Seconds())
	all, err := cold(folder, "test", "./...")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(os.Stdout, "go test ./...: %.1f s of CPU : %.1f for the standard library of the build = %.1f\n",
		all.Seconds(), standard.Seconds(), all.Seconds()/standard.Seconds())
	return err
}

// cold runs the go command with an empty cache, and returns the CPU time of the command and of all that it ran.
func cold(folder string, args ...string) (time.Duration, error) {
	cache, err := os.MkdirTemp(folder, "cache")
	if err != nil {
		return 0, err
	}
	command := exec.Command("go", args...) //nolint:gosec,noctx // the arguments are ours, and the command ends with it
	command.Env = append(os.Environ(), "GOCACHE="+cache)
	if said, err := command.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, said)
	}
	return command.ProcessState.UserTime() + command.ProcessState.SystemTime(), os.RemoveAll(cache)
}

// read adds up what the compilations of the core and of the standard library cost, by the graph of the go command.
func read(graph string) (ours, standard time.Duration, err error) {
	var steps []struct {
		Mode, Package   string
		CmdUser, CmdSys time.Duration
	}
	data, err := os.ReadFile(graph) //nolint:gosec // it is in a folder of ours
	if err == nil {
		err = json.Unmarshal(data, &steps)
	}
	for _, step := range steps {
		host, _, _ := strings.Cut(step.Package, "/")
		switch {
		case step.Mode != "build":
		case step.Package == module || strings.HasPrefix(step.Package, module+"/"):
			ours += step.CmdUser + step.CmdSys
		case !strings.Contains(host, "."):
			standard += step.CmdUser + step.CmdSys
		}
	}
	return ours, standard, err
}
