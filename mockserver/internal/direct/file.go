package direct

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"sort"
)

// File is a file of rows that somebody wrote.
type File struct {
	Name  string
	Data  []byte
	lines []int // the offsets of all lines except the first
}

// newFile returns a file with this content, without the byte order mark that some editors write at the beginning.
func newFile(name string, data []byte) *File {
	f := &File{Name: name, Data: bytes.TrimPrefix(data, []byte("\uFEFF"))}
	for i, c := range f.Data {
		if c == '\n' || c == '\r' && !bytes.HasPrefix(f.Data[i+1:], []byte("\n")) {
			f.lines = append(f.lines, i+1)
		}
	}
	return f
}

// at returns the place with an offset, such as a line of the file, as messages show it.
func (f *File) at(offset int64) string {
	return fmt.Sprintf("%s:%d", f.Name, sort.SearchInts(f.lines, int(offset)+1)+1)
}

// ReadFiles reads the files with these names from fsys.
func ReadFiles(fsys fs.FS, names []string) ([]*File, error) {
	switch {
	case fsys == nil:
		return nil, errors.New("the file system is nil")
	case len(names) == 0:
		return nil, errors.New("expected the name of a file, found none")
	}
	files := make([]*File, len(names))
	for i, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		files[i] = newFile(name, data)
	}
	return files, nil
}
