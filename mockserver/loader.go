package mockserver

import "github.com/tourney-go/tourney/internal/contract"

// loader reads the lines of a file into a version of its own.
type loader struct {
	host     savedHost
	st       *version
	accounts []account
	external map[string][]int64
	header   bool
	ended    bool
	write    int64 // the number of the last write that the file has
}

func newLoader(host savedHost, row *contract.Variant) *loader {
	return &loader{host: host, st: newVersion(row), external: map[string][]int64{}}
}

// replace replaces the rows of a version by the rows of the file.
func (l *loader) replace(st *version) {
	was := *st
	*st = *l.st
	st.accounts, st.hands, st.variant, st.number = was.accounts, was.hands, was.variant, was.number
	st.keys = was.keys
	if l.accounts != nil {
		st.accounts = l.accounts
	}
	for i := range st.accounts {
		st.take(accountIDs, st.accounts[i].id)
	}
}
