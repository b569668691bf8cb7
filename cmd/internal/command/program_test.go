package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// sing is a command that returns its error.
type sing struct {
	Loud bool
	Song string
	err  error
}

func (s *sing) Declare(p *Parameters) {
	AddSwitch(p, &s.Loud, "loud", "Louder.")
	AddSwitch(p, new(bool), "quiet", "")
	p.Argument(&s.Song, "song", "The song.")
}

func (s *sing) Run(_ context.Context, to Terminal) error {
	if s.Song == "unwatched" {
		to = to.Unwatched()
	}
	fmt.Fprintf(to.Out, "%s %v\x1b[2J\n", s.Song, s.Loud)
	if s.Song == "done" {
		return to.Done("the song is sung\n", s.err)
	}
	return s.err
}

// choir is a program whose commands are below one without a runner.
func choir(example string, err error) *Program {
	return &Program{
		Name: "choir", Variables: "CHOIR_", Example: example, ExitCode: func(error) int { return 7 },
		Build: func(t Tree) Node {
			root := t.Root("choir sings.", nil)
			songs := t.Add(root, "songs", "Songs.", nil)
			t.Add(songs, "sing", "Sing.", &sing{err: err})
			t.AddVersion(root)
			return root
		},
	}
}

// TestProgram: commands below a command without a runner, exit codes, hints, and characters that act on a terminal.
func TestProgram(t *testing.T) {
	for _, c := range []struct {
		args       string
		err        error
		code       int
		out, wrong string
	}{
		{"songs sing a --loud", nil, ExitOK, "a true\\u001b[2J\n", ""},
		{"songs sing a", errors.New("tourney: it: mockserver: \x07hoarse"), 7, "a false\\u001b[2J\n", "choir: it: \\u0007hoarse\n"},
		{"songs sing a", Usage(errors.New("no song")), ExitUsage, "a false\\u001b[2J\n",
			"choir: no song\nSee choir songs sing --help.\n"},
		{"songs sign a", nil, ExitUsage, "",
			"choir: unknown command sign, did you mean \"sing\"?\nSee choir songs --help for the commands.\n"},
		{"sogns", nil, ExitUsage, "",
			"choir: unknown command sogns, did you mean \"songs\"?\nSee choir --help for the commands.\n"},
		{"songs sign --loud", nil, ExitUsage, "",
			"choir: unknown command sign, did you mean \"sing\"?\nSee choir songs --help for the commands.\n"},
		{"dance --loud=no", nil, ExitUsage, "", "choir: unknown command dance\nSee choir --help for the commands.\n"},
		{"songs --loud", nil, ExitUsage, "",
			"choir: --loud is a flag of a command, and no command is named\nSee choir songs --help for the commands.\n"},
		{"--loud songs sing a", nil, ExitOK, "a true", ""},
		{"--lout songs sing a", nil, ExitUsage, "",
			"choir: unknown flag --lout, did you mean \"--loud\"?\nSee choir songs sing --help.\n"},
		{"--pitch high songs sing a", nil, ExitUsage, "", "choir: unknown flag --pitch\nSee choir songs sing --help.\n"},
		{"-- songs", nil, ExitUsage, "", "choir: unexpected argument songs\nSee choir --help.\n"},
		{"", nil, ExitOK, "Usage: choir [<command>]", ""},
		{"help songs", nil, ExitOK, "Usage: choir songs [<command>]", ""},
		{"help songs sing", nil, ExitOK, "Usage: choir songs sing <song>", ""},
		{"help sogns", nil, ExitUsage, "",
			"choir: unknown command sogns, did you mean \"songs\"?\nSee choir --help for the commands.\n"},
		{"songs", nil, ExitOK, "Usage: choir songs [<command>]", ""},
		{"songs --help", nil, ExitOK, "sing <song>", ""},
		{"songs sing --help", nil, ExitOK, "      --loud    Louder. ($CHOIR_LOUD)\n      --quiet   ($CHOIR_QUIET)\n", ""},
		{"--version", nil, ExitOK, "choir ", ""},
	} {
		var out, errs bytes.Buffer
		code := choir("", c.err).Run(t.Context(), strings.Fields(c.args), Terminal{Out: &out, Errs: &errs})
		require.Equal(t, c.code, code, c.args)
		require.Contains(t, out.String(), c.out)
		require.Equal(t, c.wrong, errs.String(), c.args)
	}
}

// pipe is an output whose reader went away.
type pipe struct{}

func (pipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// TestNobodyReads: a command that looks at no failure of its output fails all the same, without a word. One that has
// done what it should says so, unless it does not watch its output. Where nobody reads the errors, nothing changes.
func TestNobodyReads(t *testing.T) {
	for args, want := range map[string]struct {
		err  error
		code int
		says string
	}{
		"songs sing a":         {nil, ExitPipe, ""},
		"songs sing done":      {nil, ExitDone, "choir: the song is sung , but the output failed: broken pipe\n"},
		"songs sing unwatched": {nil, ExitOK, ""},
		"songs sing it --loud": {errors.New("hoarse"), 7, "choir: hoarse\n"},
		"songs sing --help":    {nil, ExitPipe, ""},
		"songs sing a b":       {nil, ExitUsage, "choir: unexpected argument b\nSee choir songs sing --help.\n"},
	} {
		var errs bytes.Buffer
		require.Equal(t, want.code, choir("", want.err).Run(t.Context(), strings.Fields(args), Terminal{Out: pipe{}, Errs: &errs}), args)
		require.Equal(t, want.says, errs.String(), args)
		require.Equal(t, want.code, choir("", want.err).Run(t.Context(), strings.Fields(args), Terminal{Out: pipe{}, Errs: pipe{}}), args)
	}
}

// TestVariablesOfOthers: a program whose name is a common word leaves variables of others alone, and finds misspelled
// ones of its own.
func TestVariablesOfOthers(t *testing.T) {
	for name, wrong := range map[string]string{
		"CHOIR_LOUDD": "there is no variable CHOIR_LOUDD: the nearest is CHOIR_LOUD", "CHOIR_LODU": "the nearest is CHOIR_LOUD",
		"CHOIR_LOUDSPEAKER": "", "CHOIR_COLOR": "", "CHOIR_PORT": "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "true")
			var out, errs bytes.Buffer
			code := choir("", nil).Run(t.Context(), []string{"songs", "sing", "a"}, Terminal{Out: &out, Errs: &errs})
			require.Equal(t, wrong != "", code == ExitUsage, errs.String())
			require.Contains(t, errs.String(), wrong)
			code = choir("loud", nil).Run(t.Context(), []string{"songs", "sing", "a"}, Terminal{Out: &out, Errs: &errs})
			require.Equal(t, wrong != "", code == ExitUsage)
			require.Contains(t, errs.String(), cmp.Or(wrong, "choir: the variable "+name+" is ignored"))
			t.Setenv(name, "") // as absent
			errs.Reset()
			require.Zero(t, choir("loud", nil).Run(t.Context(), []string{"songs", "sing", "a"}, Terminal{Out: &out, Errs: &errs}))
			require.Empty(t, errs.String())
		})
	}
}

// TestThePackagesAreNamedOnce: a program prints the errors of the packages behind its own name.
func TestThePackagesAreNamedOnce(t *testing.T) {
	for text, want := range map[string]string{
		"tourney: a": "a", "mockserver: a": "a", "mockserver: tourney: a": "a", "cannot do it: tourney: a": "cannot do it: a",
		"cannot do it: mockserver: a": "cannot do it: a", "plain": "plain",
	} {
		require.Equal(t, want, unprefixed(errors.New(text)))
	}
}
