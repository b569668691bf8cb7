package savefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// Disk is what a File needs of a file system. Tests use disks that count calls and that fail.
type Disk interface {
	// Create makes an empty file for Write. If a file with the name exists, it returns an error.
	Create(name string) (Handle, error)
	// Append opens a file whose Write adds to its end.
	Append(name string) (Handle, error)
	Rename(from, to string) error
	// Link gives a file a second name.
	Link(from, to string) error
	Remove(name string) error
	// SyncFolder writes the folder of a file, with the names in it, to the disk.
	SyncFolder(name string) error
}

// Handle is an open file.
type Handle interface {
	io.WriteCloser
	Sync() error
	Stat() (fs.FileInfo, error)
	Truncate(size int64) error
}

// File is a file of lines. It is not safe for concurrent use.
type File struct {
	disk   Disk
	path   string // without symbolic links
	named  string // as the caller of Open named it
	sync   bool
	begin  string // the text with which every file of this kind begins
	lock   *os.File
	held   *os.File    // the lock of the file itself, for all names of the file; nil if the file does not exist
	handle Handle      // nil before the first Replace or Continue, and after Close
	info   fs.FileInfo // the identity of the open file, for check
	size   int64
	broken error // the reason why nothing can be written any more; nil if the file can be written
}

var errClosed = errors.New("the data file is closed")

// Open locks a file, which need not exist. If sync is true, every line is on the disk when Append returns. Every file
// of this kind begins with begin. Open returns an error in these cases: the path is not that of a regular file;
// another File has the file open; or the file is a mount of its own, so that Replace could not replace it. Open
// recognizes a file that is open through a symbolic link. It recognizes one that is open through a hard link only on
// systems that lock files and not names.
func Open(disk Disk, name string, sync bool, begin string) (*File, error) {
	path, err := tempfile.Target(name)
	if err != nil {
		return nil, plain(err)
	}
	lock, err := lockFile(path + ".lock")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the folder %s does not exist", filepath.Dir(path))
	}
	if err != nil {
		return nil, err
	}
	f := &File{disk: disk, path: path, named: name, sync: sync, begin: begin, lock: lock}
	if f.held, err = lockContent(path); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return f, nil
}

// ErrLocked is the error for a file that another program, or another server of this program, has open.
var ErrLocked = errors.New("another server has the data file")

// lockFile locks a file. The lock file beside a data file is never removed: if a program removed it, two other programs
// could each lock a different file with the same name.
func lockFile(name string) (*os.File, error) {
	held, err := tempfile.Lock(name)
	if errors.Is(err, tempfile.ErrLocked) {
		err = ErrLocked
	}
	return held, err
}

// Read opens the file for reading. The error is fs.ErrNotExist when the file does not exist.
func (f *File) Read() (io.ReadCloser, error) { return os.Open(f.path) }

// Continue cuts the file after the first size bytes, and opens it for Append. It removes the file that an interrupted
// Replace left beside this file. It returns an error if Replace could not replace the file, because the file is a
// mount of its own.
func (f *File) Continue(size int64) error {
	f.discard()
	if err := f.mounted(); err != nil {
		return err
	}
	if err := f.open(); err != nil {
		return err
	}
	f.size = size
	return f.handle.Truncate(size)
}

func (f *File) open() (err error) {
	if f.handle, err = f.disk.Append(f.path); err == nil {
		f.info, err = f.handle.Stat()
	}
	return err
}

// check returns an error unless the file still has its name and its size. Somebody could have removed the file, or
// changed a symbolic link that leads to it.
func (f *File) check() error {
	for _, name := range slices.Compact([]string{f.path, f.named}) {
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return errors.New("another program removed the file")
		case err != nil:
			return plain(err)
		case !os.SameFile(info, f.info):
			return errors.New("another program replaced the file")
		case info.Size() != f.size:
			return fmt.Errorf("another program changed the file: expected %d bytes, found %d", f.size, info.Size())
		}
	}
	return nil
}

// Size returns the bytes of the file.
func (f *File) Size() int64 { return f.size }

// Append adds a line. After an error the file contains no part of the line. Append returns an error when another
// program removed, replaced, cut or lengthened the file, because earlier lines may then be missing from the file with
// this name.
func (f *File) Append(line []byte) error {
	if f.broken != nil {
		return f.broken
	}
	if f.handle == nil {
		return errClosed
	}
	if err := f.check(); err != nil {
		return err
	}
	_, err := f.handle.Write(line)
	if err == nil && f.sync {
		if err = f.handle.Sync(); err != nil {
			// The system may have dropped what it could not write, and would report the next Sync as a success.
			f.broken = fmt.Errorf("the disk failed before: %w", plain(err))
		}
	}
	if err != nil {
		return f.undo(err)
	}
	f.size += int64(len(line))
	f.broken = f.check() // the file has changed since the last check; the line may be in it
	return f.broken
}

