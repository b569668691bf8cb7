// Package savefile writes the rows of a version into files and reads these files again. There are two kinds: files that
// Save writes, and data files, in which later writes follow the rows. A data file survives the end of a process at any
// moment: an append either adds a whole line or adds nothing, and a replacement exchanges the whole content in one
// step.
//
// It uses versions and the form of their rows, but not the code that makes versions. If a value looks different in
// files than in memory, add a type to forms.go. For a new table, add an entry to tables.go. If a change would make the
// mock misread older files, change formatVersion. There is one format, which docs/data.md describes: decodeHeader in
// load.go refuses every other version. To add another format, begin at Keeper and Loader.
package savefile

import (
	"bufio"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// The name and the version of the format. A change of the form of a row needs another version.
const (
	formatName    = "tourney-mock"
	formatVersion = 1
)

// fileBegin is the beginning of every file, in every version of the format.
const fileBegin = `{"` + headerLine + `":{"Format":"` + formatName + `"`

// The names of the lines that are not rows.
const (
	headerLine   = "header"
	accountsLine = "accounts"
	externalLine = "external"
	refsLine     = "refs"
	idsLine      = "ids"
	stateLine    = "state"
	endLine      = "end"
)

func lineNames() []string {
	names := []string{headerLine, accountsLine, externalLine, refsLine, idsLine, stateLine, endLine}
	for t := range tables {
		names = append(names, t.name())
	}
	return names
}

// longestLine bounds the bytes of a line of a file, and therefore the memory that a reader needs for a line.
const longestLine = 256 << 20

// Host identifies the host that the rows belong to.
type Host struct{ variant, profile string }

// HostOf returns the host that a profile describes. A profile without a name of its own has the name of its variant.
func HostOf(p *tourney.Profile) Host {
	h := Host{variant: string(p.Variant)}
	if p.Name != h.variant {
		h.profile = p.Name
	}
	return h
}

type headerForm struct {
	Format  string `json:"Format"`
	Version int64  `json:"Version"`
	Variant string `json:"Variant"`
	Profile string `json:"Profile"` // the name of the server's profile; "" for a variant alone
	Write   int64  `json:"Write"`   // the number of the last write in the rows of a data file
}

// externalForm lists the teams that have one external id, in the order in which the teams got the id.
type externalForm struct {
	ID    string  `json:"Id"`
	Teams []int64 `json:"Teams"`
}

// endForm is the line after the last row. CRC is the checksum of all bytes before the line.
type endForm struct {
	Lines int    `json:"Lines"`
	CRC   string `json:"CRC"`
}

// checksums returns the table for the checksums. Its polynomial is one that processors compute. The table is made only
// when needed, because most servers never need it and making it takes long.
func checksums() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func checksum(data []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(data, checksums())) }

// Settings are what Save writes in addition to rows.
type Settings struct {
	Keys     bool
	Numbered bool // whether the header has the number of the last write
}

// Save writes a version. It holds only one line at a time in memory.
func Save(w io.Writer, host Host, st *model.Version, settings Settings) error {
	l := &lineWriter{out: bufio.NewWriterSize(w, 1<<16), sum: crc32.New(checksums()), most: longestLine}
	header := headerForm{Format: formatName, Version: formatVersion, Variant: host.variant, Profile: host.profile}
	if settings.Numbered {
		header.Write = st.Number
	}
	addLine(l, headerLine, &header)
	if settings.Keys {
		for _, a := range st.Accounts {
			saved := saveAccount(a)
			addLine(l, accountsLine, &saved)
		}
	}
	for t := range tables {
		t.each(st, func(row []byte) bool { return l.add(t.name(), row) })
	}
	saveExternal(l, st)
	if refs := saveRefs(st.Refs); len(refs) > 0 {
		addLine(l, refsLine, &refs)
	}
	ids, state := since(&st.IDs, &model.Sequence{}), stateOf(st)
	addLine(l, idsLine, &ids)
	addLine(l, stateLine, &state)
	addLine(l, endLine, &endForm{l.lines, fmt.Sprintf("%08x", l.sum.Sum32())})
	if l.err == nil {
		l.err = l.out.Flush()
	}
	return l.err
}

// saveExternal adds the external ids that several teams share. Loading finds all other external ids in the rows of
// teams.
func saveExternal(l *lineWriter, st *model.Version) {
	for r := range st.Teams.Rows() {
		id := r.Team.ExternalTeamID
		if teams, _ := st.External.Get(id); id != "" && len(teams) > 1 && teams[0] == r.Team.ID {
			addLine(l, externalLine, &externalForm{id, teams})
		}
	}
}

// lineWriter writes the lines of a file. After an error it writes nothing more.
type lineWriter struct {
	out   *bufio.Writer
	sum   hash.Hash32
	line  []byte
	lines int
	most  int // the largest size of a line that the reader of files accepts
	err   error
}

func addLine[T any](l *lineWriter, name string, value *T) { l.add(name, rowjson.Append(nil, value)) }

// add adds a line with a value in JSON, and reports whether it was written.
func (l *lineWriter) add(name string, value []byte) bool {
	if l.err != nil {
		return false
	}
	l.line = append(appendMember(l.line[:0], name, value), '\n')
	if len(l.line) > l.most {
		l.err = fmt.Errorf("%s: a row takes %d bytes: expected at most %d", name, len(l.line), l.most)
		return false
	}
	_, _ = l.sum.Write(l.line) // never fails
	_, l.err = l.out.Write(l.line)
	l.lines++
	return l.err == nil
}

func appendMember(dst []byte, name string, value []byte) []byte {
	dst = append(append(dst, `{"`...), name...)
	return append(append(append(dst, `":`...), value...), '}')
}
