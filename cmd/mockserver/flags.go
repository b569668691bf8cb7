package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// serveFlags are the flags of the command serve.
type serveFlags struct {
	Variant *string
	Profile string
	Listen  []string

	TLS     *bool
	TLSCert string
	TLSKey  string

	Scenario     string // "" for the default
	ScenarioSize *int
	Seed         uint64
	StartDate    *tourney.Date // nil for today, the zero Date for that of the rows
	Fixtures     []string
	SeedFile     string

	RequireAuth string
	KeyLifetime *time.Duration
	RateLimit   *command.Rate
	WallClock   bool
	Strict      bool

	PlayBrackets bool

	RefuseUnknownNames bool

	MaxPageSize *int
	Username    string
	Password    string

	AccountEvents []string

	AllowHost   []string
	AllowOrigin []string

	Admin      bool
	AdminToken *string
	Console    *bool

	Data        *string
	DataSync    bool
	DataCompact *int64

	Webhook       string
	WebhookSecret secret.Text

	Log       string
	PrintJSON bool
	UntilEOF  bool
}

const defaultListen = "127.0.0.1:8080"

// Declare declares the flags in the order of the help, and sets their defaults.
func (f *serveFlags) Declare(p *command.Parameters) {
	*f = serveFlags{
		Listen: []string{defaultListen}, Seed: 1,
		RequireAuth: "none", Username: mockserver.DefaultUsername, Password: mockserver.DefaultPassword, Admin: true,
		Log: "none",
	}
	f.declarePlace(p)
	f.declareRows(p)
	f.declareRules(p)
	f.declareAccess(p)
	f.declareData(p)
	f.declareWebhook(p)
	command.Add(p, &f.Log, "log", "FORM", command.OneOf("none", "text", "json"),
		"Print a line for each request to stderr: none, text or json. The default is none.")
	command.AddSwitch(p, &f.PrintJSON, "print-json",
		"Print one line of JSON in place of the greeting: addresses, account, ids.")
	command.AddSwitch(p, &f.UntilEOF, "until-eof",
		"Stop when standard input ends, which it does when the program that writes to it ends or is killed.")
}

func (f *serveFlags) declarePlace(p *command.Parameters) {
	variant := command.Add(p, &f.Variant, "variant", "NAME", command.Optional(command.Text),
		"The sport to serve: see mockserver variants. The default is multi-sport.")
	profile := command.Add(p, &f.Profile, "profile", "FILE", command.ExistingFile,
		"A file in JSON that says how the host behaves, with the members of a mockserver.Profile. It also names the "+
			"variant. Other flags replace what the file says.")
	command.Either([]*command.Flag{variant}, []*command.Flag{profile})
	f.declareListen(p)
	command.Add(p, &f.TLSKey, "tls-key", "FILE", command.ExistingFile, "A file with the key of --tls-cert, in PEM.")
}

// declareListen declares the flags that say where the mock answers, and returns them.
func (f *serveFlags) declareListen(p *command.Parameters) []*command.Flag {
	listen := command.AddList(p, &f.Listen, "listen", "[NAME=]HOST:PORT",
		"Where to listen. Port 0 takes any free port. A name of a variant in front serves that variant there, as in "+
			"soccer=127.0.0.1:8081. Give the flag again for several. The default is 127.0.0.1:8080.")
	secure := command.AddSwitchOf(p, &f.TLS, "tls", command.Optional(command.Boolean),
		"Answer over https, with a certificate for this machine that the program makes, or with --tls-cert.")
	certificate := command.Add(p, &f.TLSCert, "tls-cert", "FILE", command.ExistingFile,
		"A file with the certificate, in PEM.")
	return []*command.Flag{listen, secure, certificate}
}

func (f *serveFlags) declareRows(p *command.Parameters) {
	scenario := command.Add(p, &f.Scenario, "scenario", "NAME", command.Text,
		"The rows to start with: see mockserver scenarios. The default is mid-tournament.")
	size := command.Add(p, &f.ScenarioSize, "scenario-size", "TEAMS", command.Optional(command.Number[int]),
		"The number of teams of the scenario huge. The default is 100,000.")
	command.Add(p, &f.Seed, "seed", "N", command.Count,
		"A number that changes the made-up names and results. The default is 1.")
	command.Add(p, &f.StartDate, "start-date", "DAY", command.Optional(command.StartDate(tourney.ParseDate)),
		"The first day of the scenario: today, m/d/yyyy, or fixed for 6/12/2026. All dates of the scenario and of "+
			"--fixtures move with it, and so does the clock, unless it runs. The default is today; with --seed-file "+
			"the dates stay.")
	command.AddList(p, &f.Fixtures, "fixtures", "FILE",
		"A file with rows in JSON, to add to those of the scenario. Give the flag again for several.")
	seedFile := command.Add(p, &f.SeedFile, "seed-file", "FILE", command.Text,
		"A file with all rows in JSON, such as one of tourney import, in place of a scenario. The clock shows the first "+
			"day of its event.")
	command.Either([]*command.Flag{scenario, size}, []*command.Flag{seedFile})
}

