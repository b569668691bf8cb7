package main

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// serveFlags are the flags of the command serve. Kong makes the flags, their help and their environment variables of
// the fields.
type serveFlags struct {
	Variant string   `default:"multi-sport" placeholder:"NAME"`
	Listen  []string `default:"127.0.0.1:8080" placeholder:"[NAME=]HOST:PORT"`

	TLS     bool
	TLSCert string `name:"tls-cert" placeholder:"FILE" type:"existingfile"`
	TLSKey  string `name:"tls-key" placeholder:"FILE" type:"existingfile"`

	Scenario     string   `default:"mid-tournament" placeholder:"NAME"`
	ScenarioSize *int     `placeholder:"TEAMS"`
	Seed         uint64   `default:"1" help:"A number that changes the made-up names and results."`
	SeedFile     []string `placeholder:"FILE"`

	RequireAuth string         `default:"none" enum:"none,hmac"`
	KeyLifetime *time.Duration `placeholder:"DURATION"`
	RateLimit   *rate          `placeholder:"N/DURATION"`
	WallClock   bool
	Strict      bool

	RefuseUnknownNames bool

	MaxPageSize int      `help:"Cut larger pages down to this number of rows. 0 cuts none." placeholder:"ROWS"`
	Username    string   `default:"${username}" placeholder:"NAME"`
	Password    string   `default:"${password}" placeholder:"TEXT"`
	AllowHost   []string `placeholder:"NAME"`
	CORS        []string `name:"cors" placeholder:"ORIGIN"`

	Admin      bool    `default:"true" negatable:""`
	AdminToken *string `placeholder:"TEXT"`
	Console    *bool   `negatable:""`

	Data        *string `placeholder:"FILE"`
	DataSync    bool
	DataCompact *int64 `placeholder:"BYTES"`

	Log       string `default:"none" enum:"none,text,json"`
	PrintJSON bool   `name:"print-json"`
}

// helpTexts are the help of the flags and arguments whose tags have none, by name: it is too long for a tag, or comes
// from elsewhere. They are no variables of kong, which reads every variable again for each flag: that was a quarter of
// the program's start.
var helpTexts = map[string]string{
	"variant": "The sport to serve: see mockserver variants. The default is multi-sport.",
	"tls": "Answer over https, with a certificate for this machine that the program makes, or with " +
		"--tls-cert.",
	"tls-cert":      "A file with the certificate, in PEM.",
	"tls-key":       "A file with the key of --tls-cert, in PEM.",
	"scenario":      "The rows to start with: see mockserver scenarios. The default is mid-tournament.",
	"scenario-size": "The number of teams of the scenario huge. The default is a million.",
	"seed-file": "A file with rows in JSON, to add to those of the scenario. Give the flag again for " +
		"several.",
	"require-auth": "Refuse requests that are not signed: none or hmac.",
	"key-lifetime": "Refuse keys this long after they were issued, such as 30m, until the account logs in again. Needs " +
		"--require-auth. Without it keys do not expire.",
	"rate-limit": "Refuse more than so many requests of an account in a time with 429, as in 100/1m. Without it " +
		"there is no limit.",
	"wall-clock": "Let the clock of the mock run with that of the machine. Without it the clock stands still until " +
		"mockserver clock moves it, so no key expires and no limit ends.",
	"strict": "Refuse operations that are not shown for the variant (404, or 405 where the path has " +
		"others).",
	"refuse-unknown-names": "Refuse requests with names that mean nothing, such as misspelled ones, and name the " +
		"nearest ones. Without it they are ignored, and the header X-Mock-Ignored of the answer has them.",
	"username": "The account that can sign in, at most 50 characters. The default is " +
		mockserver.DefaultUsername + ".",
	"password": "Its password, at most 50 characters. It is printed. The default is " +
		mockserver.DefaultPassword + ".",
	"allow-host": "Another host name that requests may use, as in a network of containers. Give the flag " +
		"again for several.",
	"cors": "An origin whose pages in a browser may use the server, or * for all. Give the flag again " +
		"for several.",
	"url": "The address that the mock printed. The default is http://127.0.0.1:8080.",
	"admin": "Serve the admin API under /_mock/, for tests in any language: reset, faults, requests, rows. It is " +
		"on unless --no-admin says otherwise.",
	"console": "Serve the console under /_mock/console/, for a browser. It is on unless --no-console or --no-admin " +
		"says otherwise.",
	"admin-token": "Refuse requests of the admin API without this token, in the header Authorization: Bearer TEXT.",
	"rule":        "A rule, such as " + exampleRule + ": see docs/faults.md.",
	"data-sync": "Write each write through to the disk of --data before its answer, so that no loss of power " +
		"undoes it.",
	"log":        "Print a line for each request to stderr: none, text or json.",
	"print-json": "Print one line of JSON in place of the greeting: addresses, account, ids.",
	"listen": "Where to listen. Port 0 takes any free port. A name of a variant in front serves that variant " +
		"there, as in soccer=127.0.0.1:8081. Give the flag again for several. The default is 127.0.0.1:8080.",
	"data": "A file that keeps the rows across restarts, also of a program that was killed. If it is there, " +
		"--scenario, --scenario-size, --seed and --seed-file are not used.",
	"data-compact": "Replace the file of --data when the writes in it take this number of bytes. The default is as many " +
		"as the rows take, and at least 4 MiB.",
}

