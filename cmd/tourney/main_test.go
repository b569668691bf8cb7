package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	keyring.MockInit() // no test touches the keyring of the system
	goleak.VerifyTestMain(m)
}

// prompt is what a run of the program reads and where it prints.
type prompt struct {
	t         *testing.T
	config    string // the file with the hosts
	in        string // what the program reads
	people    bool   // people type what the program reads, and see what it prints
	out, errs bytes.Buffer
}

func newPrompt(t *testing.T) *prompt {
	t.Helper()
	return &prompt{t: t, config: filepath.Join(t.TempDir(), "settings", "hosts.json")}
}

// run runs the program, and returns its exit code.
func (p *prompt) run(ctx context.Context, args ...string) int {
	p.t.Helper()
	p.t.Setenv("TOURNEY_CONFIG", p.config)
	p.out.Reset()
	p.errs.Reset()
	to := command.Terminal{In: strings.NewReader(p.in), Out: &p.out, Errs: &p.errs}
	to.People.In, to.People.Out, to.People.Errs = p.people, p.people, p.people
	return newProgram().Run(ctx, args, to)
}

// want runs the program, requires an exit code, and returns what the program printed.
func (p *prompt) want(code int, args ...string) (out, errs string) {
	p.t.Helper()
	got := p.run(p.t.Context(), args...)
	require.Equal(p.t, code, got, "%q printed:\n%s%s", args, p.out.String(), p.errs.String())
	return p.out.String(), p.errs.String()
}

// writeHosts writes the file with the hosts.
func (p *prompt) writeHosts(text string) {
	p.t.Helper()
	require.NoError(p.t, os.MkdirAll(filepath.Dir(p.config), 0o700))
	require.NoError(p.t, os.WriteFile(p.config, []byte(text), 0o600))
}

// opens is a command that opens a client of the host that the flags name.
type opens struct {
	connection
	url string
}

func (o *opens) Run(ctx context.Context, _ command.Terminal) error {
	client, err := o.open(ctx)
	if err == nil {
		o.url = client.BaseURL()
	}
	return err
}

// setAll sets variables of the program, such as HOST=cup for TOURNEY_HOST.
func setAll(t *testing.T, variables string) {
	t.Helper()
	for variable := range strings.FieldsSeq(variables) {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv("TOURNEY_"+name, value)
	}
}

// process returns a run of the program in a process of its own.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	run := exec.CommandContext(context.WithoutCancel(t.Context()), self, args...)
	run.Env = append(os.Environ(), asProgram+"=1")
	return run
}
