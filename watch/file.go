package watch

import (
	"context"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// File keeps the state of a watch as JSON in a file. Only its owner can read a new file, and a file keeps its
// permissions; on Windows it has the rights of its folder. The folder must exist. The file always holds a complete
// snapshot: Save writes a temporary file in the same folder, flushes it to the disk, and renames it. Where the system
// allows no new file there, because the folder is read-only or the file is mounted alone, Save writes into the file,
// and a kill meanwhile can leave half a snapshot. When the path is a symbolic link, Save keeps the link and replaces
// the file that the link leads to. A pipe, a device or any other path that is no regular file is an error.
//
// The name of the temporary file is the name of the file, a number and .tmp. A program that is killed leaves its
// temporary file behind. The next watch with the same file removes it: at once on systems that can tell whether a
// program is writing to the file (Unix, Windows), and on other systems after an hour. The watch touches no other file
// in the folder.
func File(path string) State { return file(path) }

type file string

// Load reads the file, if there is one.
func (f file) Load(context.Context) ([]byte, error) { return tempfile.Load(string(f)) }

// Save replaces the file.
func (f file) Save(_ context.Context, data []byte) error { return tempfile.Replace(string(f), data) }
