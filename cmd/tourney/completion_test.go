package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestCompletion: shells complete commands, flags and values, also behind other flags.
func TestCompletion(t *testing.T) {
	p := newPrompt(t)
	p.writeHosts(`{"hosts":{"cup":{"url":"http://a.example"},"league":{"url":"http://b.example"}}}`)
	t.Setenv("TOURNEY_CONFIG", p.config)
	pipe := filepath.Join(t.TempDir(), "none")
	for args, want := range map[string]string{
		"te":                    "teams\tOperations of teams.\n:4",
		"help te":               "teams\tOperations of teams.\n:4",
		"--url U te":            "teams\tOperations of teams.\n:4",
		"--host ":               "cup\nleague\n:4",
		"--variant=so":          "softball\nsoccer\n:4",
		"teams --event 1 li":    "list\tThe operation Teams.List (section 4.3).\n:4",
		"teams --event 1 --sta": "--status\tOnly this event status; such as none, active, inactive, waitinglist.\n:4",
		"teams --status a":      "active\n:4",
		"statistics leaders --url U --variant soccer --categories Goals,Sa": "Goals,Saves\n:4",
		"statistics leaders --url U --variant basketball --categories p":    "ppg\n:4",
		"games list --timezone U":                  "UTC\n:4",
		"diff --start-date ":                       "today\nfixed\n:4",
		"teams l":                                  "list\tThe operation Teams.List (section 4.3).\n:4",
		"--plain-http --url U teams l":             "list\tThe operation Teams.List (section 4.3).\n:4",
		"teams lst ":                               ":4",
		"teams list --ev":                          "--event\tTeams of this event.\n:4",
		"teams list --event 1 --ev":                ":4",
		"teams list --event 1 --sta":               "--status\tOnly this event status; such as none, active, inactive, waitinglist.\n:4",
		"teams list --status ":                     "none\nactive\ninactive\nwaitinglist\n:4",
		"teams list --status=w":                    "waitinglist\n:4",
		"teams create --gender fe":                 "female\n:4",
		"teams list --paid=":                       "true\nfalse\n:4",
		"teams list --include players,co":          "players,coaches\n:4",
		"teams list --host ":                       "cup\nleague\n:4",
		"teams list --config " + pipe + " --host ": ":4",
		"logout --host l":                          "league\n:4",
		"teams list --variant so":                  "softball\nsoccer\n:4",
		"diff --scenario mid":                      "mid-tournament\n:4",
		"games list --format ":                     "json\nxml\n:4",
		"standings get --display P":                "Pool\n:4",
		"games update 1 --homewonby ":              "Forfeit\n:4",
		"payments pay --payment.creditcardtype V":  "Visa\n:4",
		"completion z":                             "zsh\n:4",
		"teams create --body ":                     ":0",
		"replay ":                                  ":0",
	} {
		var out bytes.Buffer
		newProgram().Complete(strings.Split(args, " "), &out)
		require.Equal(t, want+"\n", out.String(), args)
	}
	for shell, says := range map[string]string{
		"bash": "__start_tourney()", "zsh": "#compdef tourney", "fish": "complete -c tourney",
		"powershell": "Register-ArgumentCompleter -CommandName 'tourney'",
	} {
		out, _ := p.want(command.ExitOK, "completion", shell)
		require.Contains(t, out, says)
	}
	p.want(command.ExitOK, "completion", "--help")
}

// TestBash: the script completes in a bash that has not loaded the package bash-completion.
func TestBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.Symlink(self, filepath.Join(folder, "tourney")))
	const script = `
compopt() { :; } # it works in a terminal alone
source <(tourney completion bash)
try() { COMP_WORDS=("$@") COMP_CWORD=$(($#-1)) COMP_TYPE=9 COMPREPLY=(); __start_tourney; echo "${COMPREPLY[*]}"; }
try tourney te
try tourney teams list --status = ""
try tourney teams list --status = act
try tourney teams list --url http : //x --inc
try tourney teams list --variant so
`
	c := exec.CommandContext(t.Context(), bash, "--noprofile", "--norc", "-c", script)
	c.Env = append(os.Environ(), asProgram+"=yes", "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "teams\nnone active inactive waitinglist\nactive\n--include\nsoftball soccer\n", string(out))
}
