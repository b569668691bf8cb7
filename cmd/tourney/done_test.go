package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

// writes are the arguments of every operation that writes, without those about the host.
var writes = map[string]string{
	"Teams.Create":          "teams create --name=A",
	"Teams.Update":          "teams update 4001 --name=A",
	"Divisions.Create":      "divisions create --body=divisions-create/rugby.request.json",
	"Divisions.Update":      "divisions update 2001 --name=A",
	"Games.Update":          "games update 7016 --homescore=3",
	"Standings.Update":      "standings update --body=standings-update/multi-sport.request.json",
	"Statistics.Update":     "statistics update --body=statistics-update/multi-sport.request.json",
	"Registration.Register": "registration register --body=register/lacrosse.request.json",
	"Payments.Pay":          "payments pay --body=payments/hockey.request.json",
}

// failing is an output that fails after some bytes.
type failing struct {
	io.Writer

	err   error
	after int
	then  func()
}

// Write writes nothing after the bytes.
func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after >= 0 || f.err == nil {
		f.then()
		return f.Writer.Write(p)
	}
	return 0, f.err
}

// TestAWriteThatIsDone: its exit code says so in whatever way its output fails, and a line on stderr has its id.
func TestAWriteThatIsDone(t *testing.T) {
	const number = "4111111111111111"
	formats := map[string]string{
		"json": answering(t, "application/json", `{"Id":77,"TeamId":77,"TransactionId":"TX `+number+`\u001b[2J"}`),
		"xml": answering(t, "application/xml",
			`<Response><Id>77</Id><TeamId>77</TeamId><TransactionId>TX `+number+`</TransactionId></Response>`),
	}
	type way struct {
		flags  string
		people bool
		out    failing
		ended  bool // an interrupt comes with the first bytes
	}
	full, gone := failing{err: syscall.ENOSPC}, failing{err: syscall.EPIPE}
	ways := map[string]way{
		"a full disk":          {out: full},
		"a full disk, later":   {flags: "--jq .|range(9)", out: failing{err: syscall.ENOSPC, after: 4}},
		"a reader that went":   {out: gone},
		"raw":                  {flags: "--raw", out: gone},
		"raw, on a full disk":  {flags: "--raw", out: full},
		"on a terminal":        {people: true, out: failing{err: syscall.EIO}},
		"raw, on a terminal":   {people: true, flags: "--raw", out: failing{err: syscall.EIO}},
		"JSON, on a terminal":  {people: true, flags: "--json", out: failing{err: syscall.EIO}},
		"a wrong index":        {flags: "--jq .|keys|.x"},
		"a wrong index, later": {flags: "--jq 1,(.|keys|.x)"},
		"an error":             {flags: "--jq error(.)"},
		"null as an error":     {flags: "--jq error(null)"},
		"halt_error":           {flags: "--jq halt_error"},
		"a wrong pattern":      {flags: `--jq "x"|test("[")`},
		"an interrupt":         {flags: "--jq repeat(1)", ended: true},
		"one without results":  {flags: "--jq 1,last(repeat(1))", ended: true},
	}
	for _, op := range contract.Operations() {
		if op.Class == contract.Read || op.Class == contract.Login {
			continue
		}
		require.Contains(t, writes, op.ID)
		for format, url := range formats {
			for name, w := range ways {
				t.Run(op.ID+"/"+format+"/"+name, func(t *testing.T) {
					t.Setenv("TOURNEY_CONFIG", filepath.Join(t.TempDir(), "hosts.json"))
					ctx, interrupt := context.WithCancel(t.Context())
					defer interrupt()
					w.out.Writer, w.out.then = io.Discard, func() {}
					if w.ended {
						w.out.then = interrupt
					}
					var errs strings.Builder
					to := command.Terminal{In: strings.NewReader(""), Out: &w.out, Errs: &errs}
					to.People.Out = w.people
					code := newProgram().Run(ctx, slices.Concat(argsOf(op.ID), strings.Fields(w.flags),
						[]string{"--yes", "--url=" + url, "--format=" + format}), to)
					require.Equal(t, command.ExitDone, code, errs.String())
					lines := strings.Split(errs.String(), "\ntourney: ")
					last := lines[len(lines)-1]
					require.Contains(t, last, op.ID+" is done: ")
					require.Contains(t, last, ", but the output failed: ")
					switch op.Result {
					case "":
					case "TransactionId":
						require.Contains(t, last, "TransactionId TX [redacted]")
					default:
						require.Contains(t, last, op.Result+" 77")
					}
					require.NotContains(t, errs.String(), number)
					require.NotContains(t, errs.String(), "\x1b")
				})
			}
		}
	}
}

