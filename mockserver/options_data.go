package mockserver

import (
	"errors"
	"fmt"

	"github.com/tourney-go/tourney/mockserver/internal/datafile"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
)

// DataOption changes how DataFile keeps rows. The zero DataOption is refused.
type DataOption struct {
	set func(*savefile.KeeperSettings) error
}

// DataFile keeps the rows in a file across restarts. New makes the file with the rows of the scenario if there is none,
// and else starts with its rows, in the place of the scenario. Each write is in the file before its answer, so a server
// that was killed at any moment starts again with every write of rows that it answered. Accounts' keys are not kept: a
// server that starts has those of its options. The numbers of writes go on. Reset, Load and the methods that write rows
// are writes too. If the file cannot be written, a write of rows is refused, with code CodeUnavailable or, from a
// method, with a panic, and nothing changes. Other writes, such as Accounts.RotateKeys, go on.
//
// One server at a time has a file, until Close. The file holds neither accounts nor keys, nor the journal, faults and
// the clock. docs/data.md has the format and what a crash can do.
func DataFile(path string, opts ...DataOption) Option {
	return Option{func(o *options) error {
		if path == "" {
			return errors.New("mockserver: DataFile: the path is empty")
		}
		o.data = savefile.KeeperSettings{Path: path, Disk: datafile.Real{}}
		for _, opt := range opts {
			if opt.set == nil {
				return errors.New("mockserver: DataFile: an option is the zero DataOption")
			}
			if err := opt.set(&o.data); err != nil {
				return err
			}
		}
		return nil
	}}
}

// DataSync makes the server write each write through to the disk before its answer. Without it the system does that
// some time later, and a computer that loses its power can lose the last writes. A program that ends loses none.
func DataSync() DataOption {
	return DataOption{func(s *savefile.KeeperSettings) error {
		s.Sync = true
		return nil
	}}
}

// DataCompactAt sets the number of bytes of writes in the file at which the server replaces it by a file of rows alone.
// The default is the number of bytes that the rows take, and at least 4 MiB. A replacement costs the time to write all
// rows, for which other writes wait.
func DataCompactAt(bytes int64) DataOption {
	return DataOption{func(s *savefile.KeeperSettings) error {
		if bytes < 1 {
			return fmt.Errorf("mockserver: DataCompactAt: %d bytes: must be at least 1", bytes)
		}
		s.Most = bytes
		return nil
	}}
}

// DataNotes makes the server call f with a line of text about what it did to the file without being asked: it cut a
// write that was written in part, or could not replace the file. Without DataNotes, Start logs these lines in the test,
// and New drops them. New calls f, and so do writes and Close. f can be called from several goroutines at once. It is
// called after the write, so it can use the server.
func DataNotes(f func(note string)) DataOption {
	return DataOption{func(s *savefile.KeeperSettings) error {
		if f == nil {
			return errors.New("mockserver: DataNotes: the function is nil")
		}
		s.Note = f
		return nil
	}}
}

// logNotes makes the log of a test show what DataNotes would.
func logNotes(logf func(format string, args ...any)) Option {
	return Option{func(o *options) error {
		if o.data.Note == nil {
			o.data.Note = func(note string) { logf("mockserver: %s", note) }
		}
		return nil
	}}
}
