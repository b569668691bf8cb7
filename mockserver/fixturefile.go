package mockserver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"sort"
)

// fixtureFile is a file of rows that somebody wrote.
type fixtureFile struct {
	name  string
	data  []byte
	lines []int // where lines begin, but for the first
}

// newFixtureFile returns a file without the byte order mark that some editors write.
func newFixtureFile(name string, data []byte) *fixtureFile {
	f := &fixtureFile{name: name, data: bytes.TrimPrefix(data, []byte("\uFEFF"))}
	for i, c := range f.data {
		if c == '\n' || c == '\r' && !bytes.HasPrefix(f.data[i+1:], []byte("\n")) {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// at returns a place in the file for a message.
func (f *fixtureFile) at(offset int64) string {
	return fmt.Sprintf("%s:%d", f.name, sort.SearchInts(f.lines, int(offset)+1)+1)
}

// readFixtureFiles returns the files with these names.
func readFixtureFiles(fsys fs.FS, names []string) ([]*fixtureFile, error) {
	switch {
	case fsys == nil:
		return nil, errors.New("the file system is nil")
	case len(names) == 0:
		return nil, errors.New("expected the name of a file, found none")
	}
	files := make([]*fixtureFile, len(names))
	for i, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		files[i] = newFixtureFile(name, data)
	}
	return files, nil
}
