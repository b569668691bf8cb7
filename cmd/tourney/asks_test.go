package main

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// TestNothingIsCutInSilence: a page says on stderr that it is not the whole list, in every form and without a terminal.
// People learn that a list is empty.
func TestNothingIsCutInSilence(t *testing.T) {
	page := func(members string) string { return answering(t, "application/json", `{"Teams":{`+members+`}}`) }
	const more = " does not state: --all reads all\n"
	const row = `"Results":[{"Id":1}]`
	p := newPrompt(t)
	for name, c := range map[string]struct {
		answer, flags string
		people        bool
		says          string
	}{
		"the whole list":          {page(row + `,"Page":1,"PageSize":50,"Total":1`), "", false, ""},
		"a page":                  {page(row + `,"Page":1,"PageSize":1,"Total":3`), "", false, "1 of 3: --all reads all\n"},
		"a later page":            {page(row + `,"Page":3,"PageSize":1,"Total":3`), "--page=3", false, "1 of 3: --all reads all\n"},
		"a page behind the end":   {page(`"Results":[],"Page":9,"PageSize":1,"Total":3`), "--page=9", false, "0 of 3: --all reads all\n"},
		"one value":               {page(row + `,"Page":1,"PageSize":1,"Total":3`), "--jq=length", false, "1 of 3: --all reads all\n"},
		"lines":                   {page(row + `,"Page":1,"PageSize":1,"Total":3`), "--ndjson", false, "1 of 3: --all reads all\n"},
		"bytes":                   {page(row + `,"Page":1,"PageSize":1,"Total":3`), "--raw", false, "1 of 3: --all reads all\n"},
		"a table":                 {page(row + `,"Page":1,"PageSize":1,"Total":3`), "", true, "1 of 3: --all reads all\n"},
		"no total":                {page(row + `,"Page":1,"PageSize":1`), "", false, "1 of a number that the host" + more},
		"no total of a last page": {page(row + `,"Page":1,"PageSize":50`), "", false, ""},
		"an empty list":           {page(`"Results":[],"Page":1,"PageSize":50,"Total":0`), "", true, "no teams\n"},
		"an empty whole list":     {page(`"Results":[],"Page":1,"PageSize":50,"Total":0`), "--all", true, "no teams\n"},
		"an empty list in JSON":   {page(`"Results":[],"Page":1,"PageSize":50,"Total":0`), "--json", true, ""},
		"an empty list nowhere":   {page(`"Results":[],"Page":1,"PageSize":50,"Total":0`), "", false, ""},
		"no list":                 {answering(t, "application/json", `{}`), "", true, "the answer has no list\n"},
	} {
		p.people = c.people
		out, errs := p.want(command.ExitOK, strings.Fields("teams list --variant=soccer --url="+c.answer+" "+c.flags)...)
		require.Equal(t, c.says, errs, name)
		require.Equal(t, strings.HasPrefix(c.says, "no ") || name == "no list", out == "", name)
	}
	p.people = true
	_, errs := p.want(command.ExitOK, "venues", "list", "--url="+answering(t, "application/json", `{"Venues":[]}`))
	require.Equal(t, "no venues\n", errs)
}

