package command

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
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
	Count  *uint64
	Name   string
}

// read reads arguments and then variables into a command that has flags of each kind.
func read(args []string, variables ...string) (given, error) {
	g := given{Text: "default", List: []string{"one", "two"}, Admin: true}
	program := &Program{Variables: "MOCKSERVER_"}
	p := &Parameters{
		flags: pflag.NewFlagSet("", pflag.ContinueOnError), typed: args, variables: program.Variables,
	}
	p.flags.SetOutput(io.Discard)
	Add(p, &g.Text, "text", "TEXT", Text, "")
	AddList(p, &g.List, "list", "NAME", "")
	AddSwitch(p, &g.Switch, "switch", "")
	AddSwitches(p, &g.Admin, "admin", Boolean, "")
	Add(p, &g.Number, "number", "N", Optional(Number[int]), "")
	Add(p, &g.Time, "time", "DURATION", Duration, "").Unbound = true
	Add(p, &g.Count, "count", "N", Optional(Count), "")
	p.OptionalArgument(&g.Name, "name", "")
	if err := p.flags.Parse(args); err != nil {
		return g, mistake(p.flags, err)
	}
	if err := p.take(&cobra.Command{}, p.flags.Args()); err != nil {
		return g, err
	}
	return g, program.environmentOf(variables).set(p.flags)
}

func TestParameters(t *testing.T) {
	for name, c := range map[string]struct {
		args, variables []string
		want            given
	}{
		"nothing": {nil, nil, given{Text: "default", List: []string{"one", "two"}, Admin: true}},
		"flags": {
			[]string{"--text=a", "--list", "b", "n", "--list=c", "--switch", "--no-admin", "--number", "-010", "--time=-2h"},
			nil, given{"a", []string{"b", "c"}, true, false, new(-10), -2 * time.Hour, nil, "n"},
		},
		"switches with values": {
			[]string{"--switch=no", "--admin=0", "--count", "05"}, nil,
			given{Text: "default", List: []string{"one", "two"}, Count: new(uint64(5))},
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
				"MOCKSERVER_TEXT=-x", `MOCKSERVER_LIST=a\,b,c`, "MOCKSERVER_ADMIN=FALSE", "MOCKSERVER_NUMBER=016",
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
			require.Empty(t, cmp.Diff(c.want, got))
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

		"--number 9223372036854775808": `--number: expected a whole number nearer to zero, found "9223372036854775808"`,
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

func TestWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "0": 80, "-5": 80, "x": 80, "20": 20, "300": 300} {
		t.Setenv("COLUMNS", columns)
		require.Equal(t, want, Terminal{Out: io.Discard}.Width(), columns)
	}
	t.Setenv("COLUMNS", "")
	file, err := os.Open(os.DevNull)
	require.NoError(t, err)
	require.Equal(t, 80, Terminal{Out: file}.Width(), "it is no terminal")
	require.NoError(t, file.Close())
}

// TestEither: a flag that is typed outranks the variables of the other way, unless the other way is typed too.
func TestEither(t *testing.T) {
	all := []string{"P_NAME=n", "P_ADDRESS=a", "P_SPORT=s", "P_FILE=f"}
	for args, want := range map[string]string{
		"":                            "n a s f",
		"--name=x":                    "x - - -",
		"--address=x":                 "- x s f",
		"--sport=x":                   "- a x -",
		"--file=x":                    "- a - x",
		"--address=x --file=y":        "- x - y",
		"--name=x --address=y":        "x y s f",
		"--name=x --sport=y":          "x a y -",
		"--sport=x --file=y":          "- a x y",
		"--name= --address= --sport=": "   -",
	} {
		got := [4]string{"-", "-", "-", "-"}
		p := &Parameters{flags: pflag.NewFlagSet("", pflag.ContinueOnError), variables: "P_"}
		var flags []*Flag
		for i, name := range []string{"name", "address", "sport", "file"} {
			flags = append(flags, Add(p, &got[i], name, "TEXT", Text, ""))
		}
		Either(flags[:1], flags[1:])
		Either(flags[2:3], flags[3:])
		require.NoError(t, p.flags.Parse(strings.Fields(args)))
		require.NoError(t, (&Program{Variables: "P_"}).environmentOf(all).set(p.flags))
		require.Equal(t, want, strings.Join(got[:], " "), args)
	}
}
