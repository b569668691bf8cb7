package cassette

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// begin is the first line of every file. The exchanges follow, each of them a JSON text, and before those of a recorder
// with Options.Variant a line with that variant. When the program was killed, a part of an exchange can be at the end.
// It counts as nothing, and the next recording replaces it.
const begin = `{"version": 1}`

// openFile opens a file for more exchanges, and makes it when there is none. No other recorder can open the file until
// it is closed.
func openFile(path string) (*os.File, error) {
	target, err := tempfile.Target(path)
	if err != nil {
		return nil, fmt.Errorf("cassette: %w", err)
	}
	f, err := tempfile.Lock(target)
	if err != nil {
		return nil, fmt.Errorf("cassette: %w", err)
	}
	if err = extend(f); err != nil {
		return nil, errors.Join(fmt.Errorf("cassette: %s: %w", path, err), f.Close())
	}
	return f, nil
}

// extend cuts a file after its last whole exchange, and goes there.
func extend(f *os.File) error {
	data, err := tempfile.Load(f.Name())
	if err != nil {
		return err
	}
	_, _, whole, err := parse(data)
	if err != nil {
		return err
	}
	next := "\n"
	if whole == 0 {
		next = begin + next
	} else if size, err := f.Seek(0, io.SeekEnd); err == nil {
		whole += int(size) - len(data) // Load leaves out a byte order mark
	}
	if err = f.Truncate(int64(whole)); err == nil {
		_, err = f.WriteAt([]byte(next), int64(whole))
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekEnd)
	}
	return err
}

// load returns the exchanges of a file, and its variant.
func load(path string) (list []*exchange, variant string, err error) {
	data, err := tempfile.Load(path)
	if err == nil && data == nil {
		err = fs.ErrNotExist
	}
	if err == nil {
		list, variant, _, err = parse(data)
	}
	if err != nil {
		return nil, "", fmt.Errorf("cassette: %s: %w", path, err)
	}
	return list, variant, nil
}

// variantLine is the line with a variant.
type variantLine struct {
	Variant string `json:"variant,omitempty"`
}

// parse returns the whole exchanges of a file, its last variant, and where the last exchange ends.
func parse(data []byte) (list []*exchange, variant string, whole int, err error) {
	rest, found := bytes.CutPrefix(data, []byte(begin))
	if !found {
		if !strings.HasPrefix(begin, string(data)) {
			err = errors.New("this is no cassette of version 1")
		}
		return nil, "", 0, err
	}
	for d := json.NewDecoder(bytes.NewReader(rest)); ; {
		whole = len(begin) + int(d.InputOffset())
		var next struct {
			variantLine
			exchange
		}
		err := d.Decode(&next)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return list, variant, whole, nil
		}
		if next.Variant != "" && err == nil {
			variant = next.Variant
			continue
		}
		e := &next.exchange
		if err == nil {
			err = e.Request.read()
		}
		if err == nil && e.Answer != nil {
			err = e.Answer.read()
		}
		if err != nil {
			return nil, "", 0, fmt.Errorf("exchange %d: %w", len(list)+1, err)
		}
		list = append(list, e)
	}
}