// TestWrongArguments: the error about a value names its flag, and the path of a member of --body. What is missing has the
// name of its flag, unless there is a --body. A misspelled command is named, whatever flags follow or precede it. Nothing
// is sent.
func TestWrongArguments(t *testing.T) {
	url, last := host404(t)
	p := newPrompt(t)
	local := []string{"completion", "diff", "import", "record", "replay"} // commands that get no --url here
	for args, says := range map[string]string{
		"teams list --division=0":                      `--division must be at least 1, found "0"`,
		"teams list --eventid=x":                       `--event must be an integer, found "x"`,
		"teams list --variant=baseball":                "--event or --division is required",
		"teams list --teams=1,x":                       "--teams must be a list of integers",
		"teams get x":                                  `<id> must be an integer, found "x"`,
		"games update --homescore=1":                   "<id> is required",
		"games update 1 --homescore=eventid":           `--homescore must be a number, found "eventid"`,
		"games update --body={\"HomeScore\":\"1\"}":    "id is required",
		"games update 1 --body={\"HomeScore\":\"x\"}":  "\ntourney: homescore must be a number",
		"games list --date=2026-06-31":                 `--date: expected a day of the calendar as m/d/yyyy or yyyy-mm-dd, found "2026-06-31"`,
		"games list --date=":                           `--date: expected a day`,
		"teams list --status=x":                        "--status: expected none, active, inactive or waitinglist, or a number, found \"x\"\n",
		"standings get --division=1 --display=pol":     `--display: expected a value such as Pool, Division, Event or Bracket, found "pol"`,
		"events list --startdate=1/1/0001":             `--startdate: expected a day`,
		"payments pay":                                 "--team, --division or --event is required\n--payment.price or --payment.amount",
		"payments pay --team=1":                        "\npayment.creditcardnumber is required unless --enablecreditcard is false",
		"standings update --team=1":                    "--teampool is required when --team is given",
		"teams create --name=a --twitterhandle=@twit":  "--twitterhandle must be without the @ sign",
		"teams create --yes":                           "give --name, and --paid or --no-paid (true if absent), or --body '{}'",
		"teams create --yes --paid --event=1 --name= ": "--name is missing",
		"divisions create --dry-run --event=1":         "--name is missing: give --name, and --active or --no-active",
		"registration register --division=1 --yes":     "--name is missing: give --name, and --markaspaid or",
		"teams create --yes --body={\"Nam\":1}":        "--body: Teams.Create has no member nam: the nearest is name",

		"--url U team list":                        `unknown command team, did you mean "teams"?`,
		"teams --no-paid lst --jq length":          `unknown command lst, did you mean "list"?`,
		"--no-such --url U teams list":             "unknown flag --no-such",
		"teams get 4001 --include playrs":          `--include: Teams.Get has no include "playrs": the nearest is Players`,
		"teams get 4001 --include ,players":        `--include: nothing stands before a comma in ",players"`,
		"teams get 4001 --json=maybe":              "--json: expected true, 1, yes, false, 0 or no",
		"teams list --event 1001 --raw --json":     "give one of --json, --ndjson and --raw",
		"teams list --event 1001 --json --ndjson":  "give one of --json, --ndjson and --raw",
		"teams list --event 1001 --raw --all":      "--raw without --jq and --all",
		"teams list --event 1001 --all --page=2":   "give one of --all and --page",
		"teams list --event 1001 --jq=.[":          "--jq: ",
		"teams list --csv --json":                  "give --csv, --ics or --md without --json",
		"games list --csv --ics":                   "give one of --csv and --ics",
		"games list --ics --jq .":                  "give --csv, --ics or --md without",
		"games list --ics --raw":                   "give --csv, --ics or --md without",
		"teams list --bom":                         "--bom belongs to --csv",
		"games list --timezone UTC":                "--timezone and --length belong to --ics",
		"games list --ics --timezone Mars/Olympus": "--timezone: expected a time zone such as Europe/Zurich",
		"games list --ics --length=-5m":            "--length: expected more than 0",
		"standings get --csv":                      "unknown flag --csv",
		"raw GET api/v1/teams":                     "expected a path, such as /api/v1/",
		"check --event 1001 --scratch-event 01001": "--scratch-event: expected another event than 1001",
		"check":                         "--event: expected the id of an event",
		"open --url soccer.example.com": "begin it with",

		"import --url http://127.0.0.1:1":                    "--event: expected the id of an event",
		"import --event=1 --rate=five/s":                     `--rate: expected a number of requests and a time, as in 5/s`,
		"import --event=1 --rate=5/":                         `found "5/"`,
		"import --event=1 --rate=0/s":                        `found "0/s"`,
		"import --event=1 --rate=5/-1s":                      `found "5/-1s"`,
		"record --url https://host.test":                     "--out is missing",
		"record --out x":                                     "no host is known",
		"record --out x --url http://host.test":              "give --plain-http",
		"record --out x --variant soccer":                    "belong to --url",
		"diff x --variant x":                                 `unknown variant or profile "x"`,
		"diff x --url https://host.test":                     "--url: expected a mock on this",
		"diff x --start-date soon":                           "--start-date: expected today, fixed or a day as m/d/yyyy",
		"diff x --start-date today --url http://127.0.0.1:1": "--start-date is for a new mock",
		"replay":          "expected an argument <file>, found",
		"completion":      "expected an argument <shell>, found",
		"completion tcsh": `no shell "tcsh": expected one of bash`,

		`payments pay --yes --body={"Payment":{"creditcardnumber":"4111111111111111"}}`: "--body: payment.creditcardnumber is a secret",
		`payments pay --yes --body={"PAYMENT":{"CreditCardCvv2":"9731"}}`:               "--body: payment.creditcardcvv2 is a secret",
	} {
		words := strings.Fields(args)
		if !slices.Contains(local, words[0]) && !strings.Contains(args, "--url ") {
			words = append(words, "--url="+url)
		}
		_, errs := p.want(command.ExitUsage, words...)
		require.Contains(t, "\n"+errs, says, args)
		require.NotContains(t, errs, "4111111111111111")
		require.NotContains(t, errs, "9731")
	}
	require.Empty(t, last.method)
	for args, want := range map[string]string{
		"games list --date=2026-06-12 --variant=soccer":         "6/12/2026",
		"games list --date=06/12/2026 --variant=soccer":         "6/12/2026",
		`teams create --yes --body={} --name=`:                  "",
		`teams create --yes --body={"Name":"A","DivisionId":7}`: "",
	} {
		p.want(exitRefused, append(strings.Fields(args), "--url="+url)...)
		require.Equal(t, want == "", last.method == http.MethodPost, args)
		if date := last.node.Find("date"); want != "" {
			require.Equal(t, want, date.Text, args)
		}
	}
}

