package savefile

import (
	"bufio"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/values"
)

// The name and the version of the format. docs/data.md describes it. Another form of a row needs another version.
const (
	formatName    = "tourney-mock"
	formatVersion = 1
)

// savedBegin is how every file begins, whatever its version.
const fileBegin = `{"` + HeaderLine + `":{"Format":"` + formatName + `"`

// The names of the lines that are no rows.
const (
	HeaderLine   = "header"
	AccountsLine = "accounts"
	ExternalLine = "external"
	RefsLine     = "refs"
	IDsLine      = "ids"
	StateLine    = "state"
	EndLine      = "end"
)

func LineNames() []string {
	names := []string{HeaderLine, AccountsLine, ExternalLine, RefsLine, IDsLine, StateLine, EndLine}
	return append(names, values.Mapped(Tables, Table.Name)...)
}

// longestLine bounds a line of a file in bytes, and so the memory for it.
const longestLine = 256 << 20

// savedHost says which host the rows are of.
type Host struct{ variant, profile string }

// SavedHostOf returns the host of a server, by its profile. A profile that has no name of its own is that of the variant.
func HostOf(p *tourney.Profile) Host {
	h := Host{variant: string(p.Variant)}
	if p.Name != h.variant {
		h.profile = p.Name
	}
	return h
}

// SavedHeader is the first line of a file.
type Header struct {
	Format  string `json:"Format"`
	Version int    `json:"Version"`
	Variant string `json:"Variant"`
	Profile string `json:"Profile"` // the name of the server's profile; "" for a variant alone
	Write   int64  `json:"Write"`   // the number of the last write in the rows of a data file
}

// SavedExternal lists the teams that have one external id, in the order in which they got it.
type External struct {
	ID    string  `json:"Id"`
	Teams []int64 `json:"Teams"`
}

// SavedEnd is the line behind the rows. CRC is that of all bytes before the line.
type End struct {
	Lines int    `json:"Lines"`
	CRC   string `json:"CRC"`
}

// Checksums returns the polynomial of all checksums, which processors compute. Most servers never need it, and making
// it takes longer than any other part of the package's initialisation.
func Checksums() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func Checksum(data []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(data, Checksums())) }

// SaveSettings say what save writes beside rows.
type Settings struct {
	Keys     bool
	Numbered bool // the header says the number of the last write
}

// Save writes a version. It keeps one line in memory.
func Save(w io.Writer, host Host, st *model.Version, settings Settings) error {
	l := &LineWriter{Out: bufio.NewWriterSize(w, 1<<16), Sum: crc32.New(Checksums()), Most: longestLine}
	header := Header{Format: formatName, Version: formatVersion, Variant: host.variant, Profile: host.profile}
	if settings.Numbered {
		header.Write = st.Number
	}
	addLine(l, HeaderLine, &header)
	if settings.Keys {
		for _, a := range st.Accounts {
			saved := SaveAccount(a)
			addLine(l, AccountsLine, &saved)
		}
	}
	for _, t := range Tables {
		t.Each(st, func(row []byte) bool { return l.Add(t.Name(), row) })
	}
	saveExternal(l, st)
	if refs := saveRefs(st.Refs); len(refs) > 0 {
		addLine(l, RefsLine, &refs)
	}
	ids, state := since(&st.IDs, &model.Sequence{}), StateOf(st)
	addLine(l, IDsLine, &ids)
	addLine(l, StateLine, &state)
	addLine(l, EndLine, &End{l.lines, fmt.Sprintf("%08x", l.Sum.Sum32())})
	if l.Err == nil {
		l.Err = l.Out.Flush()
	}
	return l.Err
}

// saveExternal adds the external ids that several teams have. The others follow from the teams.
func saveExternal(l *LineWriter, st *model.Version) {
	for r := range st.Teams.Rows() {
		id := r.Team.ExternalTeamID
		if teams, _ := st.External.Get(id); id != "" && len(teams) > 1 && teams[0] == r.Team.ID {
			addLine(l, ExternalLine, &External{id, teams})
		}
	}
}

// LineWriter writes the lines of a file. After an error it writes nothing.
type LineWriter struct {
	Out   *bufio.Writer
	Sum   hash.Hash32
	line  []byte
	lines int
	Most  int // bytes of a line, as many as the reader of files takes
	Err   error
}

// addLine adds a line with a value.
func addLine[T any](l *LineWriter, name string, value *T) { l.Add(name, rowjson.Append(nil, value)) }

// Add adds a line with a value in JSON, and reports whether all went well.
func (l *LineWriter) Add(name string, value []byte) bool {
	if l.Err != nil {
		return false
	}
	l.line = append(appendMember(l.line[:0], name, value), '\n')
	if len(l.line) > l.Most {
		l.Err = fmt.Errorf("%s: a row takes %d bytes: expected at most %d", name, len(l.line), l.Most)
		return false
	}
	_, _ = l.Sum.Write(l.line) // never fails
	_, l.Err = l.Out.Write(l.line)
	l.lines++
	return l.Err == nil
}

// appendMember appends an object with one member.
func appendMember(dst []byte, name string, value []byte) []byte {
	dst = append(append(dst, `{"`...), name...)
	return append(append(append(dst, `":`...), value...), '}')
}
