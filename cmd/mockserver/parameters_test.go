package main

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// given is what a command got.
type given struct {
	Text   string
	List   []string
	Switch bool
	Admin  bool
	Number *int
	Time   time.Duration
	Rate   *rate
	Name   string
}

// read reads arguments and then variables into a command that has flags of each kind.
func read(args []string, variables ...string) (given, error) {
	g := given{Text: "default", List: []string{"one", "two"}, Admin: true}
	p := &parameters{flags: pflag.NewFlagSet("", pflag.ContinueOnError), typed: args}
	p.flags.SetOutput(io.Discard)
	add(p, &g.Text, "text", "TEXT", text, "")
	addList(p, &g.List, "list", "NAME", "")
	addSwitch(p, &g.Switch, "switch", "")
	addSwitches(p, &g.Admin, "admin", boolean, "")
	add(p, &g.Number, "number", "N", optional(number[int]), "")
	add(p, &g.Time, "time", "DURATION", duration, "").unbound = true
	add(p, &g.Rate, "rate", "RATE", optional(rateOf), "")
	p.argument(&g.Name, "name", "")
	p.arguments[0].optional = true
	if err := p.flags.Parse(args); err != nil {
		return g, mistake(p.flags, err)
	}
	if err := p.take(nil, p.flags.Args()); err != nil {
		return g, err
	}
	return g, environmentOf(variables).set(p.flags)
}

func TestParameters(t *testing.T) {
	for name, c := range map[string]struct {
		args, variables []string
		want            given
	}{
		"nothing": {nil, nil, given{Text: "default", List: []string{"one", "two"}, Admin: true}},
		"flags": {
			[]string{"--text=a", "--list", "b", "n", "--list=c", "--switch", "--no-admin", "--number", "-1", "--time=-2h"},
			nil, given{"a", []string{"b", "c"}, true, false, new(-1), -2 * time.Hour, nil, "n"},
		},
		"switches with values": {
			[]string{"--switch=no", "--admin=0", "--rate", "5/1m"}, nil,
			given{Text: "default", List: []string{"one", "two"}, Rate: &rate{5, time.Minute}},
		},
		"not off": {[]string{"--no-admin=false"}, nil, given{Text: "default", List: []string{"one", "two"}, Admin: true}},
		"commas": {
			[]string{"--list", `a,b\,c`, "--list", "d,"}, nil,
			given{Text: "default", List: []string{"a", "b,c", "d"}, Admin: true},
		},
		"a value that begins with a dash": {
			[]string{"--text=-x", "--", "-y"}, nil,
			given{Text: "-x", List: []string{"one", "two"}, Admin: true, Name: "-y"},
		},
		"variables": {
			nil, []string{
				"MOCKSERVER_TEXT=-x", `MOCKSERVER_LIST=a\,b,c`, "MOCKSERVER_ADMIN=FALSE", "MOCKSERVER_NUMBER=0x10",
				"MOCKSERVER_TIME=not read", "HOME=/",
			},
			given{Text: "-x", List: []string{"a,b", "c"}, Number: new(16)},
		},
		"empty variables": {
			nil, []string{"MOCKSERVER_TEXT=", "MOCKSERVER_LIST=", "MOCKSERVER_SWITCH=", "MOCKSERVER_ADMIN="},
			given{Text: "default", List: []string{"one", "two"}, Admin: true},
		},
		"a flag wins": {
			[]string{"--text", "a", "--no-admin", "--list=b"},
			[]string{"MOCKSERVER_TEXT=c", "MOCKSERVER_ADMIN=maybe", "MOCKSERVER_LIST=d"},
			given{Text: "a", List: []string{"b"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := read(c.args, c.variables...)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(c.want, got, cmp.AllowUnexported(rate{})))
		})
	}
}

