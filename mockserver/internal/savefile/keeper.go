package savefile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/datafile"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// KeeperSettings are the values of the option DataFile. On a server without the option the path is empty.
type KeeperSettings struct {
	Path      string
	Sync      bool
	CompactAt int64        // bytes of writes before they are removed; 0 for as many as the rows take, or minCompactAt
	Note      func(string) // nil for none
	Disk      datafile.Disk
}

// minCompactAt is how many bytes of writes a file may have without DataCompactAt, however few its rows are.
const minCompactAt = 4 << 20

// Keeper writes the versions of a world into a file. Callers hold the world's lock during every call, except calls of
// Tell.
type Keeper struct {
	KeeperSettings

	host Host
	File *datafile.File
	rows int64 // bytes of the rows in the file, without the writes behind them
	next int64 // when the writes have this size, the file is replaced
	last int64 // the number of the last write in the file

	pending notes // for the function of DataNotes, after the lock is free
}

// notes are texts for the function of DataNotes that Tell has not passed on yet.
type notes struct {
	mu    sync.Mutex
	texts []string
}

func (n *notes) add(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.texts = append(n.texts, fmt.Sprintf(format, args...))
}

// take returns the texts that were added since the last call.
func (n *notes) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	taken := n.texts
	n.texts = nil
	return taken
}

// Tell calls the function of DataNotes with each text. The function may use the server, so the caller of Tell holds no
// lock.
func (k *Keeper) Tell() {
	for _, text := range k.pending.take() {
		if k.Note != nil {
			k.Note(text)
		}
	}
}

// OpenKeeper opens a data file, and returns the rows in it. The rows are nil if there is no file yet.
func OpenKeeper(settings KeeperSettings, host Host, row *contract.Variant) (*Keeper, *Loader, error) {
	k := &Keeper{KeeperSettings: settings, host: host}
	var err error
	if k.File, err = datafile.Open(k.Disk, k.Path, k.Sync, fileBegin); err != nil {
		return nil, nil, k.Named(err)
	}
	l := NewLoader(host, row)
	in, err := k.File.Read()
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil, nil
	}
	if err == nil {
		err = k.read(in, l)
		err = errors.Join(err, in.Close())
	}
	if err != nil {
		return nil, nil, errors.Join(k.Named(err), k.File.Close())
	}
	return k, l, nil
}

// Named returns an error of the option DataFile, with the path of the file.
func (k *Keeper) Named(err error) error {
	return fmt.Errorf("mockserver: DataFile: %s: %w", k.Path, err)
}

// read reads the file. It cuts off a write at the end that is incomplete.
func (k *Keeper) read(in io.Reader, l *Loader) error {
	lines := newLineReader(in)
	if err := l.readRows(lines); err != nil {
		return err
	}
	k.setRows(lines.offset)
	end, torn, err := l.readWrites(lines)
	if err == nil {
		err = l.finish(end)
	}
	if err != nil {
		return err
	}
	if torn > 0 {
		k.pending.add("%s: cut %d bytes at the end, a write behind write %d that was written in part",
			k.Path, torn, l.Write)
	}
	k.last = l.Write
	return k.File.Continue(end)
}

// setRows stores how many bytes of the file are rows.
func (k *Keeper) setRows(size int64) {
	k.rows, k.next = size, cmp.Or(k.CompactAt, max(size, minCompactAt))
}

// Replace replaces the content of the file by the rows of one version.
func (k *Keeper) Replace(st *model.Version) error {
	err := k.File.Replace(func(w io.Writer) error {
		return Save(w, k.host, st, Settings{Numbered: true})
	})
	if err == nil {
		k.setRows(k.File.Size())
		k.last = st.Number
	}
	return err
}

// unwritten begins the message of an error when a write is refused because the data file could not store it.
const unwritten = "the data file cannot be written: "

// Keep appends the changes of a version to the file. If Keep returns an error, the caller must not make the version the
// newest.
func (k *Keeper) Keep(st, before *model.Version) error {
	if err := k.add(st, before); err != nil {
		return refusal.Because(0, tourney.CodeUnavailable, unwritten+redact.Safe(err.Error()))
	}
	return nil
}

func (k *Keeper) add(st, before *model.Version) error {
	w, ok := WriteOf(st, before)
	if !ok {
		return k.made(k.Replace(st))
	}
	var line []byte
	for n := k.last + 1; n < w.Number; n++ {
		line = AppendWrite(line, &Write{Number: n}) // a write without a changed row, for which the disk had no room
	}
	line = AppendWrite(line, &w) // also if no row changed: no later write may get the same number
	if len(line) > longestLine {
		return k.made(k.Replace(st))
	}
	if err := k.File.Append(line); err != nil {
		return k.needed(&w, err)
	}
	k.last = w.Number
	if k.File.Size()-k.rows >= k.next {
		k.compact(st)
	}
	return nil
}

// needed returns the error of a write that the file could not store, or nil if the write changed nothing that a file
// contains. Files contain no keys, so keys can change even if the disk is full.
func (k *Keeper) needed(w *Write, err error) error {
	if w.changes() {
		return err
	}
	k.pending.add("%s: the number of write %d, which changed no row, is not in the file: %v", k.Path, w.Number, err)
	return nil
}

// made returns nil if the new file is in place although Replace failed. If the caller refused that write, the write
// would be there after a restart.
func (k *Keeper) made(err error) error {
	if errors.Is(err, datafile.ErrReplaced) {
		k.pending.add("%s: %v", k.Path, err)
		return nil
	}
	return err
}

// compact replaces the file, which contains the version already, by a file with the rows alone.
func (k *Keeper) compact(st *model.Version) {
	if err := k.made(k.Replace(st)); err != nil {
		k.next = 2 * (k.File.Size() - k.rows) // trying again at each write would fail each time
		k.pending.add("%s: the writes in it could not be removed: %v", k.Path, err)
	}
}

// Close lets other servers open the file. Writes fail from then on.
func (k *Keeper) Close() {
	if err := k.File.Close(); err != nil {
		k.pending.add("%s: %v", k.Path, err)
	}
}