func (f *serveFlags) declareRules(p *command.Parameters) {
	command.Add(p, &f.RequireAuth, "require-auth", "SCHEME", command.OneOf("none", authHMAC),
		"Refuse requests that are not signed: none or hmac. The default is none.")
	command.Add(p, &f.KeyLifetime, "key-lifetime", "DURATION", command.Optional(command.Duration),
		"Refuse keys this long after they were issued, such as 30m, until the account logs in again. Needs "+
			"--require-auth. Without it keys do not expire.")
	command.Add(p, &f.RateLimit, "rate-limit", "N/DURATION", command.Optional(command.RateOf),
		"Refuse more than so many requests of an account in a time with 429, as in 100/1m. Without it there is no "+
			"limit.")
	command.AddSwitch(p, &f.WallClock, "wall-clock",
		"Let the clock of the mock run with that of the machine. Without it the clock stands still until mockserver "+
			"clock moves it, so no key expires and no limit ends.")
	command.AddSwitch(p, &f.PlayBrackets, "play-brackets",
		"Put winners and losers into their next games when results come. Without it their sides keep waiting.")
	command.AddSwitch(p, &f.Strict, "strict",
		"Refuse operations that are not shown for the variant (404, or 405 where the path has others).")
	command.AddSwitch(p, &f.RefuseUnknownNames, "refuse-unknown-names",
		"Refuse requests with names that mean nothing, such as misspelled ones, and name the nearest ones. Without it "+
			"they are ignored, and the header X-Mock-Ignored of the answer has them.")
	command.Add(p, &f.MaxPageSize, "max-page-size", "ROWS", command.Optional(command.Number[int]),
		"Cut larger pages down to this number of rows. 0 cuts none.")
}

func (f *serveFlags) declareAccess(p *command.Parameters) {
	command.Add(p, &f.Username, "username", "NAME", command.Text,
		"The account that can sign in, at most 50 characters. The default is "+mockserver.DefaultUsername+".")
	command.Add(p, &f.Password, "password", "TEXT", command.Text,
		"Its password, at most 50 characters. It is printed. The default is "+mockserver.DefaultPassword+".")
	command.AddList(p, &f.AccountEvents, "account-events", "ID",
		"An event that the account sees. Give the flag again for several. Needs --require-auth. Without it the account "+
			"sees all events.")
	command.AddList(p, &f.AllowHost, "allow-host", "NAME",
		"Another host name that requests may use, as in a network of containers. Give the flag again for several.")
	command.AddList(p, &f.AllowOrigin, "allow-origin", "ORIGIN",
		"An origin whose pages in a browser may use the server, or * for all. Give the flag again for several.")
	command.AddSwitches(p, &f.Admin, "admin", command.Boolean,
		"Serve the admin API under /_mock/, for tests in any language: reset, faults, requests, rows. It is on unless "+
			"--no-admin says otherwise.")
	command.Add(p, &f.AdminToken, "admin-token", "TEXT", command.Optional(command.Text),
		"Refuse requests of the admin API without this token, in the header Authorization: Bearer TEXT.")
	command.AddSwitches(p, &f.Console, "console", command.Optional(command.Boolean),
		"Serve the console under /_mock/console/, for a browser. It is on unless --no-console or --no-admin says "+
			"otherwise.")
}

func (f *serveFlags) declareData(p *command.Parameters) {
	command.Add(p, &f.Data, "data", "FILE", command.Optional(command.Text),
		"A file that keeps the rows across restarts, also of a program that was killed. If it is there, --scenario, "+
			"--scenario-size, --seed and --fixtures are not used.")
	command.AddSwitch(p, &f.DataSync, "data-sync",
		"Write each write through to the disk of --data before its answer, so that no loss of power undoes it.")
	command.Add(p, &f.DataCompact, "data-compact", "BYTES", command.Optional(command.Number[int64]),
		"Replace the file of --data when the writes in it take this number of bytes. The default is as many as the "+
			"rows take, and at least 4 MiB.")
}

// hasConsole reports whether the mock serves the console, which is a client of the admin API.
func (f *serveFlags) hasConsole() bool { return f.Admin && (f.Console == nil || *f.Console) }

// authHMAC is a choice of --require-auth.
const authHMAC = "hmac"

// maxLogin bounds the characters of a user name and of a password (section 5).
const maxLogin = 50

