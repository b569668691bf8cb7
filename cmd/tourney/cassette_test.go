package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
)

// serving runs a command that serves. It returns the first line that it prints, and a function that ends the command.
func serving(t *testing.T, args ...string) (line string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- newProgram().Run(ctx, args, command.Terminal{Out: in, Errs: &errs})
		_ = in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	end = func() {
		cancel()
		require.Equal(t, command.ExitOK, <-ended, errs.String())
	}
	if err != nil {
		cancel()
		require.FailNow(t, "it does not serve", "%d: %s", <-ended, errs.String())
	}
	return line, end
}

// TestRecordPage runs what docs/cassette.md shows.
func TestRecordPage(t *testing.T) {
	here, err := os.Getwd()
	require.NoError(t, err)
	mock := mockserver.Start(t, tourney.Soccer)
	mock.Teams.Edit(4001, func(row *tourney.Team) { row.Name = "Granite Owls" })
	p := newPrompt(t)
	p.writeHosts(`{"hosts": {"soccer": {"url": "` + mock.URL() + `", "profile": {"Name": "soccer", "Variant": "soccer"}}}}`)
	t.Setenv("TOURNEY_CONFIG", p.config)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("seed", []byte("kept apart"), 0o600))

	shown := "$ tourney record --host soccer --out day.json --seed-file seed\n"
	line, end := serving(t, "record", "--host", "soccer", "--out", "day.json", "--seed-file", "seed")
	url := regexp.MustCompile(`http://[\d.:]+`).FindString(line)
	shown += strings.NewReplacer(url, "http://127.0.0.1:8080", mock.URL(), "https://soccer.example.com").Replace(line)
	out, _ := p.want(command.ExitOK, "teams", "get", "4001", "--include", "Coaches", "--url", url, "--variant", "soccer")
	require.Contains(t, out, "Granite Owls")
	end()

	file, err := os.ReadFile("day.json")
	require.NoError(t, err)
	mock.Close()
	line, end = serving(t, "replay", "day.json")
	replay := regexp.MustCompile(`http://[\d.:]+`).FindString(line)
	again, _ := p.want(command.ExitOK, "teams", "get", "4001", "--include", "Coaches", "--url", replay, "--variant", "soccer")
	end()
	require.Contains(t, again, "Granite Owls")

	differ, errs := p.want(command.ExitFailed, "diff", "day.json")
	page, err := os.ReadFile(filepath.Join(here, "..", "..", "docs", "cassette.md"))
	require.NoError(t, err)
	for _, text := range []string{
		shown, "$ tourney replay day.json\n" + strings.ReplaceAll(line, replay, "http://127.0.0.1:8081"), excerpt(string(file)),
		"$ tourney diff day.json\n" + differ + errs,
	} {
		require.Contains(t, string(page), text)
	}
}

// excerpt returns the request and the beginning of the coaches of a file.
func excerpt(file string) string {
	request, answer, _ := strings.Cut(file, `  "answer"`)
	coaches := regexp.MustCompile(`(?s) {8}"Coaches": \[.*? {12}\},\n`).FindString(answer)
	return request + "…\n" + coaches
}

// TestRecordRefuses: the proxy answers this machine alone, and sends keys in the clear only when told.
func TestRecordRefuses(t *testing.T) {
	p := newPrompt(t)
	out := filepath.Join(t.TempDir(), "day.json")
	_, errs := p.want(command.ExitUsage, "record", "--url", "https://host.test", "--out", out, "--listen", "0.0.0.0:0")
	require.Contains(t, errs, "an address of this machine alone")

	for _, seed := range []string{"", " \n\t\n"} {
		file := filepath.Join(t.TempDir(), "seed")
		require.NoError(t, os.WriteFile(file, []byte(seed), 0o600))
		for _, args := range [][]string{{"record", "--out", out + "2"}, {"import", "--event", "1", "--out", out + "2"}} {
			_, errs := p.want(command.ExitUsage, append(args, "--url", "https://host.test", "--seed-file", file)...)
			require.Contains(t, errs, "--seed-file: "+file+": the seed is empty: expected a secret")
			require.NoFileExists(t, out+"2")
		}
	}
	_, errs = p.want(command.ExitFailed, "replay", out+"x")
	require.Contains(t, errs, "file does not exist")
}

// TestDiffKnowsTheMock: the recording says the variant, unless a flag does, and --start-date moves the dates.
func TestDiffKnowsTheMock(t *testing.T) {
	mock := mockserver.Start(t, tourney.Softball, mockserver.StartDate(tourney.Date{Year: 2027, Month: 3, Day: 5}))
	p := newPrompt(t)
	file := filepath.Join(t.TempDir(), "day.json")
	record := func(args ...string) {
		line, end := serving(t, append([]string{"record", "--url", mock.URL(), "--out", file}, args...)...)
		defer end()
		url := regexp.MustCompile(`http://[\d.:]+`).FindString(line)
		for _, args := range [][]string{{"games", "list", "--event=1001"}, {"teams", "get", "4001", "--include=Players"}} {
			p.want(command.ExitOK, append(args, "--url", url, "--variant=softball")...)
		}
	}
	diff := func(code int, args ...string) string {
		out, errs := p.want(code, append([]string{"diff", file}, args...)...)
		return out + errs
	}
	record()
	diff(command.ExitFailed, "--start-date=3/5/2027") // of a multi-sport mock
	diff(command.ExitOK, "--start-date=3/5/2027", "--variant=softball")
	record("--variant=softball")
	diff(command.ExitOK, "--start-date=3/5/2027")
	require.Contains(t, diff(command.ExitFailed), "games.results.date")
	diff(command.ExitFailed, "--start-date=3/5/2027", "--variant=hockey")
	record() // says nothing of the variant
	diff(command.ExitOK, "--start-date=3/5/2027")
	require.NoError(t, os.WriteFile(file, []byte("{\"version\": 1}\n{\"variant\": \"chess\"}\n"), 0o600))
	require.Contains(t, diff(command.ExitFailed), file+": ")
}

// TestRecordSpeaksHTTP2 is about clients in other languages that begin with HTTP/2.
func TestRecordSpeaksHTTP2(t *testing.T) {
	mock := mockserver.Start(t, tourney.Soccer)
	newPrompt(t)
	file := filepath.Join(t.TempDir(), "day.json")
	line, end := serving(t, "record", "--url", mock.URL(), "--out", file, "--keep", "city,Notes", "--keep", "x")
	defer end()
	through := &http.Transport{Protocols: new(http.Protocols)}
	through.Protocols.SetUnencryptedHTTP2(true)
	defer through.CloseIdleConnections()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		regexp.MustCompile(`http://[\d.:]+`).FindString(line)+"/api/v1/teams?id=4001", nil)
	require.NoError(t, err)
	res, err := through.RoundTrip(req)
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, 2, res.ProtoMajor)
	require.Contains(t, string(body), "Granite Badgers")
	recorded, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(recorded), `"City": "Granite Button"`)
}