// TestMistakesOfParameters: an error names the flag, and repeats no text that can be a secret.
func TestMistakesOfParameters(t *testing.T) {
	for arguments, want := range map[string]string{
		"--text":                    "--text: expected a value, found none",
		"--text --switch":           "--text: expected a value, found a flag: write --text=… for a value that begins with a dash",
		"--text -secret":            "--text: expected a value, found a flag: write --text=… for a value that begins with a dash",
		"--list -s":                 "--list: expected a value, found a flag: write --list=… for a value that begins with a dash",
		"--text a --text=b":         "--text is given twice: it has one value",
		"--admin --no-admin":        "--admin is given twice: it has one value",
		"--switch --switch=no":      "--switch is given twice: it has one value",
		"--list a --list=":          "--list is empty: give a value, or leave the flag out",
		"--switch=maybe":            `--switch: expected true, 1, yes, false, 0 or no, found "maybe"`,
		"--no-admin=maybe":          `--no-admin: expected true, 1, yes, false, 0 or no, found "maybe"`,
		"--number 1e3":              `--number: expected a whole number, found "1e3"`,
		"--txet=secret":             `unknown flag --txet, did you mean "--text"?`,
		"--no-admn":                 `unknown flag --no-admn, did you mean "--no-admin"?`,
		"--elsewhere=secret":        "unknown flag --elsewhere",
		"-text=secret":              "unknown flag -text",
		"--=secret":                 "unknown flag --",
		"a b":                       "unexpected argument b",
		"--text=a --time --text=b ": `--time: expected a duration such as 90s or 2h, found "--text=b"`,
	} {
		_, err := read(strings.Fields(arguments))
		require.EqualError(t, err, want, arguments)
	}
	for variable, want := range map[string]string{
		"MOCKSERVER_NUMBER=x": `--number: expected a whole number, found "x" (from the variable MOCKSERVER_NUMBER)`,
		"MOCKSERVER_SWITCH=2": `--switch: expected true, 1, yes, false, 0 or no, found "2" (from the variable MOCKSERVER_SWITCH)`,
	} {
		_, err := read(nil, variable)
		require.EqualError(t, err, want, variable)
	}
}

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
		chosen, err := parse(strings.Fields(arguments), terminal{io.Discard, io.Discard})
		require.NoError(t, err, arguments)
		require.Equal(t, want, chosen.CommandPath(), arguments)
	}
	for arguments, want := range map[string]string{
		"serv":                            `unexpected argument serv, did you mean "serve"?`,
		"serve reset":                     "unexpected argument reset",
		"snapshot restor":                 `unexpected argument restor, did you mean "restore"?`,
		"snapshot restore":                "expected an argument <name>, found none",
		"snapshot forget -- a b --strict": "unexpected argument b",
		"help":                            "unexpected argument help",
		"completion":                      "unexpected argument completion",
		"__complete":                      "unexpected argument __complete",
		"--fault":                         "unknown flag --fault",
		"serve --help=maybe":              "--help takes no value",
	} {
		_, err := parse(strings.Fields(arguments), terminal{io.Discard, io.Discard})
		require.EqualError(t, err, want, arguments)
	}
}

// TestHintHasNoSecret: the hint about two dashes leaves out what stands behind the flag.
func TestHintHasNoSecret(t *testing.T) {
	code, _, errs := runToEnd(t, "-password=open-sesame")
	require.Equal(t, exitUsage, code)
	require.Equal(t, "mockserver: unknown flag -password\n"+
		"Flags have two dashes: --password. mockserver serve --help explains every flag.\n", errs)
}

// TestHelpOfEveryCommand: each command has its help, which fits the terminal, also beside wrong variables.
func TestHelpOfEveryCommand(t *testing.T) {
	t.Setenv("MOCKSERVER_SEED", "many")
	for _, columns := range []string{"60", "100"} {
		t.Setenv("COLUMNS", columns)
		for command, says := range map[string]string{
			"":                  "Commands:\n  serve      Serve until the program is",
			"serve":             "\n  -h, --help                   Print this help.\n      --variant=NAME           The",
			"scenarios":         "Usage: mockserver scenarios\n",
			"variants":          "Usage: mockserver variants\n",
			"version":           "Usage: mockserver version\n",
			"reset":             "      --seed=N               With --scenario: ",
			"fault":             "  add <rule>   Add a rule in JSON",
			"fault list":        "Usage: mockserver fault list [flags]\n",
			"fault add":         "Arguments:\n  <rule>  A rule, such as",
			"fault remove":      "  <id>  The id of the rule, such as f1.\n",
			"fault clear":       "Remove all rules.\n",
			"snapshot":          "  keep [<name>]    Keep the rows",
			"snapshot list":     "Usage: mockserver snapshot list [flags]\n",
			"snapshot keep":     "Usage: mockserver snapshot keep [<name>] [flags]\n",
			"snapshot restore":  "  <name>  The name of the snapshot.\n",
			"snapshot forget":   "Usage: mockserver snapshot forget <name> [flags]\n",
			"snapshot remember": "Usage: mockserver snapshot remember <name> [flags]\n",
			"requests":          "      --failed            Only those with a status",
			"clock":             "      --set=TIME          Set the clock to a time",
		} {
			for _, flag := range []string{"-h", "--help"} {
				code, out, errs := runToEnd(t, append(strings.Fields(command), flag)...)
				require.Equal(t, exitOK, code, "%s: %s", command, errs)
				require.Contains(t, out, says)
				width := map[string]int{"60": 60, "100": 100}[columns]
				for line := range strings.Lines(out) {
					fits := len(line)-1 <= width || len(strings.Fields(line)) == 1 // a rule is one word
					require.True(t, fits, "%s has the line %s", command, line)
				}
			}
		}
	}
}

// TestWidthOfTheHelp: the help keeps to widths that are easy to read.
func TestWidthOfTheHelp(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "0": 80, "-5": 80, "x": 80, "20": 50, "100": 100, "300": 120} {
		t.Setenv("COLUMNS", columns)
		require.Equal(t, want, widthOf(io.Discard), columns)
	}
	t.Setenv("COLUMNS", "")
	file, err := os.Open(os.DevNull)
	require.NoError(t, err)
	require.Equal(t, usualWidth, widthOf(file), "it is no terminal")
	require.NoError(t, file.Close())
}
