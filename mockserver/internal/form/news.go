package form

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/adminclient"
	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/feed"
)

// faultNews is the data of feed.KindFault.
type faultNews struct {
	Change feed.FaultChange `json:"change"`
	Fault  *Fault           `json:"fault,omitempty"`
}

// skipped is the data of feed.KindSkipped.
type skipped struct {
	Requests int64 `json:"requests"`
	Writes   int64 `json:"writes"`
}

// count is the data of news that contain only a number, such as how often a session was opened or ended.
type count struct {
	Count int64 `json:"count"`
}

// writeNews is the data of feed.KindWrite.
type writeNews struct {
	Number int64 `json:"number"`
}

// newsData returns the data of news in the form in which the admin API writes them.
func newsData(n *feed.News) any {
	switch n.Kind {
	case feed.KindChange:
		return n.Numbers
	case feed.KindRequest:
		return n.Call
	case feed.KindWrite:
		return writeNews{n.Write}
	case feed.KindFault:
		data := faultNews{Change: n.Change}
		if n.Fault != nil {
			shown := FaultOf(n.Fault)
			data.Fault = &shown
		}
		return data
	case feed.KindClock:
		return Clock{n.Clock}
	case feed.KindSkipped:
		return skipped{n.SkippedRequests, n.SkippedWrites}
	case feed.KindSnapshots, feed.KindSessions, feed.KindCleared:
	}
	return count{n.Count}
}

// ReadNews reads news from the data that newsData returns. The result known is false for an unknown kind of news,
// which a newer server can send.
func ReadNews(n *feed.News, data []byte, arm func(Fault) (*fault.Armed, error)) (known bool, err error) {
	switch n.Kind {
	case feed.KindChange:
		return true, json.Unmarshal(data, &n.Numbers)
	case feed.KindRequest:
		return true, json.Unmarshal(data, &n.Call)
	case feed.KindWrite:
		var body writeNews
		err := json.Unmarshal(data, &body)
		n.Write = body.Number
		return true, err
	case feed.KindFault:
		var body faultNews
		err := json.Unmarshal(data, &body)
		n.Change = body.Change
		if err == nil && body.Fault != nil {
			n.Fault, err = arm(*body.Fault)
		}
		return true, err
	case feed.KindClock:
		var body struct{ Now time.Time }
		err := json.Unmarshal(data, &body)
		n.Clock = body.Now
		return true, err
	case feed.KindSkipped:
		var body skipped
		err := json.Unmarshal(data, &body)
		n.SkippedRequests, n.SkippedWrites = body.Requests, body.Writes
		return true, err
	case feed.KindSnapshots, feed.KindSessions, feed.KindCleared:
		var body count
		err := json.Unmarshal(data, &body)
		n.Count = body.Count
		return true, err
	}
	return false, nil
}

// WriteNews writes news as a server-sent event. If n is nil, it writes a comment, which keeps the connection alive.
func WriteNews(to *bufio.Writer, n *feed.News) error {
	if n == nil {
		_, err := to.WriteString(":\n\n")
		return err
	}
	data, err := json.Marshal(newsData(n))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to, "event: %s\ndata: %s\n\n", n.Kind, data)
	return err
}

// ReadEvents calls f for each server-sent event. It ends when f returns an error, which it returns, or when f returns
// false for more; then it returns nil. Otherwise it returns the error that ended the stream. It reads only events in
// the form of WriteNews: one line of data in each event.
func ReadEvents(from io.Reader, f func(kind string, data []byte) (more bool, err error)) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, adminclient.MaxAnswer)
	var kind string
	var data []byte
	for lines.Scan() {
		line := lines.Text()
		if line == "" {
			if data != nil {
				if more, err := f(kind, data); !more || err != nil {
					return err
				}
			}
			kind, data = "", nil
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "event":
			kind = value
		case "data":
			data = []byte(value)
		}
	}
	if err := lines.Err(); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return io.ErrUnexpectedEOF
}
