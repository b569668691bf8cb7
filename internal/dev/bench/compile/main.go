// Command compile shows what the packages of the core cost to compile, beside the packages of the standard library
// below them. It builds with empty caches, so it takes minutes. Run it in the root of the repository.
//
// The first ratio is what everyone feels who imports the mock: one cold go build ./mockserver. The second one is what
// everyone feels who clones the repository: one cold go test ./..., with the tests, beside the same packages of the
// standard library.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const module = "github.com/tourney-go/tourney"

// action is a step of a build in the graph that the go command writes.
type action struct {
	Mode, Package   string
	CmdUser, CmdSys time.Duration
}

// costs are seconds of CPU.
type costs struct {
	ours, others, standard time.Duration
	largest                []action
}

func main() {
	tests := flag.Bool("tests", true, "also run all tests of the core with an empty cache")
	most := flag.Int("most", 10, "how many packages to list")
	flag.Parse()
	if err := run(os.Stdout, *tests, *most); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(to io.Writer, tests bool, most int) error {
	folder, err := os.MkdirTemp("", "compile")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	graph := filepath.Join(folder, "graph.json")
	if _, err := cold(folder, "build", "-debug-actiongraph="+graph, "./mockserver"); err != nil {
		return err
	}
	of, err := read(graph)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(to, "go build ./mockserver: ours %.1f s, others %.1f s, standard library %.1f s of CPU\n",
		of.ours.Seconds(), of.others.Seconds(), of.standard.Seconds())
	_, _ = fmt.Fprintf(to, "ours : standard library = %.2f\n", of.ours.Seconds()/of.standard.Seconds())
	for _, a := range of.largest[:min(most, len(of.largest))] {
		_, _ = fmt.Fprintf(to, "  %5.2f s  %s\n", (a.CmdUser + a.CmdSys).Seconds(), a.Package)
	}
	if !tests {
		return nil
	}
	all, err := cold(folder, "test", "./...")
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(to, "go test ./...: %.1f s of CPU\n", all.Seconds())
	_, _ = fmt.Fprintf(to, "all : standard library of the build = %.1f\n", all.Seconds()/of.standard.Seconds())
	return nil
}

// cold runs the go command with an empty cache, and returns the CPU time of the command and of all that it ran.
func cold(folder string, args ...string) (time.Duration, error) {
	cache, err := os.MkdirTemp(folder, "cache")
	if err != nil {
		return 0, err
	}
	command := exec.CommandContext(context.Background(), "go", args...) //nolint:gosec // the arguments are ours
	command.Env = append(os.Environ(), "GOCACHE="+cache)
	if said, err := command.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, said)
	}
	return command.ProcessState.UserTime() + command.ProcessState.SystemTime(), os.RemoveAll(cache)
}

// read adds up what the compilations of a graph cost.
func read(graph string) (of costs, err error) {
	data, err := os.ReadFile(graph) //nolint:gosec // it is in a folder of ours
	if err != nil {
		return of, err
	}
	var actions []action
	if err := json.Unmarshal(data, &actions); err != nil {
		return of, err
	}
	for _, a := range actions {
		if a.Mode != "build" {
			continue
		}
		first, _, _ := strings.Cut(a.Package, "/")
		switch cost := a.CmdUser + a.CmdSys; {
		case a.Package == module || strings.HasPrefix(a.Package, module+"/"):
			of.ours += cost
			of.largest = append(of.largest, a)
		case strings.Contains(first, "."):
			of.others += cost
		default:
			of.standard += cost
		}
	}
	slices.SortFunc(of.largest, func(a, b action) int { return int(b.CmdUser + b.CmdSys - a.CmdUser - a.CmdSys) })
	return of, nil
}
