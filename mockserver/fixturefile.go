package mockserver

import (
	"bytes"
	"fmt"
	"io/fs"
)

// fixtureFile is a file of rows that somebody wrote.
type fixtureFile struct {
	name string
	data []byte
}

// at returns a place in the file for a message.
func (f *fixtureFile) at(offset int64) string {
	before := f.data[:min(int(offset), len(f.data))]
	return fmt.Sprintf("%s:%d", f.name, bytes.Count(before, []byte("\n"))+1)
}

// readFixtureFiles returns the files with these names.
func readFixtureFiles(fsys fs.FS, names []string) ([]*fixtureFile, error) {
	files := make([]*fixtureFile, len(names))
	for i, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		files[i] = &fixtureFile{name, data}
	}
	return files, nil
}
