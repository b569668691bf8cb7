package main

import (
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// asProgram makes this test's binary run the program.
const asProgram = "TOURNEY_TEST_AS_PROGRAM"

// listening returns a mock that listens, and calls before for each request.
func listening(t *testing.T, before func()) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer, mockserver.Wrap(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			before()
			next.ServeHTTP(w, req)
		})
	}))
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	require.NoError(t, srv.Listen("127.0.0.1:0"))
	return srv
}

func importArgs(srv *mockserver.Server, out string) []string {
	return []string{"import", "--url", srv.URL(), "--variant=soccer", "--event=1001", "--rate=1000/s", "--out", out}
}

func TestImport(t *testing.T) {
	srv, p := listening(t, func() {}), newPrompt(t)
	page, err := os.ReadFile("../../docs/data.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	const file = "event.json"
	p.people = true
	out, errs := p.want(command.ExitOK, append(importArgs(srv, file), "--keep=City")...)
	require.Contains(t, string(page), "```\ntourney import --host soccer --event 1001\n```\n\n```\n"+out+"```\n")
	require.Regexp(t, `\rreading teams: \d+ of \d+ rows, request 1 +\r`, errs)
	require.NotContains(t, errs, "\n")
	event, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(event), `"City":"Granite Button"`)
	p.people = false
	_, errs = p.want(command.ExitFailed, importArgs(srv, file)...)
	require.Equal(t, "tourney: "+file+" exists: remove it, or choose another file\n", errs)

	srv.Faults.Add(fault.On("Games.List").Before().Status(http.StatusForbidden))
	_, errs = p.want(exitRefused, importArgs(srv, file+".2")...)
	require.Contains(t, errs, "What was read is in "+file+".2.part. The same command goes on.\ntourney: games: ")
}

// TestImportSurvivesKills kills the program at requests, each time a part later, and starts it again. The file is that of
// a run that nobody killed, and what is on the disk meanwhile names nobody.
func TestImportSurvivesKills(t *testing.T) {
	var left atomic.Int64
	var child atomic.Pointer[os.Process]
	srv := listening(t, func() {
		if left.Add(-1) == 0 {
			_ = child.Load().Kill()
		}
	})
	folder := t.TempDir()
	whole, out := filepath.Join(folder, "whole.json"), filepath.Join(folder, "killed.json")
	seed := filepath.Join(folder, "seed")
	require.NoError(t, os.WriteFile(seed, []byte("a seed"), 0o600))
	newPrompt(t).want(command.ExitOK, append(importArgs(srv, whole), "--seed-file", seed)...)
	run := func() error {
		cmd := process(t, append(importArgs(srv, out), "--seed-file", seed)...)
		require.NoError(t, cmd.Start())
		child.Store(cmd.Process)
		return cmd.Wait()
	}
	kills := 0
	for left.Store(2); run() != nil; left.Store(12 + int64(kills)%3) { // a part takes at most ten requests
		require.NoFileExists(t, out)
		kills++
		require.Less(t, kills, 10)
		files, err := filepath.Glob(out + "*")
		require.NoError(t, err)
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, team := range srv.Teams.All() {
				for _, player := range team.Players {
					require.NotContains(t, string(data), player.LastName)
				}
			}
		}
	}
	require.Greater(t, kills, 1)
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	want, err := os.ReadFile(whole)
	require.NoError(t, err)
	require.Equal(t, string(want), string(data))
	require.NoFileExists(t, out+".part")
}
