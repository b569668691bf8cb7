package mockserver

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/tourney-go/tourney/mockserver/internal/datafile"
	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
)

// Ended closes a server and reports whether everything has ended. It returns false if Close gave up.
func Ended(s *Server) bool { return inner(s).close() }

// Branch returns a server for the same host with the rows that s has now.
func Branch(s *Server) *Server {
	branch, err := New(inner(s).profile, Scenario("empty"))
	if err != nil {
		panic(err)
	}
	inner(branch).state.begin(inner(s).state.newest.Load().fork())
	return branch
}

// ServerOf returns a Server that answers requests as a world in this process does, such as that of a session.
func ServerOf(w *World) *Server { return &Server{w, w.in.(*server)} }

// Waiting returns how many requests of the admin API of a server wait for something to happen.
func Waiting(s *Server) int {
	inner(s).running.mu.Lock()
	defer inner(s).running.mu.Unlock()
	return inner(s).running.waiting
}

// PreparedScenarios returns how many scenarios the process keeps.
func PreparedScenarios() int {
	builtScenarios.mu.Lock()
	defer builtScenarios.mu.Unlock()
	return len(builtScenarios.list)
}

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
	inner(anew).state.begin(inner(s).state.newest.Load())
	return anew
}

// Version is what a server holds at a moment.
type Version = *version

// Newest returns the newest version of a server.
func Newest(s *Server) Version { return inner(s).state.newest.Load() }

// DataDisk makes a data file use a disk of the test.
func DataDisk(disk datafile.Disk) DataOption {
	return DataOption{func(s *dataSettings) error {
		s.disk = disk
		return nil
	}}
}

// Restore gives a server the rows of a version again. Ids go on.
func Restore(s *Server, st Version) {
	write(inner(s).state, "a test", func(next *version) int64 {
		ids, booked, number := next.ids, next.booked, next.number
		*next = *st.fork()
		next.number, next.booked = number, max(booked, next.booked)
		for k := range ids.next {
			next.ids.next[k] = max(ids.next[k], next.ids.next[k])
		}
		return 0
	})
}

// Written returns the line of a data file for what changed between two versions, nil for one version.
func Written(st, before Version) []byte {
	w, ok := writeOf(st, before)
	if !ok {
		panic("the write has no line")
	}
	if st == before {
		return nil
	}
	var lines []byte
	for n := before.number + 1; n < st.number; n++ {
		lines = appendWrite(lines, &savedWrite{Number: n})
	}
	return appendWrite(lines, &w)
}

// Numbered returns the rows of a server as a data file begins with them.
func Numbered(s *Server) []byte {
	var b bytes.Buffer
	if err := save(&b, savedHostOf(&inner(s).profile.Profile), inner(s).state.newest.Load(), saveSettings{numbered: true}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// Everything returns all that a version holds, also what follows from other rows, as lines.
func Everything(st Version) []string {
	var lines []string
	for _, t := range savedTables {
		t.each(st, func(row []byte) bool {
			lines = append(lines, t.name()+" "+string(row))
			return true
		})
	}
	for r := range st.teams.Rows() {
		for _, p := range r.Team.Players {
			team, _ := st.rosters.Get(p.ID)
			lines = append(lines, fmt.Sprintf("line %d: team %d", p.ID, team))
		}
		teams, _ := st.external.Get(r.Team.ExternalTeamID)
		lines = append(lines, fmt.Sprintf("external id %q: teams %d", r.Team.ExternalTeamID, teams))
	}
	state := savedStateOf(st)
	return append(lines, fmt.Sprint(st.refs.of()), fmt.Sprint(st.ids), string(rowjson.Append(nil, &state)))
}

// AddLine adds a row to a file whose lines have a limit.
func AddLine(most int, row string) error {
	l := &lineWriter{out: bufio.NewWriter(io.Discard), sum: crc32.New(checksums()), most: most}
	l.add("teams", []byte(row))
	return l.err
}

// SmallScenario is an option that chooses a scenario, with few teams where their number is a choice.
func SmallScenario(info ScenarioInfo) Option {
	return Option{func(o *options) error {
		if info.Teams > 0 {
			o.size = 300
		}
		return Scenario(info.Name).set(o)
	}}
}

// SealedWrite returns the line of a write with the checksum of its value.
func SealedWrite(line string) string {
	value := line[len(writeBegin)+8+len(writeMiddle) : len(line)-len(writeEnd)-1]
	return writeBegin + checksum([]byte(value)) + writeMiddle + value + writeEnd + "\n"
}

// SavedRows counts the rows of a server by their tables and their forms in files.
func SavedRows(s *Server) map[string]int {
	rows := map[string]int{}
	for _, t := range savedTables {
		t.each(inner(s).state.newest.Load(), func(row []byte) bool {
			rows[t.name()+" "+string(row)]++
			return true
		})
	}
	return rows
}
