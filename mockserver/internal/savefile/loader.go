package savefile

import (
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// loader reads the lines of a file into a version of its own.
type Loader struct {
	host     Host
	st       *model.Version
	accounts []model.Account
	external map[string]sharing // by external id
	places   map[string]*places // by table
	seen     map[string]bool    // the kinds of lines of which a file has one
	header   bool
	ended    bool
	line     int32 // the number of the line that is read
	rows     int32 // how many lines the rows have, 0 until they end. Lines behind them are writes
	Write    int64 // the number of the last write that the file has
}

// sharing are the teams that a line gives an external id.
type sharing struct {
	teams []int64
	line  int32
}

func NewLoader(host Host, row *contract.Variant) *Loader {
	l := &Loader{
		host: host, st: model.NewVersion(row), external: map[string]sharing{}, places: map[string]*places{},
		seen: map[string]bool{},
	}
	for _, t := range Tables {
		l.places[t.Name()] = &places{}
	}
	return l
}

// put puts a row of the present line into its table. again allows it to replace a row.
func (l *Loader) put(t Table, row *node.Node, again bool) error {
	pos, err := t.read(l.st, row, again)
	if err == nil {
		l.places[t.Name()].add(pos, l.line)
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
