package savefile

import (
	"slices"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// Loader reads the lines of a file into a new version.
type Loader struct {
	host     Host
	st       *model.Version
	accounts []model.Account
	external map[string]sharing // by external id
	places   map[string]*places // by the name of the table
	seen     map[string]bool    // the kinds of lines that a file may have only once, and that were read
	header   bool
	ended    bool
	line     int32 // the number of the current line
	rows     int32 // number of the lines of rows; 0 until the rows end. Later lines are writes
	Write    int64 // the number of the last write in the file
}

// sharing are the teams that a line of the file lists for one external id.
type sharing struct {
	teams []int64
	line  int32
}

// NewLoader returns a loader for a server of a host and a variant.
func NewLoader(host Host, row *contract.Variant) *Loader {
	l := &Loader{
		host: host, st: model.NewVersion(row), external: map[string]sharing{}, places: map[string]*places{},
		seen: map[string]bool{},
	}
	for t := range tables {
		l.places[t.name()] = &places{}
	}
	return l
}

// put puts a row of the current line into its table. The row may replace a row with the same id only if again is true.
func (l *Loader) put(t table, row *node.Node, again bool) error {
	pos, err := t.read(l.st, row, again)
	if err == nil {
		l.places[t.name()].add(pos, l.line)
	}
	return err
}

// Replace replaces the rows of a version by the rows of the file.
func (l *Loader) Replace(st *model.Version) {
	was := *st
	*st = *l.st
	st.Accounts, st.Hands, st.Variant, st.Number = was.Accounts, was.Hands, was.Variant, was.Number
	st.Keys, st.Began = was.Keys, was.Began
	if l.accounts != nil {
		st.Accounts = l.accounts
	}
	for i := range st.Accounts {
		st.Take(model.AccountIDs, st.Accounts[i].ID)
	}
}

// places records which lines of a file the rows of a table come from. Rows in consecutive lines form one stretch. In a
// file that Save writes, all rows of a table are therefore one stretch.
type places []stretch

// stretch is a group of rows that have consecutive positions in the table and come from consecutive lines.
type stretch struct{ pos, line, count int32 }

func (p *places) add(pos, line int32) {
	if n := len(*p); n > 0 {
		last := &(*p)[n-1]
		if pos == last.pos+last.count && line == last.line+last.count {
			last.count++
			return
		}
	}
	*p = append(*p, stretch{pos, line, 1})
}

// line returns the last line that put a row at a position, 0 when there is none.
func (p places) line(pos int32) int32 {
	for _, s := range slices.Backward(p) {
		if s.pos <= pos && pos < s.pos+s.count {
			return s.line + pos - s.pos
		}
	}
	return 0
}
