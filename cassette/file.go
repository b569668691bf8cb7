package cassette

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// begin is the first line of every file. The exchanges follow, each of them a JSON text. When the program was killed, a
// part of an exchange can be at the end. It counts as nothing, and the next recording replaces it.
const begin = `{"version": 1}`

// openFile opens a file for more exchanges, and makes it when there is none. Only the owner can read it.
func openFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600) //nolint:gosec // the file that the caller named
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(f)
	if err == nil {
		_, whole, failed := parse(data)
		if err = failed; err == nil {
			err = errors.Join(f.Chmod(0o600), f.Truncate(int64(whole)))
		}
		if whole == 0 && err == nil {
			_, err = f.WriteString(begin)
		}
	}
	if err == nil {
		_, err = f.WriteString("\n")
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cassette: %s: %w", path, err), f.Close())
	}
	return f, nil
}

// load returns the exchanges of a file.
func load(path string) ([]*exchange, error) {
	data, err := os.ReadFile(path) //nolint:gosec // the file that the caller named
	if err != nil {
		return nil, err
	}
	list, _, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("cassette: %s: %w", path, err)
	}
	return list, nil
}

// parse returns the whole exchanges of a file, and where the last of them ends.
func parse(data []byte) (list []*exchange, whole int, err error) {
	rest, found := bytes.CutPrefix(data, []byte(begin))
	if !found {
		if !strings.HasPrefix(begin, string(data)) {
			err = errors.New("this is no cassette of version 1")
		}
		return nil, 0, err
	}
	for d := json.NewDecoder(bytes.NewReader(rest)); ; {
		whole = len(begin) + int(d.InputOffset())
		e := &exchange{}
		err := d.Decode(e)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return list, whole, nil
		}
		if err == nil {
			err = e.read()
		}
		if err != nil {
			return nil, 0, fmt.Errorf("exchange %d: %w", len(list)+1, err)
		}
		list = append(list, e)
	}
}

// read sets the contents of an exchange that comes from a file.
func (e *exchange) read() error {
	err := e.Request.read()
	if e.Answer != nil {
		err = errors.Join(err, e.Answer.read())
	}
	return err
}
