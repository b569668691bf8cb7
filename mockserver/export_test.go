package mockserver

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
)

// newServer returns a server that does not listen.
func newServer(t testing.TB, h tourney.Host, opts ...Option) *Server {
	t.Helper()
	s, err := New(h, opts...)
	require.NoError(t, err)
	return s
}

// Ended closes a server and reports whether everything has ended. It returns false if Close gave up.
func Ended(s *Server) bool { return inner(s).close() }

// Branch returns a server for the same host with the rows that s has now.
func Branch(s *Server) *Server {
	branch, err := New(inner(s).profile, Scenario("empty"))
	if err != nil {
		panic(err)
	}
	inner(branch).State.Begin(inner(s).State.Newest().Fork())
	return branch
}

// ServerOf returns a Server that answers requests as a world in this process does, such as that of a session.
func ServerOf(w *World) *Server { return &Server{w, w.in.(*server)} }

// Waiting returns how many requests of the admin API of a server wait for something to happen.
func Waiting(s *Server) int { return inner(s).running.Waiting() }

// Anew returns a server with the options and the rows of s that keeps no encoded rows.
func Anew(s *Server) *Server {
	anew, err := New(inner(s).profile, Option{func(o *options) error {
		*o = inner(s).options
		o.limits.EncodedRows = -1
		return nil
	}})
	if err != nil {
		panic(err)
	}
	inner(anew).State.Begin(inner(s).State.Newest())
	return anew
}

// Version is what a server holds at a moment.
type Version = *model.Version

// Newest returns the newest version of a server.
func Newest(s *Server) Version { return inner(s).State.Newest() }

// DataDisk makes a data file use a disk of the test.
func DataDisk(disk savefile.Disk) DataOption {
	return DataOption{func(s *savefile.KeeperSettings) error {
		s.Disk = disk
		return nil
	}}
}

// Written returns the line of a data file for what changed between two versions, nil for one version.
func Written(st, before Version) []byte {
	w, ok := savefile.WriteOf(st, before)
	if !ok {
		panic("the write has no line")
	}
	if st == before {
		return nil
	}
	var lines []byte
	for n := before.Number + 1; n < st.Number; n++ {
		lines = savefile.AppendWrite(lines, &savefile.Write{Number: n})
	}
	return savefile.AppendWrite(lines, &w)
}

// Everything returns all that a version holds, also what follows from other rows, as lines.
func Everything(st Version) []string {
	lines := savedLines(st)
	for r := range st.Teams.Rows() {
		for _, p := range r.Team.Players {
			team, _ := st.Rosters.Get(p.ID)
			lines = append(lines, fmt.Sprintf("line %d: team %d", p.ID, team))
		}
		teams, _ := st.External.Get(r.Team.ExternalTeamID)
		lines = append(lines, fmt.Sprintf("external id %q: teams %d", r.Team.ExternalTeamID, teams))
	}
	return append(lines, fmt.Sprint(st.Refs.IDs()), fmt.Sprint(st.IDs))
}

// savedLines returns the lines of a version in a file, with their names in front.
func savedLines(st Version) (lines []string) {
	var file bytes.Buffer
	if err := savefile.Save(&file, savefile.Host{}, st, savefile.Settings{}); err != nil {
		panic(err)
	}
	for line := range strings.Lines(file.String()) {
		name, value, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, `{"`), "}\n"), `":`)
		lines = append(lines, name+" "+value)
	}
	return lines
}
