// Package savefile writes the rows of a version into files and reads them again: the files that Save writes, and data
// files, which have the writes behind the rows too.
//
// It knows versions and the form of their rows, and not what made them. A value that has another form in files than in
// memory goes into forms.go, a new table into tables.go, and what an older file would say otherwise needs another
// formatVersion. There is one format: decodeHeader in load.go refuses every other version, and another format would
// begin at Keeper and Loader. docs/data.md describes it.
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

// The name and the version of the format. Another form of a row needs another version.
const (
	formatName    = "tourney-mock"
	formatVersion = 1
)

// fileBegin is how every file begins, whatever its version.
const fileBegin = `{"` + headerLine + `":{"Format":"` + formatName + `"`

// The names of the lines that are no rows.
const (
	headerLine   = "header"
	accountsLine = "accounts"
	externalLine = "external"
	refsLine     = "refs"
	idsLine      = "ids"
	stateLine    = "state"
	endLine      = "end"
)

// lineNames returns the names of all lines but writes.
func lineNames() []string {
	names := []string{headerLine, accountsLine, externalLine, refsLine, idsLine, stateLine, endLine}
	return append(names, values.Mapped(tables, table.name)...)
}

// longestLine bounds a line of a file in bytes, and so the memory for it.
const longestLine = 256 << 20

// Host says which host the rows are of.
type Host struct{ variant, profile string }

// HostOf returns the host of a server, by its profile. A profile that has no name of its own is that of the variant.
func HostOf(p *tourney.Profile) Host {
	h := Host{variant: string(p.Variant)}
	if p.Name != h.variant {
		h.profile = p.Name
	}
	return h
}

// headerForm is the first line of a file.
type headerForm struct {
	Format  string `json:"Format"`
	Version int    `json:"Version"`
	Variant string `json:"Variant"`
	Profile string `json:"Profile"` // the name of the server's profile; "" for a variant alone
	Write   int64  `json:"Write"`   // the number of the last write in the rows of a data file
}

// externalForm lists the teams that have one external id, in the order in which they got it.
type externalForm struct {
	ID    string  `json:"Id"`
	Teams []int64 `json:"Teams"`
}

// endForm is the line behind the rows. CRC is that of all bytes before the line.
type endForm struct {
	Lines int    `json:"Lines"`
	CRC   string `json:"CRC"`
}

// checksums returns the polynomial of all checksums, which processors compute. Most servers never need it, and making
// it takes longer than any other part of the package's initialisation.
func checksums() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func checksum(data []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(data, checksums())) }

// Settings say what Save writes beside rows.
type Settings struct {
	Keys     bool
	Numbered bool // the header says the number of the last write
}

// Save writes a version. It keeps one line in memory.
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
	for _, t := range tables {
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

// saveExternal adds the external ids that several teams have. The others follow from the teams.
func saveExternal(l *lineWriter, st *model.Version) {
	for r := range st.Teams.Rows() {
		id := r.Team.ExternalTeamID
		if teams, _ := st.External.Get(id); id != "" && len(teams) > 1 && teams[0] == r.Team.ID {
			addLine(l, externalLine, &externalForm{id, teams})
		}
	}
}

// lineWriter writes the lines of a file. After an error it writes nothing.
type lineWriter struct {
	out   *bufio.Writer
	sum   hash.Hash32
	line  []byte
	lines int
	most  int // bytes of a line, as many as the reader of files takes
	err   error
}

// addLine adds a line with a value.
func addLine[T any](l *lineWriter, name string, value *T) { l.add(name, rowjson.Append(nil, value)) }

// add adds a line with a value in JSON, and reports whether all went well.
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

// appendMember appends an object with one member.
func appendMember(dst []byte, name string, value []byte) []byte {
	dst = append(append(dst, `{"`...), name...)
	return append(append(append(dst, `":`...), value...), '}')
}
