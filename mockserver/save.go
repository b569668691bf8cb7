package mockserver

import (
	"bufio"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/rowjson"
)

// The name and the version of the format. docs/data.md describes it. Another form of a row needs another version.
const (
	savedFormat  = "tourney-mock"
	savedVersion = 1
)

// savedBegin is how every file begins, whatever its version.
const savedBegin = `{"` + headerLine + `":{"Format":"` + savedFormat + `"`

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

func lineNames() []string {
	names := []string{headerLine, accountsLine, externalLine, refsLine, idsLine, stateLine, endLine}
	return append(names, mapped(savedTables, savedTable.name)...)
}

// longestLine bounds a line of a file in bytes, and so the memory for it.
const longestLine = 256 << 20

// savedHost says which host the rows are of.
type savedHost struct{ variant, profile string }

// savedHostOf returns the host of a server, by its profile. A profile that has no name of its own is that of the variant.
func savedHostOf(p *tourney.Profile) savedHost {
	h := savedHost{variant: string(p.Variant)}
	if p.Name != h.variant {
		h.profile = p.Name
	}
	return h
}

// savedHeader is the first line of a file.
type savedHeader struct {
	Format  string `json:"Format"`
	Version int    `json:"Version"`
	Variant string `json:"Variant"`
	Profile string `json:"Profile"` // the name of the server's profile; "" for a variant alone
	Write   int64  `json:"Write"`   // the number of the last write in the rows of a data file
}

// savedExternal lists the teams that have one external id, in the order in which they got it.
type savedExternal struct {
	ID    string  `json:"Id"`
	Teams []int64 `json:"Teams"`
}

// savedEnd is the line behind the rows. CRC is that of all bytes before the line.
type savedEnd struct {
	Lines int    `json:"Lines"`
	CRC   string `json:"CRC"`
}

// checksums returns the polynomial of all checksums, which processors compute. Most servers never need it, and making
// it takes longer than any other part of the package's initialisation.
func checksums() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func checksum(data []byte) string { return fmt.Sprintf("%08x", crc32.Checksum(data, checksums())) }

// saveSettings say what save writes beside rows.
type saveSettings struct {
	keys     bool
	numbered bool // the header says the number of the last write
}

// save writes a version. It keeps one line in memory.
func save(w io.Writer, host savedHost, st *version, settings saveSettings) error {
	l := &lineWriter{out: bufio.NewWriterSize(w, 1<<16), sum: crc32.New(checksums()), most: longestLine}
	header := savedHeader{Format: savedFormat, Version: savedVersion, Variant: host.variant, Profile: host.profile}
	if settings.numbered {
		header.Write = st.number
	}
	addLine(l, headerLine, &header)
	if settings.keys {
		for _, a := range st.accounts {
			saved := saveAccount(a)
			addLine(l, accountsLine, &saved)
		}
	}
	for _, t := range savedTables {
		t.each(st, func(row []byte) bool { return l.add(t.name(), row) })
	}
	saveExternal(l, st)
	if refs := saveRefs(st.refs); len(refs) > 0 {
		addLine(l, refsLine, &refs)
	}
	ids, state := st.ids.since(&sequence{}), savedStateOf(st)
	addLine(l, idsLine, &ids)
	addLine(l, stateLine, &state)
	addLine(l, endLine, &savedEnd{l.lines, fmt.Sprintf("%08x", l.sum.Sum32())})
	if l.err == nil {
		l.err = l.out.Flush()
	}
	return l.err
}

// saveExternal adds the external ids that several teams have. The others follow from the teams.
func saveExternal(l *lineWriter, st *version) {
	for r := range st.teams.Rows() {
		id := r.Team.ExternalTeamID
		if teams, _ := st.external.Get(id); id != "" && len(teams) > 1 && teams[0] == r.Team.ID {
			addLine(l, externalLine, &savedExternal{id, teams})
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
