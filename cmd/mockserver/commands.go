package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

const about = `mockserver serves the Sports Event Management Interface from memory.

Each flag is also an environment variable: MOCKSERVER_LISTEN for --listen. A
list has commas there. A misspelled variable is refused, and another one that
begins with MOCKSERVER_ is a warning.

The exit code is 0 after an interrupt, 1 when the program cannot listen, and 2
for a wrong flag or a file that it cannot use.`

// commands returns the command serve, which runs when the arguments name no command. All other commands are below it.
func commands(t command.Tree) command.Node {
	serve := &serveCommand{}
	root := t.Root(about, serve)
	t.Add(root, "serve", "Serve until the program is interrupted: the default.", serve)
	t.Add(root, "scenarios", "List the scenarios: the rows to start with.", scenariosCommand{})
	t.Add(root, "variants", "List the variants and the profiles of other sports.", variantsCommand{})
	t.AddVersion(root)

	root.AddGroup(&cobra.Group{ID: running, Title: "A mock that runs:"})
	t.Add(root, "health", "Ask whether a mock answers: the exit code is 0 or 1.", &healthCommand{}).GroupID = running
	t.Add(root, "reset", "Restore the rows and the time of a mock that runs.", &resetCommand{}).GroupID = running

	fault := t.Add(root, "fault", "Make a mock that runs fail.", &request{do: listFaults})
	fault.GroupID = running
	t.Add(fault, "list", "List the rules with their hits: the default.", &request{do: listFaults})
	t.Add(fault, "add", "Add a rule in JSON, and print its id.", &faultAdd{request{
		argument: "rule", about: "A rule, such as " + exampleRule + ": see docs/faults.md.",
	}})
	t.Add(fault, "remove", "Remove a rule.", &request{
		argument: "id", about: "The id of the rule, such as f1.", do: removeFault,
	})
	t.Add(fault, "clear", "Remove all rules.", &request{do: clearFaults})

	snapshot := t.Add(root, "snapshot", "Keep and restore the rows of a mock that runs.", &request{do: listSnapshots})
	snapshot.GroupID = running
	t.Add(snapshot, "list", "List the snapshots: the default.", &request{do: listSnapshots})
	t.Add(snapshot, "keep", "Keep the rows as they are now, and print the name.", &request{
		argument: "name", optional: true, about: "The name. Without it the mock makes one.", do: keepSnapshot,
	})
	const named = "The name of the snapshot."
	t.Add(snapshot, "restore", "Restore the rows of a snapshot.", &request{
		argument: "name", about: named, do: restoreSnapshot,
	})
	t.Add(snapshot, "forget", "Forget a snapshot.", &request{argument: "name", about: named, do: forgetSnapshot})

	t.Add(root, "requests", "Print the requests that a mock that runs has got.", &requestsCommand{}).GroupID = running
	t.Add(root, "clock", "Print or change the time of a mock that runs.", &clockCommand{}).GroupID = running
	mcp := t.Add(root, "mcp", "Let an assistant look at a mock that runs.", mcpCommand{})
	mcp.GroupID, mcp.DisableFlagParsing = running, true
	t.Add(root, "play", "Play the games of a mock while its clock runs.", &playCommand{}).GroupID = running
	return root
}

// running is the group of the commands that send requests to a running mock.
const running = "running"

type scenariosCommand struct{ command.NoParameters }

func (scenariosCommand) Run(_ context.Context, to command.Terminal) error {
	var table command.Table
	for _, scenario := range mockserver.Scenarios() {
		table.Add(scenario.Name, scenario.About)
	}
	return table.Write(to.Out)
}

type variantsCommand struct{ command.NoParameters }

// Run lists the names that --variant accepts.
func (variantsCommand) Run(_ context.Context, to command.Terminal) error {
	_, err := fmt.Fprintf(to.Out, "Variants: %s\nProfiles of other sports: %s\n", variantNames(),
		tourney.Basketball().Name)
	return err
}

func variantNames() string {
	var names []string
	for _, v := range tourney.Variants() {
		names = append(names, string(v))
	}
	return strings.Join(names, ", ")
}
