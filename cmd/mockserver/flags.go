package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// settings are the values of the flags.
type settings struct {
	host        tourney.Host
	listen      string
	scenario    string
	size        int // of the scenario, in teams; 0 unless the flag is there
	seed        uint64
	auth        string
	strict      bool
	maxPageSize int
	username    string
	password    string
	log         bool
	hosts       []string
	origins     []string
	data        string
	dataSync    bool
	dataCompact int64
	dataOpened  bool // the file of data was there, so its rows are used

	mock *mockserver.Server
}

// The choices of --require-auth.
const (
	authNone = "none"
	authHMAC = "hmac"
)

// maxLogin bounds the characters of a user name and of a password (section 5).
const maxLogin = 50

// errHelp is the error of parse for --help.
var errHelp = errors.New("help")

// flagSet declares the flags. The help takes the name of a value from the backquotes.
func flagSet(s *settings, variant *string) *flag.FlagSet {
	fs := flag.NewFlagSet("mockserver", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // run reports errors, printHelp prints the help
	fs.Usage = func() {}
	fs.StringVar(variant, "variant", string(tourney.MultiSport), "the sport to serve, a `name` of the lists below")
	fs.StringVar(&s.listen, "listen", "127.0.0.1:8080", "`host:port` to listen on; port 0 takes any free port")
	fs.StringVar(&s.scenario, "scenario", mockserver.Scenarios()[0].Name,
		"the rows to start with, a `name` of the list below")
	fs.IntVar(&s.size, "scenario-size", 0,
		"the `number` of teams of the scenario huge; 0 for a million")
	fs.Uint64Var(&s.seed, "seed", 1, "a `number` that changes the made-up names and results")
	fs.StringVar(&s.auth, "require-auth", authNone,
		"refuse requests that are not signed: a `scheme`, "+authNone+" or "+authHMAC)
	fs.BoolVar(&s.strict, "strict", false,
		"refuse operations that are not shown for the variant (404, or 405 where the path has others)")
	fs.IntVar(&s.maxPageSize, "max-page-size", 0, "cut larger pages down to this `number` of rows; 0 never")
	fs.StringVar(&s.username, "username", mockserver.DefaultUsername,
		"`name` of the account that can sign in, at most 50 characters")
	fs.StringVar(&s.password, "password", mockserver.DefaultPassword,
		"`password` of the account, at most 50 characters; it is printed")
	fs.Func("allow-host", "another host `name` that requests may use, as in a network of containers; may be repeated",
		func(name string) error {
			s.hosts = append(s.hosts, name)
			return nil
		})
	fs.Func("cors", "an `origin` whose pages in a browser may use the server, such as http://localhost:5173, or * for all; may "+
		"be repeated",
		func(origin string) error {
			s.origins = append(s.origins, origin)
			return nil
		})
	fs.StringVar(&s.data, "data", "",
		"a `file` that keeps the rows across restarts, also of a program that was killed; none keeps nothing; if it is "+
			"there, --scenario and --seed are not used")
	fs.BoolVar(&s.dataSync, "data-sync", false,
		"write each write through to the disk of --data before its answer, so that no loss of power undoes it")
	fs.Int64Var(&s.dataCompact, "data-compact", 0,
		"replace the file of --data when the writes in it take this `number` of bytes; 0 for as many as the rows take, "+
			"and at least 4 MiB")
	fs.BoolVar(&s.log, "log", false, "print a line for each request: status, method and path")
	return fs
}

// parse reads the flags. Its errors name the choices.
func parse(args []string) (*settings, error) {
	s, variant := &settings{}, ""
	fs := flagSet(s, &variant)
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, errHelp
		}
		return nil, fmt.Errorf("%w\nThe flags are: %s", err, strings.Join(flagNames(fs), ", "))
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q: the program takes only flags\nThe flags are: %s",
			fs.Arg(0), strings.Join(flagNames(fs), ", "))
	}
	if given(fs, "data") && s.data == "" {
		return nil, errors.New("--data is empty: choose a file, or leave the flag out")
	}
	var err error
	if s.host, err = tourney.ParseHost(variant); err != nil {
		return nil, err
	}
	return s, s.check()
}

// check checks the values that neither the flag package nor the mock checks.
func (s *settings) check() error {
	switch {
	case s.auth != authNone && s.auth != authHMAC:
		return fmt.Errorf("unknown scheme %q for --require-auth: choose one of %s, %s", s.auth, authNone, authHMAC)
	case s.maxPageSize < 0:
		return fmt.Errorf("--max-page-size is %d: choose a positive number, or 0 for no limit", s.maxPageSize)
	case s.dataSync && s.data == "":
		return errors.New("--data-sync needs --data, the file to write through to the disk")
	case s.dataCompact != 0 && s.data == "":
		return errors.New("--data-compact needs --data, the file to replace")
	case s.dataCompact < 0:
		return fmt.Errorf("--data-compact is %d: choose a positive number, or 0", s.dataCompact)
	case s.username == "" || utf8.RuneCountInString(s.username) > maxLogin:
		return fmt.Errorf("--username must have 1 to %d characters", maxLogin)
	case s.password == "" || utf8.RuneCountInString(s.password) > maxLogin:
		return fmt.Errorf("--password must have 1 to %d characters", maxLogin)
	}
	return nil
}

// given reports whether a flag is there, also with its default.
func given(fs *flag.FlagSet, name string) (found bool) {
	fs.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

func flagNames(fs *flag.FlagSet) []string {
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "--"+f.Name) })
	return names
}

// unprefixed returns an error's text without the names of packages, because run prints the name of the program.
func unprefixed(err error) string {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "mockserver: "), "tourney: ")
	return strings.NewReplacer(": mockserver: ", ": ", ": tourney: ", ": ").Replace(text)
}

func printHelp(w io.Writer) {
	var variant string
	fs := flagSet(&settings{}, &variant)
	fmt.Fprint(w, `mockserver serves the Sports Event Management Interface from memory.

Usage: mockserver [flags]

Flags:
`)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fs.VisitAll(func(f *flag.Flag) {
		value, about := flag.UnquoteUsage(f)
		fmt.Fprintf(table, "  --%s %s\t%s (default %s)\n", f.Name, value, about, f.DefValue)
	})
	fmt.Fprint(table, "\nVariants:\n  "+variantNames()+"\n\nProfiles of other sports:\n  "+profileNames())
	fmt.Fprint(table, "\n\nScenarios:\n")
	for _, scenario := range mockserver.Scenarios() {
		fmt.Fprintf(table, "  %s\t%s\n", scenario.Name, scenario.About)
	}
	fmt.Fprint(table, `
Examples:
  mockserver --variant soccer --scenario not-started
  mockserver --variant basketball
  mockserver --variant hockey --listen 127.0.0.1:0 --require-auth hmac --max-page-size 10 --log
  mockserver --variant soccer --data rows.jsonl --data-sync

It prints its URL, its account and requests to try, and runs until it is interrupted. The exit code is 0 after that,
1 when it cannot listen, and 2 for a wrong flag or a file of --data that it cannot use.
`)
	_ = table.Flush()
}

func variantNames() string {
	var names []string
	for _, v := range tourney.Variants() {
		names = append(names, string(v))
	}
	return strings.Join(names, ", ")
}

func profileNames() string {
	var names []string
	for _, p := range tourney.Profiles() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
