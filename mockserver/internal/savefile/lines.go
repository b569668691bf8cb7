package savefile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"strings"

	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/rowjson"
)

// lineReader reads the lines of a file.
type lineReader struct {
	in     *bufio.Reader
	sum    hash.Hash32 // checksum of all lines so far
	line   []byte
	count  int   // number of lines so far
	offset int64 // where the next line begins
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(r, 1<<16), sum: crc32.New(checksums())}
}

// errNoSaved is the error of a file that does not begin as a file of Save does.
var errNoSaved = fmt.Errorf("this is no saved file: expected a first line with %q, as Save writes it "+
	"(LoadFixtures and POST /_mock/fixtures read fixture files)", headerLine)

// checkBeginning refuses a file that does not begin as a file of Save does. It compares only the bytes that exist,
// because a file can end early. White space may be anywhere. It does not consume the line: the next call of next still
// returns the first line.
func (l *lineReader) checkBeginning() error {
	begin, err := l.in.Peek(looksAt)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	const expected = `{"` + headerLine + `"`
	found := string(bytes.Join(bytes.Fields(begin), nil))
	if found == "" || !strings.HasPrefix(found, expected) && !strings.HasPrefix(expected, found) {
		return errNoSaved
	}
	return nil
}

const looksAt = 64

var errTorn = errors.New("the line is torn: expected its end")

// next returns the next line without its line end. For a last line without a line end it also returns errTorn. After
// the last line it returns io.EOF. The line is valid until the next call.
func (l *lineReader) next() ([]byte, error) {
	l.line = l.line[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		l.line = append(l.line, part...)
		switch {
		case err == nil:
			return l.whole(), nil
		case len(l.line) > longestLine:
			l.count++
			return nil, fmt.Errorf("the line is longer than %d bytes", longestLine)
		case errors.Is(err, bufio.ErrBufferFull):
		case !errors.Is(err, io.EOF):
			l.count++
			return nil, err
		case len(l.line) > 0:
			l.whole()
			return l.line, errTorn
		default:
			return nil, io.EOF
		}
	}
}

// whole counts the complete line that was just read, and returns this line without its line end.
func (l *lineReader) whole() []byte {
	_, _ = l.sum.Write(l.line) // never fails
	l.count++
	l.offset += int64(len(l.line))
	return l.line[:len(l.line)-1]
}

func (l *lineReader) at(err error) error { return fmt.Errorf("line %d: %w", l.count, err) }

// fieldError puts the name of a line in front of the path of an error.
func fieldError(name string, err error) error {
	var at *rowjson.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &at) && name != "":
		err = at.Under(name)
	case name != "":
		err = fmt.Errorf("%s: %w", name, err)
	}
	return errors.New(redact.Safe(err.Error()))
}
