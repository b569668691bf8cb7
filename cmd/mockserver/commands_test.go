package main

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestCommandsAreFound: flags stand before and behind the name of a command, and a wrong name gets the nearest one.
func TestCommandsAreFound(t *testing.T) {
	for arguments, want := range map[string]string{
		"":                               "mockserver",
		"--strict --variant reset":       "mockserver",
		"--strict serve --seed 3":        "mockserver serve",
		"serve --seed 3":                 "mockserver serve",
		"--url http://x reset":           "mockserver reset",
		"fault --url http://x":           "mockserver fault",
		"fault --url http://x add {}":    "mockserver fault add",
		"snapshot keep keep":             "mockserver snapshot keep",
		"snapshot keep --session forget": "mockserver snapshot keep",
	} {
		chosen, err := newProgram().Parse(t.Context(), strings.Fields(arguments), command.Terminal{Out: io.Discard, Errs: io.Discard})
		require.NoError(t, err, arguments)
		require.Equal(t, want, chosen.CommandPath(), arguments)
	}
	for arguments, want := range map[string]string{
		"serv":                            `unknown command serv, did you mean "serve"?`,
		"serve reset":                     "unexpected argument reset",
		"snapshot restor":                 `unknown command restor, did you mean "restore"?`,
		"snapshot restore":                "expected an argument <name>, found none",
		"snapshot forget -- a b --strict": "unexpected argument b",
		"completion":                      "unknown command completion",
		"__complete":                      "unknown command __complete",
		"--fault":                         "unknown flag --fault",
		"reste --url U":                   `unknown command reste, did you mean "reset"?`,
		"--url U --failed requets":        `unknown command requets, did you mean "requests"?`,
		"fault ad --url U":                `unknown command ad, did you mean "add"?`,
		"serve --help=maybe":              "--help takes no value",
	} {
		_, err := newProgram().Parse(t.Context(), strings.Fields(arguments), command.Terminal{Out: io.Discard, Errs: io.Discard})
		require.EqualError(t, err, want, arguments)
	}
}

// TestHelpOfEveryCommand: each command has its help, which fits the terminal, also beside wrong variables.
func TestHelpOfEveryCommand(t *testing.T) {
	_, out, _ := runToEnd(t, "serve", "--help")
	flags := reflect.TypeFor[serveFlags]().NumField()
	require.Equal(t, flags, strings.Count(out, "($MOCKSERVER_"), "each flag is also an environment variable")
	t.Setenv("MOCKSERVER_SEED", "many")
	for _, columns := range []string{"80", "100"} {
		t.Setenv("COLUMNS", columns)
		for args, says := range map[string]string{
			"":                 "Commands:\n  serve      Serve until the program is",
			"serve":            "\n  -h, --help                          Print this help.\n      --variant NAME                  The",
			"scenarios":        "Usage: mockserver scenarios [flags]\n",
			"variants":         "Usage: mockserver variants [flags]\n",
			"version":          "Usage: mockserver version [flags]\n",
			"reset":            "      --seed N                With --scenario: ",
			"fault":            "  add <rule>   Add a rule in JSON",
			"fault list":       "Usage: mockserver fault list [flags]\n",
			"fault add":        "<rule>: A rule, such as",
			"fault remove":     "<id>: The id of the rule, such as f1.\n",
			"fault clear":      "Remove all rules.\n",
			"snapshot":         "  keep [<name>]   Keep the rows",
			"snapshot list":    "Usage: mockserver snapshot list [flags]\n",
			"snapshot keep":    "Usage: mockserver snapshot keep [<name>] [flags]\n",
			"snapshot restore": "<name>: The name of the snapshot.\n",
			"snapshot forget":  "Usage: mockserver snapshot forget <name> [flags]\n",
			"requests":         "      --failed             Only those with a status",
			"health":           "      --listen [NAME=]HOST:PORT,...",
			"clock":            "      --set TIME           Set the clock to a time",
		} {
			for _, flag := range []string{"-h", "--help"} {
				code, out, errs := runToEnd(t, append(strings.Fields(args), flag)...)
				require.Equal(t, command.ExitOK, code, "%s: %s", args, errs)
				require.Contains(t, out, says)
				width := map[string]int{"80": 80, "100": 100}[columns]
				for line := range strings.Lines(out) {
					fits := len(line)-1 <= width || strings.Contains(line, exampleRule)
					require.True(t, fits, "%s has the line %s", args, line)
				}
			}
		}
	}
}
