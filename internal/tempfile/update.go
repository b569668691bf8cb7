package tempfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"
)

// turn is how long Update waits between two looks at the lock of another program. Changing a file takes moments.
const turn = 5 * time.Millisecond

// Update replaces a file by what change returns for its data, which is nil if the file does not exist. Programs that
// call Update for the same file at the same time take turns, so that none loses the change of another. They lock a file
// beside it, whose name ends with .lock. The system releases the lock when a program ends, even if it is killed. On
// systems without locks Update takes no turns.
func Update(ctx context.Context, path string, change func(data []byte) ([]byte, error)) error {
	for {
		release, err := exclusive(path + ".lock")
		if err != nil {
			return err
		}
		if release != nil {
			err = update(path, change)
			release()
			return err
		}
		select {
		case <-time.After(turn):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func update(path string, change func(data []byte) ([]byte, error)) error {
	data, err := os.ReadFile(path) //nolint:gosec // the caller named the file
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if data, err = change(data); err != nil {
		return err
	}
	return Replace(path, data)
}
