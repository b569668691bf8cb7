package tempfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/tourney-go/tourney/internal/wait"
)

// turn is how long Update waits between two looks at the lock of another program. Changing a file takes moments.
const turn = 5 * time.Millisecond

// ErrLocked is the error of Lock for a file that is locked already.
var ErrLocked = errors.New("another program has the file open: choose another file")

// Update replaces a file by what change returns for its data, which is nil if the file does not exist. If change
// returns nil, Update removes the file. Programs that call Update for the same file at the same time take turns, so
// that none loses the change of another. They lock a file beside it, whose name ends with .lock. The system releases
// the lock when a program ends, even if it is killed. On systems without locks Update takes no turns.
func Update(ctx context.Context, path string, change func(data []byte) ([]byte, error)) error {
	path, err := Target(path)
	if err != nil {
		return err
	}
	for {
		held, err := lockBeside(path)
		if err == nil {
			err = update(path, change)
			return errors.Join(err, held.Close())
		}
		if !errors.Is(err, ErrLocked) {
			return err
		}
		if err = wait.Sleep(ctx, turn); err != nil {
			return err
		}
	}
}

// lockBeside locks the file whose lock Update has.
func lockBeside(path string) (*os.File, error) {
	held, err := Lock(path + ".lock")
	if _, missing := os.Lstat(path + ".lock"); isFixed(err) && errors.Is(missing, fs.ErrNotExist) {
		held, err = Lock(path) // Replace then writes into the file, so a lock of the file itself does
	}
	return held, err
}

// Locks returns an error if Update would take no turns for a file, because the system has no locks there.
func Locks(path string) error {
	path, err := Target(path)
	if err != nil {
		return err
	}
	held, err := lockBeside(path)
	if err == nil {
		defer held.Close()
		var second *os.File
		if second, err = lockBeside(path); err == nil {
			_ = second.Close()
			return &fs.PathError{Op: "lock", Path: path, Err: errors.New("the system has no locks in this folder")}
		}
	}
	if errors.Is(err, ErrLocked) {
		return nil
	}
	return err
}

func update(path string, change func(data []byte) ([]byte, error)) error {
	data, err := Load(path)
	if err != nil {
		return err
	}
	if data, err = change(data); err != nil {
		return err
	}
	if data == nil {
		return Remove(path)
	}
	return Replace(path, data)
}
