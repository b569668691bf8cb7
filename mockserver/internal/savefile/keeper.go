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
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// KeeperSettings are the values of the option DataFile. Without the option, the path is empty.
type KeeperSettings struct {
	Path      string
	Sync      bool
	CompactAt int64        // bytes of writes that cause a new file; 0: as the rows, at least minCompactAt
	Note      func(string) // nil for none
	Disk      Disk
}

// minCompactAt is how many bytes of writes a file without DataCompactAt may have, even if its rows take fewer bytes.
const minCompactAt = 4 << 20

// Keeper writes the versions of a world into a file. Callers hold the world's lock during every call, except calls of
// Tell.
type Keeper struct {
	KeeperSettings

	host Host
	File *File
	rows int64 // bytes of the rows in the file, without the writes after the rows
	next int64 // when the writes have this size in bytes, the Keeper replaces the file
	last int64 // the number of the last write in the file

	pending notes // texts that Tell passes to the function of DataNotes, when nobody holds the lock
}

type notes struct {
	mu    sync.Mutex
	texts []string
}

func (n *notes) add(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.texts = append(n.texts, fmt.Sprintf(format, args...))
}

// Tell calls the function of DataNotes with each waiting text. The caller of Tell must hold no lock, because the
// function may use the server.
func (k *Keeper) Tell() {
	k.pending.mu.Lock()
	texts := k.pending.texts
	k.pending.texts = nil
	k.pending.mu.Unlock()
	for _, text := range texts {
		if k.Note != nil {
			k.Note(text)
		}
	}
}

// OpenKeeper opens a data file, and returns the rows in it. The rows are nil if there is no file yet.
func OpenKeeper(settings KeeperSettings, host Host, row *contract.Variant) (*Keeper, *Loader, error) {
	k := &Keeper{KeeperSettings: settings, host: host}
	var err error
	if k.File, err = Open(k.Disk, k.Path, k.Sync, fileBegin); err != nil {
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

// Named adds the name of the option DataFile and the path of the file to an error.
func (k *Keeper) Named(err error) error {
	return fmt.Errorf("mockserver: DataFile: %s: %w", k.Path, err)
}

// read reads the file into l. It cuts off an incomplete write at the end of the file.
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

// unwritten begins the error message of a write that the server refuses because the data file could not store the
// write.
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
		line = AppendWrite(line, &Write{Number: n}) // an earlier write that the disk had no room for
	}
	line = AppendWrite(line, &w) // even if no row changed, because no later write may get the same number
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

// needed returns err, the reason why the file could not store a write. It returns nil if the write changed nothing that
// a file contains. Files contain no keys, so keys can change even if the disk is full.
func (k *Keeper) needed(w *Write, err error) error {
	if w.changes() {
		return err
	}
	k.pending.add("%s: the number of write %d, which changed no row, is not in the file: %v", k.Path, w.Number, err)
	return nil
}

// made returns nil if Replace failed but the new file is already in place. The caller must then not refuse the write,
// because a server that starts again would read the write from the file.
func (k *Keeper) made(err error) error {
	if errors.Is(err, ErrReplaced) {
		k.pending.add("%s: %v", k.Path, err)
		return nil
	}
	return err
}

// compact replaces the file by a file that has only the rows of the version and no writes.
func (k *Keeper) compact(st *model.Version) {
	if err := k.made(k.Replace(st)); err != nil {
		k.next = 2 * (k.File.Size() - k.rows) // a new try at each write would probably fail each time
		k.pending.add("%s: the writes in it could not be removed: %v", k.Path, err)
	}
}

// Close lets other servers open the file. After Close, writes fail.
func (k *Keeper) Close() {
	if err := k.File.Close(); err != nil {
		k.pending.add("%s: %v", k.Path, err)
	}
}
