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

// The beginning and the end of every file. An exchange is added in front of the end, and takes its place, so a file
// whose program was killed lacks the end and at most its last exchange.
const (
	begin = "{\"version\": 1, \"exchanges\": [\n"
	end   = "\n]}\n"
)

// tape is a file that is open for more exchanges.
type tape struct {
	file *os.File
	at   int64 // where the next exchange begins
	some bool  // the file has exchanges
}

// openTape opens a file, and makes it when there is none. Only the owner can read it.
func openTape(path string) (*tape, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) //nolint:gosec // the file that the caller named
	if err != nil {
		return nil, err
	}
	t := &tape{file: f}
	data, err := io.ReadAll(f)
	if err == nil {
		var exchanges []*exchange
		exchanges, t.at, err = parse(data)
		t.some = len(exchanges) > 0
	}
	if err == nil {
		err = errors.Join(f.Chmod(0o600), f.Truncate(t.at))
	}
	if err == nil && !t.some {
		_, err = f.WriteAt([]byte(begin), 0)
	}
	if err == nil {
		_, err = f.WriteAt([]byte(end), t.at)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cassette: %s: %w", path, err), f.Close())
	}
	return t, nil
}

// add adds an exchange.
func (t *tape) add(e *exchange) error {
	var text bytes.Buffer
	if t.some {
		text.WriteString(",\n")
	}
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(e); err != nil {
		return err
	}
	text.Truncate(text.Len() - 1) // the line end of Encode
	size := int64(text.Len())
	text.WriteString(end)
	if _, err := t.file.WriteAt(text.Bytes(), t.at); err != nil {
		return err
	}
	t.at, t.some = t.at+size, true
	return nil
}

// parse returns the whole exchanges of a file, and where the last of them ends.
func parse(data []byte) (list []*exchange, at int64, err error) {
	if !bytes.HasPrefix(data, []byte(begin)) && !strings.HasPrefix(begin, string(data)) {
		return nil, 0, errors.New("this is no cassette of version 1")
	}
	at = int64(len(begin))
	d := json.NewDecoder(bytes.NewReader(data))
	for range strings.Fields(`{ "version" 1 "exchanges" [`) {
		if _, err := d.Token(); err != nil {
			return nil, at, nil //nolint:nilerr // the program was killed when it had just begun
		}
	}
	for d.More() {
		e := &exchange{}
		err := d.Decode(e)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return list, at, nil
		}
		if err == nil {
			err = e.read()
		}
		if err != nil {
			return nil, 0, fmt.Errorf("exchange %d: %w", len(list)+1, err)
		}
		list, at = append(list, e), d.InputOffset()
	}
	return list, at, nil
}

// read sets the contents of an exchange that comes from a file.
func (e *exchange) read() error {
	err := e.Request.read()
	if e.Answer != nil {
		err = errors.Join(err, e.Answer.read())
	}
	return err
}
