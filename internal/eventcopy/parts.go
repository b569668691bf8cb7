package eventcopy

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// folder is a folder with the parts of a copy that is not finished. It has no data of people: the rows in it have
// made-up people already.
type folder string

// header says which copy a folder belongs to.
type header struct {
	Host    string
	EventID int64
	Seed    []byte
}

// part is what a copy has read with one list.
type part struct {
	Rows   []json.RawMessage // as tourney.MarshalRow writes them, with made-up people
	Notes  []string
	Unread []string
}

// The files beside the parts. The file with the people has the names that the copy knows, in the form in which a
// pseudonym.People writes them.
const (
	headerFile = "copy"
	peopleFile = "people"
)

func (f folder) path(name string) string { return filepath.Join(string(f), name+".json") }

// open returns the header of the folder. It refuses a folder that belongs to another copy.
func (f folder) open(want header) (header, error) {
	var is header
	found, err := f.read(headerFile, &is)
	switch {
	case err != nil:
		return is, err
	case !found:
		return is, fs.ErrNotExist
	case is.Host != want.Host || is.EventID != want.EventID:
		err = fmt.Errorf("event %d of %s", is.EventID, is.Host)
	case want.Seed != nil && !bytes.Equal(is.Seed, want.Seed):
		err = errors.New("another seed")
	}
	if err != nil {
		err = fmt.Errorf("%s has an unfinished copy of %w: finish that copy, or remove the folder", string(f), err)
	}
	return is, err
}

// create makes the folder. It refuses one with parts, because a program that is killed while it removes the folder can
// leave parts of another copy.
func (f folder) create(h header) (header, error) {
	if h.Seed == nil {
		h.Seed = make([]byte, 32)
		_, _ = rand.Read(h.Seed) // it never fails
	}
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return h, err
	}
	if entries, err := os.ReadDir(string(f)); err != nil || slices.ContainsFunc(entries, isPart) {
		return h, cmp.Or(err, fmt.Errorf("%s has parts, and nothing says of which copy: remove the folder", string(f)))
	}
	return h, f.write(headerFile, h)
}

func isPart(entry fs.DirEntry) bool { return filepath.Ext(entry.Name()) == ".json" }

func (f folder) write(name string, v any) error {
	data, err := marshal(v)
	if err != nil {
		return err
	}
	tempfile.RemoveAbandoned(f.path(name))
	return tempfile.Replace(f.path(name), data)
}

// read reads a file of the folder, and reports whether the file is there.
func (f folder) read(name string, v any) (found bool, err error) {
	data, err := os.ReadFile(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be read, remove the folder: %w", f.path(name), err)
	}
	return err == nil, err
}

// marshal returns JSON in which texts stay as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