// undo removes the part of a line that Append has written before an error, the cause.
func (f *File) undo(cause error) error {
	if err := f.handle.Truncate(f.size); err != nil {
		f.broken = fmt.Errorf("half a line could not be removed: %w", plain(err))
	}
	return plain(cause)
}

// ErrReplaced is wrapped by the error of a Replace that failed after the new file was in place. After such an error
// the File refuses all writes.
var ErrReplaced = errors.New("the new file is in place")

// Replace replaces the content of the file by what the function write writes, in one step: after a crash the file has
// either the old or the new content, completely. After an error the file has the old content, unless the error wraps
// ErrReplaced.
func (f *File) Replace(write func(io.Writer) error) error {
	if f.broken != nil {
		return f.broken
	}
	size, err := f.prepare(write)
	if err != nil {
		return plain(err)
	}
	if f.handle != nil {
		if err = f.check(); err != nil {
			return errors.Join(err, f.disk.Remove(f.path+".new"))
		}
		_ = f.handle.Close() // some systems cannot rename an open file; all lines are written already
		f.handle = nil
	}
	if err = f.disk.Rename(f.path+".new", f.path); err != nil {
		_ = f.disk.Remove(f.path + ".new")
		return errors.Join(plain(err), f.reopen())
	}
	f.size = size
	return f.settle()
}

// settle makes sure that the new file survives a crash, and opens the file.
func (f *File) settle() error {
	held, err := lockContent(f.path)
	if f.held != nil {
		_ = f.held.Close() // this lock is on the old file
	}
	if f.held = held; err != nil {
		f.broken = fmt.Errorf("the new file could not be locked: %w", plain(err))
	} else if err = f.disk.SyncFolder(f.path); err != nil {
		f.broken = fmt.Errorf("the name of the new file could not be written: %w", plain(err))
	} else if err = f.reopen(); err == nil {
		return nil
	}
	return fmt.Errorf("%w, but %w", ErrReplaced, f.broken)
}

func (f *File) reopen() error {
	if err := f.open(); err != nil {
		f.broken = fmt.Errorf("the data file could not be opened again: %w", plain(err))
		return f.broken
	}
	return nil
}

// prepare writes the new file under a name beside the file, and returns its size.
func (f *File) prepare(write func(io.Writer) error) (int64, error) {
	f.discard()
	fresh, err := f.disk.Create(f.path + ".new")
	if errors.Is(err, fs.ErrExist) {
		return 0, fmt.Errorf("%s.new is in the way, and no data file: move it", filepath.Base(f.path))
	}
	if err != nil {
		return 0, err
	}
	if err = write(fresh); err == nil {
		err = fresh.Sync()
	}
	info, failed := fresh.Stat()
	if err = cmp.Or(errors.Join(err, fresh.Close()), failed); err != nil {
		_ = f.disk.Remove(f.path + ".new") // an incomplete file would keep a full disk full
		return 0, err
	}
	return info.Size(), nil
}

// discard removes the file that Replace writes before it renames it. It removes nothing that Replace has not made,
// such as a folder, a pipe, a link or a file of the user. If such a thing has the name, or if discard cannot remove
// the file, the following Create fails, and its error says why.
func (f *File) discard() {
	if info, err := os.Lstat(f.path + ".new"); err == nil && info.Mode().IsRegular() && f.replaces(f.path+".new") {
		_ = f.disk.Remove(f.path + ".new")
	}
}

// replaces reports whether Replace began to write the file with this name. Such a file starts with the text begin, or
// with a part of it if the file is shorter. It can also start with zeros, because some file systems leave zeros after
// a power failure.
func (f *File) replaces(name string) bool {
	file, err := os.Open(name) //nolint:gosec // the name is the name of the data file with an ending
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	begin := make([]byte, len(f.begin))
	n, err := io.ReadFull(file, begin)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	return string(begin[:n]) == f.begin[:n] || len(bytes.Trim(begin[:n], "\x00")) == 0
}

// Close closes the file and lets other programs open it. It returns an error if the file's name now belongs to another
// file.
func (f *File) Close() error {
	var err error
	if f.handle != nil {
		if f.broken == nil {
			err = f.check()
		}
		err = errors.Join(err, f.handle.Close())
		f.handle = nil
	}
	for _, lock := range []**os.File{&f.held, &f.lock} {
		if *lock != nil {
			err = errors.Join(err, (*lock).Close())
			*lock = nil
		}
	}
	return plain(err)
}

// plain returns an error of the system without the path, so that answers do not repeat the path.
func plain(err error) error {
	var of *os.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
