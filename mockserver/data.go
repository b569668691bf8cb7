package mockserver

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/direct"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/savefile"
	"github.com/tourney-go/tourney/mockserver/internal/scenario"
)

// DataOption changes how [DataFile] keeps rows. The zero DataOption is refused.
type DataOption struct {
	set func(*savefile.KeeperSettings) error
}

// DataFile keeps the rows in a file across restarts. If the file does not exist, New creates it with the rows of the
// scenario. If it exists, New loads its rows and no scenario. Each write is in the file before its answer, so a server
// that was killed at any moment starts again with every write of rows that it answered. The file does not hold the keys
// of accounts: a server that starts has the keys of its options. The numbers of writes continue after the last write in
// the file. Reset, Load and the methods that write rows are writes too. If the file cannot be written, the server
// refuses a write of rows and changes nothing: a request gets code CodeUnavailable, and a method panics. Other writes,
// such as [Accounts.RotateKeys], still work.
//
// Only one server at a time can use a file, until Close. The file holds no accounts, no keys, no journal, no faults and
// no clock. https://github.com/tourney-go/tourney/blob/main/docs/data.md has the format and what a crash can do.
func DataFile(path string, opts ...DataOption) Option {
	return Option{func(o *options) error {
		if path == "" {
			return errors.New("mockserver: DataFile: the path is empty")
		}
		o.data = savefile.KeeperSettings{Path: path, Disk: savefile.Real{}}
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

// DataSync makes the server write each write through to the disk before its answer. Without DataSync the operating
// system does that some time later, and a computer that loses its power can lose the last writes. A program that ends
// loses no write.
func DataSync() DataOption {
	return DataOption{func(s *savefile.KeeperSettings) error {
		s.Sync = true
		return nil
	}}
}

// DataCompactAt sets the number of bytes of writes in the file at which the server replaces the file by one that holds
// only rows. The default is the number of bytes that the rows take, and at least 4 MiB. A replacement takes the time to
// write all rows, and other writes wait until it is done.
func DataCompactAt(bytes int64) DataOption {
	return DataOption{func(s *savefile.KeeperSettings) error {
		if bytes < 1 {
			return fmt.Errorf("mockserver: DataCompactAt: %d bytes: must be at least 1", bytes)
		}
		s.CompactAt = bytes
		return nil
	}}
}

// DataNotes makes the server call f with a line of text when the server cut an incomplete write from the end of the
// file, or could not replace the file. Without DataNotes, Start logs these lines in the test, and New drops them. New,
// writes and Close call f, and several goroutines can call f at once. The server calls f after the write, so f can use
// the server.
func DataNotes(f func(note string)) DataOption {
	return DataOption{func(s *savefile.KeeperSettings) error {
		if f == nil {
			return errors.New("mockserver: DataNotes: the function is nil")
		}
		s.Note = f
		return nil
	}}
}

// logNotes makes the log of a test show the lines that a function of DataNotes would get.
func logNotes(logf func(format string, args ...any)) Option {
	return setting(func(o *options) {
		if o.data.Note == nil {
			o.data.Note = func(note string) { logf("mockserver: %s", note) }
		}
	})
}

// SaveOption changes what Save writes. The zero SaveOption is refused.
type SaveOption struct{ set func(*savefile.Settings) }

// SaveKeys makes Save write the accounts too: their passwords, keys and secrets, as plain text.
func SaveKeys() SaveOption { return SaveOption{func(s *savefile.Settings) { s.Keys = true }} }

func (s *server) Save(w io.Writer, opts []SaveOption) error {
	s.State.Guard()
	settings, err := saveSettingsOf(w, opts)
	if err != nil {
		return err
	}
	return refusal.Wrap("Save", savefile.Save(w, savefile.HostOf(&s.profile.Profile), s.State.Newest(), settings))
}

// saveSettingsOf checks the arguments of Save, and returns what its options set.
func saveSettingsOf(w io.Writer, opts []SaveOption) (settings savefile.Settings, err error) {
	if w == nil {
		return settings, refusal.Errorf("Save", "the writer is nil")
	}
	for _, opt := range opts {
		if opt.set == nil {
			return settings, refusal.Errorf("Save", "an option is the zero SaveOption")
		}
		opt.set(&settings)
	}
	return settings, nil
}

func (s *server) Load(r io.Reader) error {
	s.State.Guard()
	if r == nil {
		return refusal.Errorf("Load", "the reader is nil")
	}
	l := savefile.NewLoader(savefile.HostOf(&s.profile.Profile), s.Responder.Variant)
	err := l.ReadAll(r)
	if err == nil {
		_, err = s.State.Commit(model.Origin{Method: "Load"}, func(next *model.Version) error {
			before := next.Given()
			s.Journal.Known.Remember(next.Accounts)
			s.Responder.Late.Drop()
			l.Replace(next)
			next.GoOn(before)
			next.GoOn(s.State.Given)
			return nil
		})
	}
	return refusal.Wrap("Load", err)
}

// Fixtures adds the rows of files to the rows of the scenario, as LoadFixtures does. New refuses files with mistakes.
// Reset restores these rows.
func Fixtures(fsys fs.FS, names ...string) Option {
	return Option{func(o *options) error {
		files, err := direct.ReadFiles(fsys, names)
		if err != nil {
			return fmt.Errorf("mockserver: Fixtures: %w", err)
		}
		o.fixtures = append(o.fixtures, files...)
		return nil
	}}
}

// prepared returns the scenario with the rows of the fixtures, and their names. Each Reset starts with this scenario
// again, so prepared makes the rows once. Without fixtures it builds no rows, because the server may start with the
// rows of a file. It is no method of options, because then each compile of a user's package would read the types of
// rows.
func prepared(o *options, profile string, v *contract.Variant) (*scenario.Prepared, error) {
	p := scenario.Prepare(v, o.choice())
	if len(o.fixtures) == 0 {
		return p, nil
	}
	built := p.Fork(v, o.choice())
	if err := direct.ReadFixtures(o.fixtures).AddTo(built, profile, o.dangling); err != nil {
		return nil, err
	}
	return p.With(built), nil
}

func (s *server) LoadFixtures(fsys fs.FS, names []string) error {
	files, err := direct.ReadFiles(fsys, names)
	if err == nil {
		read := direct.ReadFixtures(files)
		_, err = s.State.Commit(model.Origin{Method: "LoadFixtures"}, func(next *model.Version) error {
			if read.Empty() {
				return history.ErrUnchanged
			}
			bytes, before := int64(0), count(next)
			for _, file := range files {
				bytes += int64(len(file.Data))
			}
			err := read.AddTo(next, s.profile.Name, s.Dangling)
			next.Source = next.Source.With(bytes, count(next)-before)
			return err
		})
	}
	return refusal.Wrap("LoadFixtures", err)
}

// count returns how many rows there are of the kinds that files have most of.
func count(s *model.Version) int { return s.Teams.Len() + s.People.Len() + s.Games.Len() }

func (s *server) ID(ref string) int64 {
	ids := s.State.Newest().Refs.IDs()
	id, ok := ids[ref]
	if !ok {
		panic(refusal.Wrap("ID", refusal.NoneNamed("ref", ref, slices.Sorted(maps.Keys(ids)))))
	}
	return id
}