// argsOf returns the arguments of an operation that writes.
func argsOf(id string) []string {
	args := strings.Fields(strings.ReplaceAll(writes[id], "--body=", "--body=../../testdata/wire/"))
	for _, arg := range args {
		if _, file, found := strings.Cut(arg, "testdata/wire/"); found {
			variant, _, _ := strings.Cut(filepath.Base(file), ".")
			return append(args, "--variant="+variant)
		}
	}
	return append(args, "--variant=soccer")
}

// TestFiltersAreReadFirst: what is no filter of jq, or needs what this program has not, sends nothing.
func TestFiltersAreReadFirst(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock(mockserver.Scenario("empty"))
	for _, filter := range []string{
		".[", "nothing", "$undefined", "input", "inputs", `import "a" as a; 1`, `include "a"; 1`, "f(1)", "{(1)",
		"break $out", ".a as [$x] ?// {$y} | $z", `"\(`, "get_search_list",
	} {
		_, errs := p.want(command.ExitUsage, "teams", "create", "--name=A", "--yes", "--jq", filter)
		require.Contains(t, errs, "--jq", filter)
	}
	require.Empty(t, srv.Teams.All())
}

// TestAReadThatIsNotPrinted: a read whose output fails has done nothing.
func TestAReadThatIsNotPrinted(t *testing.T) {
	p := newPrompt(t)
	p.mock()
	for err, code := range map[error]int{syscall.EPIPE: command.ExitPipe, syscall.ENOSPC: command.ExitFailed} {
		for _, args := range []string{
			"teams list --event 1001", "teams list --event 1001 --all --ndjson", "teams get 4001 --raw", "teams get 4001 --jq .Name",
			"raw GET /api/v1/venues", "hosts --help", "--help", "version", "completion bash",
		} {
			var errs strings.Builder
			to := command.Terminal{In: strings.NewReader(""), Out: &failing{err: err, then: func() {}}, Errs: &errs}
			require.Equal(t, code, newProgram().Run(t.Context(), strings.Fields(args), to), args)
			require.Equal(t, code == command.ExitPipe, errs.Len() == 0, "%s: %s", args, errs.String())
		}
	}
}

// TestALoginThatIsNotPrinted: the keys are stored.
func TestALoginThatIsNotPrinted(t *testing.T) {
	p := newPrompt(t)
	srv := p.mock()
	t.Setenv("TOURNEY_CONFIG", p.config)
	var errs strings.Builder
	to := command.Terminal{In: strings.NewReader(mockserver.DefaultPassword), Out: &failing{err: syscall.EPIPE, then: func() {}}, Errs: &errs}
	args := []string{"login", "--host=cup", "--username", mockserver.DefaultUsername, "--url", srv.URL()}
	require.Equal(t, command.ExitDone, newProgram().Run(t.Context(), args, to), errs.String())
	require.Contains(t, errs.String(), "the login is done, and the keys are in the keyring, but the output failed")
	file := filepath.Join(t.TempDir(), "event.json")
	args = []string{"import", "--url", srv.URL(), "--event=1001", "--rate=1000/s", "--out", file}
	require.Equal(t, command.ExitDone, newProgram().Run(t.Context(), args, to), errs.String())
	require.Contains(t, errs.String(), "the event is in "+file)
	_, err := os.Stat(file)
	require.NoError(t, err)
}
