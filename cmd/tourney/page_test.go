package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

// TestPage: the commands of docs/tourney.md print what the page shows. The page may end the output of a command early.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "tourney.md"))
	require.NoError(t, err)
	srv := mockserver.Start(t, tourney.Soccer, console.Serve())
	t.Setenv("TOURNEY_CONFIG", filepath.Join(t.TempDir(), "hosts.json"))
	t.Setenv("COLUMNS", "100")
	words := regexp.MustCompile(`'[^']*'|\S+`)
	ran := 0
	for _, block := range regexp.MustCompile("(?s)```\n\\$ (.*?)```").FindAllStringSubmatch(string(page), -1) {
		for step := range strings.SplitSeq(block[1], "\n$ ") {
			line, want, _ := strings.Cut(step, "\n")
			var printed bytes.Buffer
			to := command.Terminal{In: strings.NewReader("y\n"), Out: &printed, Errs: &printed}
			if strings.Contains(line, " login ") {
				to.In = strings.NewReader(mockserver.DefaultPassword + "\n")
			}
			to.People.In, to.People.Out, to.People.Errs = true, true, true
			var args []string
			for _, word := range words.FindAllString(line, -1)[1:] {
				args = append(args, strings.Trim(strings.ReplaceAll(word, "http://127.0.0.1:8080", srv.URL()), "'"))
			}
			newProgram().Run(t.Context(), args, to)
			got := strings.ReplaceAll(printed.String(), srv.URL(), "http://127.0.0.1:8080")
			got = strings.Replace(got, "at cup: ", "at cup:\n", 1) // the person ends the line
			require.True(t, strings.HasPrefix(got, want), "%s\nprints\n%sand the page shows\n%s", line, got, want)
			ran++
		}
	}
	require.GreaterOrEqual(t, ran, 7)
	for _, code := range []int{
		command.ExitOK, command.ExitFailed, command.ExitUsage, exitRefused, exitUnknown, exitUnreachable, exitUnreadable,
		exitInterrupted, exitRefuted, command.ExitDone, command.ExitPipe,
	} {
		require.Contains(t, string(page), fmt.Sprintf("\n| %d |", code))
		require.Regexp(t, `\b`+strconv.Itoa(code)+`\b`, about)
	}
	for _, flag := range []string{"--all", "--json", "--ndjson", "--jq", "--raw", "--csv", "--ics", "--md"} {
		require.Contains(t, string(page), "| `"+flag)
	}
}
