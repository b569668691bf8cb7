package mockserver

import (
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
)

// loader reads the lines of a file into a version of its own.
type loader struct {
	host     savedHost
	st       *version
	accounts []account
	external map[string]sharing // by external id
	places   map[string]*places // by table
	seen     map[string]bool    // the kinds of lines of which a file has one
	header   bool
	ended    bool
	line     int32 // the number of the line that is read
	rows     int32 // how many lines the rows have, 0 until they end. Lines behind them are writes
	write    int64 // the number of the last write that the file has
}

// sharing are the teams that a line gives an external id.
type sharing struct {
	teams []int64
	line  int32
}

func newLoader(host savedHost, row *contract.Variant) *loader {
	l := &loader{
		host: host, st: newVersion(row), external: map[string]sharing{}, places: map[string]*places{},
		seen: map[string]bool{},
	}
	for _, t := range savedTables {
		l.places[t.name()] = &places{}
	}
	return l
}

// put puts a row of the present line into its table. again allows it to replace a row.
func (l *loader) put(t savedTable, row *node.Node, again bool) error {
	pos, err := t.read(l.st, row, again)
	if err == nil {
		l.places[t.name()].add(pos, l.line)
	}
	return err
}

// replace replaces the rows of a version by the rows of the file.
func (l *loader) replace(st *version) {
	was := *st
	*st = *l.st
	st.accounts, st.hands, st.variant, st.number = was.accounts, was.hands, was.variant, was.number
	st.keys, st.began = was.keys, was.began
	if l.accounts != nil {
		st.accounts = l.accounts
	}
	for i := range st.accounts {
		st.take(accountIDs, st.accounts[i].id)
	}
}