// helpOf returns the help of a flag or an argument.
func helpOf(value *kong.Value) string {
	if value.Help == "" {
		value.Help = helpTexts[value.Name]
	}
	return kong.DefaultHelpValueFormatter(value)
}

// hasConsole reports whether the mock serves the console, which is a client of the admin API.
func (f *serveFlags) hasConsole() bool { return f.Admin && (f.Console == nil || *f.Console) }

// authHMAC is a choice of --require-auth.
const authHMAC = "hmac"

// maxLogin bounds the characters of a user name and of a password (section 5).
const maxLogin = 50

// check checks the values that neither kong nor the mock checks.
func (f *serveFlags) check() error {
	switch {
	case f.MaxPageSize < 0:
		return fmt.Errorf("--max-page-size is %d: choose a positive number, or 0 for no limit", f.MaxPageSize)
	case f.Username == "" || utf8.RuneCountInString(f.Username) > maxLogin:
		return fmt.Errorf("--username must have 1 to %d characters", maxLogin)
	case f.Password == "" || utf8.RuneCountInString(f.Password) > maxLogin:
		return fmt.Errorf("--password must have 1 to %d characters", maxLogin)
	case f.KeyLifetime != nil && *f.KeyLifetime <= 0:
		return fmt.Errorf("--key-lifetime is %v: choose a duration above 0, such as 30m", *f.KeyLifetime)
	case f.KeyLifetime != nil && f.RequireAuth != authHMAC:
		return errors.New("--key-lifetime needs --require-auth hmac: without it no request is refused for its keys")
	case f.AdminToken != nil && *f.AdminToken == "": // such as the variable of a secret that is not set
		return errors.New("--admin-token is empty, which would let everybody in: choose a text, or leave the flag out")
	case f.Console != nil && *f.Console && !f.Admin:
		return errors.New("--console is a client of the admin API, which --no-admin turns off")
	case f.AdminToken != nil && !f.Admin:
		return errors.New("--admin-token is the token of the admin API, which --no-admin turns off")
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return errors.New("--tls-cert and --tls-key belong together: give both or neither")
	}
	return f.checkData()
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

// rate is how many requests the mock takes in a time.
type rate struct {
	requests int
	per      time.Duration
}

// Decode reads a rate such as 100/1m.
func (r *rate) Decode(ctx *kong.DecodeContext) error {
	text, err := valueOf(ctx)
	if err != nil {
		return err
	}
	n, per, _ := strings.Cut(text, "/")
	requests, errRequests := strconv.Atoi(n)
	d, errPer := time.ParseDuration(per)
	if errRequests != nil || errPer != nil || requests < 1 || d <= 0 {
		return fmt.Errorf("expected a number of requests and a time, as in 100/1m, found %q", text)
	}
	*r = rate{requests, d}
	return nil
}

// place is where a server of a host listens.
type place struct {
	host    tourney.Host
	address string
}

var errNoAddress = errors.New("--listen has no address: expected one such as 127.0.0.1:8080")

// places returns where to listen, for each flag --listen.
func (f *serveFlags) places() ([]place, error) {
	if len(f.Listen) == 0 { // a variable without a value
		return nil, errNoAddress
	}
	var all []place
	for _, value := range f.Listen {
		name, address, named := strings.Cut(value, "=")
		if !named {
			name, address = f.Variant, value
		}
		if address == "" { // net.Listen would take a port of all networks
			return nil, errNoAddress
		}
		host, err := tourney.ParseHost(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(p place) bool { return p.address == address && !anyPort(address) }) {
			return nil, fmt.Errorf("--listen names %s twice", address)
		}
		all = append(all, place{host, address})
	}
	return all, nil
}

// anyPort reports whether an address leaves the port to the system.
func anyPort(address string) bool {
	_, port, err := net.SplitHostPort(address)
	return err == nil && port == "0"
}