// check checks what neither the reading of a single flag nor the mock checks, such as flags that need another flag.
func (f *serveFlags) check() error {
	switch {
	case f.MaxPageSize != nil && *f.MaxPageSize < 0:
		return fmt.Errorf("--max-page-size is %d: choose a positive number, or 0 for no limit", *f.MaxPageSize)
	case f.Profile != "" && f.Variant != nil:
		return errors.New("--profile names the variant too, as the member Variant of its file: leave --variant out")
	case f.Username == "" || utf8.RuneCountInString(f.Username) > maxLogin:
		return fmt.Errorf("--username must have 1 to %d characters", maxLogin)
	case f.Password == "" || utf8.RuneCountInString(f.Password) > maxLogin:
		return fmt.Errorf("--password must have 1 to %d characters", maxLogin)
	case f.KeyLifetime != nil && *f.KeyLifetime <= 0:
		return fmt.Errorf("--key-lifetime is %v: choose a duration above 0, such as 30m", *f.KeyLifetime)
	case f.AdminToken != nil && *f.AdminToken == "": // for example from a secret that is not set
		return errors.New("--admin-token is empty, which would let everybody in: choose a text, or leave the flag out")
	case f.Console != nil && *f.Console && !f.Admin:
		return errors.New("--console is a client of the admin API, which --no-admin turns off")
	case f.AdminToken != nil && !f.Admin:
		return errors.New("--admin-token is the token of the admin API, which --no-admin turns off")
	case f.TLS != nil && !*f.TLS && f.TLSCert != "":
		return errors.New("--tls-cert is a certificate for https, which --tls=false turns off: leave one of them out")
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return errors.New("--tls-cert and --tls-key belong together: give both or neither")
	}
	return cmp.Or(f.checkData(), f.checkWebhook())
}

func (f *serveFlags) checkData() error {
	switch {
	case f.Data != nil && *f.Data == "":
		return errors.New("--data is empty: choose a file, or leave the flag out")
	case f.Data != nil && len(f.Listen) > 1:
		return errors.New("--data keeps the rows of one server: give one --listen with it")
	case f.Data != nil:
	case f.DataSync:
		return errors.New("--data-sync needs --data, the file to write through to the disk")
	case f.DataCompact != nil:
		return errors.New("--data-compact needs --data, the file to replace")
	}
	if f.DataCompact != nil && *f.DataCompact <= 0 {
		return fmt.Errorf("--data-compact is %d: choose a positive number", *f.DataCompact)
	}
	return nil
}

// place is where a server of a host listens.
type place struct {
	host    tourney.Host
	address string
}

var errNoAddress = errors.New("--listen has no address: expected one such as 127.0.0.1:8080")

// places returns a place to listen for each value of --listen.
func (f *serveFlags) places(ctx context.Context) ([]place, error) {
	if len(f.Listen) == 0 { // a variable without a value
		return nil, errNoAddress
	}
	isUnnamed := func(value string) bool { return !strings.Contains(value, "=") }
	if (f.Variant != nil || f.Profile != "") && !slices.ContainsFunc(f.Listen, isUnnamed) {
		flag := "--variant"
		if f.Profile != "" {
			flag = "--profile"
		}
		return nil, fmt.Errorf("%s serves nothing, because every --listen names a variant of its own: leave "+
			"%[1]s out, or give a --listen without a name", flag)
	}
	var all []place
	for _, value := range f.Listen {
		name, address, named := strings.Cut(value, "=")
		if !named {
			address = value
		}
		if address == "" { // net.Listen would listen on all networks
			return nil, errNoAddress
		}
		host, err := f.hostOf(ctx, name, named)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(p place) bool { return p.address == address && !strings.HasSuffix(address, ":0") }) {
			return nil, fmt.Errorf("--listen names %s twice", address)
		}
		all = append(all, place{host, address})
	}
	return all, nil
}

// hostOf returns the host of a --listen with a name, or the host of a --listen without a name.
func (f *serveFlags) hostOf(ctx context.Context, name string, named bool) (tourney.Host, error) {
	switch {
	case named:
		return tourney.ParseHost(name)
	case f.Profile != "":
		return f.profileOfFile(ctx)
	case f.Variant != nil:
		return tourney.ParseHost(*f.Variant)
	}
	return tourney.MultiSport, nil
}

// profileOfFile reads the file of --profile.
func (f *serveFlags) profileOfFile(ctx context.Context) (p mockserver.Profile, err error) {
	data, err := inputFiles{ctx}.ReadFile(f.Profile)
	if err != nil {
		return p, fmt.Errorf("--profile: %w", err)
	}
	if err := p.UnmarshalJSON(data); err != nil {
		return p, fmt.Errorf("--profile %s: %s", f.Profile, strings.TrimPrefix(err.Error(), "mockserver: "))
	}
	return p, nil
}