// TestFlagsBeforeTheCommand: flags of a command may stand before its name.
func TestFlagsBeforeTheCommand(t *testing.T) {
	p := newPrompt(t)

	url, last := host404(t)
	p.want(exitRefused, "--url", url, "--all=no", "--variant", "soccer", "teams", "list", "--event", "1")
	require.Equal(t, "/api/v1/teams", last.path)
	p.writeHosts(`{"hosts":{"cup":{"url":"http://a.example"},"league":{"url":"http://b.example"}}}`)
	_, errs := p.want(command.ExitUsage, "teams", "list", "--event=1", "--host=cpu")
	require.Contains(t, errs, `--host: there is no host "cpu": the nearest is cup`)
}

// TestEveryFlagIsExplained: no command has a flag without a text, and a flag takes a value in all commands or in none,
// because it may stand before the name of its command.
func TestEveryFlagIsExplained(t *testing.T) {
	takes := map[string]bool{}
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		c.Flags().VisitAll(func(flag *pflag.Flag) {
			require.True(t, flag.Hidden || strings.HasSuffix(flag.Usage, ".") || strings.HasSuffix(flag.Usage, ")"),
				"%s --%s: %q", c.CommandPath(), flag.Name, flag.Usage)
			takesValue, known := takes[flag.Name]
			require.True(t, !known || takesValue == (flag.NoOptDefVal == ""), "%s --%s", c.CommandPath(), flag.Name)
			takes[flag.Name] = flag.NoOptDefVal == ""
		})
		for _, below := range c.Commands() {
			look(below)
		}
	}
	look(newProgram().Root())
	require.Greater(t, len(takes), 100)
	to := command.Terminal{Out: io.Discard, Errs: io.Discard}
	require.Equal(t, command.ExitOK, newProgram().Run(t.Context(), []string{"teams", "list", "--help"}, to))
}
