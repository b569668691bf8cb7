// Command import creates the teams of a CSV file on a host, and skips the teams that are there. It can be killed at any
// moment: when it runs again, it goes on, and no team is there twice.
//
//	TOURNEY_URL=https://soccer.example.com go run ./examples/import -dry-run teams.csv
//
// The first line of the file names the columns: division, external id, name, city, website.
package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/bulk"
	"github.com/tourney-go/tourney/reconcile"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // the import goes on when nobody reads what it prints
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "import:", err)
		os.Exit(1)
	}
}

// run imports the file that the arguments name.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("import", flag.ContinueOnError)
	dry := flags.Bool("dry-run", false, "check every row, and send nothing")
	settle := flags.Duration("settle", time.Minute, "how long to look for a team after a lost answer")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 { // package flag takes what follows the file for more files, also -dry-run
		return errors.New("expected one file, after the flags")
	}
	var opts []tourney.Option
	if user := os.Getenv("TOURNEY_USERNAME"); user != "" {
		opts = append(opts, tourney.WithSigner(auth.HMAC{}), tourney.WithLogin(user, os.Getenv("TOURNEY_PASSWORD")))
	}
	client, err := tourney.New(os.Getenv("TOURNEY_URL"), tourney.Soccer, opts...)
	if err != nil {
		return err
	}
	file, err := os.Open(flags.Arg(0))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	rows, bad, err := read(file, client)
	if err != nil {
		return err
	}
	for _, problem := range bad {
		_, _ = fmt.Fprintln(out, problem)
	}
	if *dry || len(bad) > 0 {
		return checked(out, len(rows), len(bad))
	}
	return send(ctx, client, rows, bulk.TeamOptions{File: flags.Arg(0) + ".notes", Settle: *settle}, out)
}

func checked(out io.Writer, rows, bad int) error {
	_, _ = fmt.Fprintf(out, "%d rows, %d problems, nothing sent\n", rows, bad)
	if bad > 0 {
		return errors.New("the file has problems")
	}
	return nil
}

// send creates the teams, and shows the progress.
func send(ctx context.Context, c *tourney.Client, rows []row, o bulk.TeamOptions, out io.Writer) error {
	teams := func(yield func(tourney.TeamCreateInput) bool) {
		for _, r := range rows {
			if !yield(r.team) {
				return
			}
		}
	}
	done, failed := 0, 0
	for team, err := range bulk.EnsureTeams(ctx, c, teams, o) {
		switch {
		case err != nil && done == len(rows), err != nil && team.Input.ExternalTeamID == nil:
			return err // of the file of notes, and of no row
		case err != nil:
			failed++
			_, _ = fmt.Fprintf(out, "%d/%d line %d: %v\n", done+1, len(rows), rows[done].line, err)
		case team.Created:
			_, _ = fmt.Fprintf(out, "%d/%d line %d: created %d\n", done+1, len(rows), rows[done].line, team.ID)
		default:
			_, _ = fmt.Fprintf(out, "%d/%d line %d: is there, %d\n", done+1, len(rows), rows[done].line, team.ID)
		}
		done++
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d rows failed: run it again", failed, len(rows))
	}
	return ctx.Err()
}

// row is a line of the file.
type row struct {
	line int
	team tourney.TeamCreateInput
}

// columns are the columns of the file: the path of each in an error, and what it sets.
var columns = map[string]struct {
	path string
	set  func(*tourney.TeamCreateInput, string) error
}{
	"division": {"divisionid", func(in *tourney.TeamCreateInput, text string) (err error) {
		in.DivisionID, err = strconv.ParseInt(text, 10, 64)
		return err
	}},
	"external id": {"externalteamid", func(in *tourney.TeamCreateInput, text string) error {
		in.ExternalTeamID = &text
		return nil
	}},
	"name":    {"name", func(in *tourney.TeamCreateInput, text string) error { in.Name = &text; return nil }},
	"website": {"website", func(in *tourney.TeamCreateInput, text string) error { in.Website = &text; return nil }},
	"city": {"address.city", func(in *tourney.TeamCreateInput, text string) error {
		in.Address = &tourney.TeamAddressInput{City: &text}
		return nil
	}},
}

// read reads the rows of a file, and checks each. A problem has the line, the column and the path of the field.
func read(file io.Reader, c *tourney.Client) (rows []row, bad []string, err error) {
	text := bufio.NewReader(file)
	if first, _, err := text.ReadRune(); err == nil && first != '\ufeff' { // spreadsheets write a byte order mark
		_ = text.UnreadRune()
	}
	lines := csv.NewReader(text)
	lines.FieldsPerRecord = -1 // an empty line may have any number of cells
	header, err := lines.Read()
	if err != nil {
		return nil, nil, err
	}
	columnOf := map[string]string{}
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		known, ok := columns[name]
		if !ok || columnOf[known.path] != "" {
			return nil, nil, fmt.Errorf("line 1: column %q is unknown or there twice", name)
		}
		header[i], columnOf[known.path] = name, name
	}
	first := map[string]row{} // by division and external id
	for {
		cells, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return rows, bad, nil
		}
		if err != nil {
			return nil, nil, err // names the line
		}
		line, _ := lines.FieldPos(0)
		switch {
		case strings.TrimSpace(strings.Join(cells, "")) == "": // spreadsheets write empty lines at the end
			continue
		case len(cells) != len(header):
			return nil, nil, fmt.Errorf("line %d: expected %d cells, found %d", line, len(header), len(cells))
		}
		r := row{line: line, team: tourney.TeamCreateInput{Paid: new(false)}} // the host's default is true (section 4.4)
		bad = slices.Concat(bad, r.set(header, cells), problems(c, r, columnOf), renamed(first, r))
		rows = append(rows, r)
	}
}

// set sets what the cells of a line say.
func (r *row) set(header, cells []string) (bad []string) {
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		if err := columns[header[i]].set(&r.team, cell); err != nil {
			bad = append(bad, fmt.Sprintf("line %d, column %s: %v", r.line, header[i], err))
		}
	}
	return bad
}

// renamed returns a problem if an earlier row has the division and the external id of a row, and another name.
func renamed(first map[string]row, r row) []string {
	same := fmt.Sprint(r.team.DivisionID, " ", keyOf(r.team.ExternalTeamID))
	other, again := first[same]
	if !again {
		first[same] = r
	} else if keyOf(other.team.Name) != keyOf(r.team.Name) {
		const text = "line %d, column external id (externalteamid): is there in line %d with another name"
		return []string{fmt.Sprintf(text, r.line, other.line)}
	}
	return nil
}

// keyOf returns the form in which EnsureTeams compares external ids and names; "" for none.
func keyOf(text *string) string {
	if text == nil {
		return ""
	}
	return reconcile.Key(*text)
}

// problems checks a row.
func problems(c *tourney.Client, r row, columnOf map[string]string) (bad []string) {
	var invalid *tourney.ValidationError
	if r.team.ExternalTeamID == nil {
		bad = append(bad, fmt.Sprintf("line %d, column external id (externalteamid): is required", r.line))
	}
	if r.team.DivisionID == 0 {
		bad = append(bad, fmt.Sprintf("line %d, column division (divisionid): is required", r.line))
	}
	if err := c.Check(r.team); errors.As(err, &invalid) {
		for _, f := range invalid.Fields {
			bad = append(bad, fmt.Sprintf("line %d, column %s (%s): %s", r.line, columnOf[f.Path], f.Path, f.Message))
		}
	}
	return bad
}
