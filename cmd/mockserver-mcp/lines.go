package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/tourney-go/tourney/internal/plaintext"
)

// maxLine bounds a line of the input, in bytes.
const maxLine = 16 << 20

// lines is the connection to the editor. It answers a line that is no message, and passes on the others: the library
// would end with the first one that is broken.
type lines struct {
	in   *bufio.Reader
	rest []byte // of the last line

	mu  sync.Mutex
	out io.Writer
}

func newLines(in io.Reader, out io.Writer) *lines {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), out: out}
}

// Read reads a part of the next message.
func (l *lines) Read(to []byte) (int, error) {
	for len(l.rest) == 0 {
		line, tooLong, err := l.next()
		if code, why := mistake(line, tooLong); why != "" {
			text, _ := json.Marshal(why)
			const answer = `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}` + "\n"
			if _, err := l.Write(fmt.Appendf(nil, answer, code, text)); err != nil {
				return 0, err
			}
		} else {
			l.rest = line
		}
		if err != nil && len(l.rest) == 0 {
			return 0, err
		}
	}
	n := copy(to, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next reads a line to its end. Of a line that is too long it keeps the beginning.
func (l *lines) next() (line []byte, tooLong bool, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxLine; !tooLong {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull { //nolint:errorlint // it comes as it is
			return line, tooLong, err
		}
	}
}

// mistake returns what is wrong with a line, and the code of JSON-RPC for it. An empty line says nothing.
func mistake(line []byte, tooLong bool) (code int, why string) {
	if tooLong {
		return jsonrpc.CodeInvalidRequest, fmt.Sprintf("a line has more than %d bytes", maxLine)
	}
	if len(bytes.TrimSpace(line)) == 0 {
		return 0, ""
	}
	if !json.Valid(line) {
		return jsonrpc.CodeParseError, "a line is no JSON"
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return jsonrpc.CodeInvalidRequest, "a line is no message of JSON-RPC 2.0: expected jsonrpc, and method or result"
	}
	var message struct{ ID any }
	_ = json.Unmarshal(line, &message)
	if id, ok := message.ID.(float64); ok && (id != math.Trunc(id) || math.Abs(id) > 1<<53) {
		return jsonrpc.CodeInvalidRequest, "the id of a message: expected a text, or an integer of at most 53 bits"
	}
	return 0, ""
}

// Write writes a whole message.
func (l *lines) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.out.Write(bounded(data)); err != nil {
		return 0, err
	}
	return len(data), nil
}

// bounded shortens the error in a message that is too long for an answer. The library repeats what came in its errors.
func bounded(data []byte) []byte {
	if len(data) <= maxAnswer {
		return data
	}
	message, _ := jsonrpc.DecodeMessage(data)
	response, _ := message.(*jsonrpc.Response)
	var failure *jsonrpc.Error
	if response == nil || !errors.As(response.Error, &failure) {
		return data
	}
	failure.Message, failure.Data = plaintext.Clip(failure.Message, maxItem/8), nil
	short, err := jsonrpc.EncodeMessage(response)
	if err != nil {
		return data
	}
	return append(short, '\n')
}

// Close closes nothing: the input is that of the process.
func (*lines) Close() error { return nil }
