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
	Change *feed.FaultChange `json:"change"`
	Fault  *Fault            `json:"fault,omitempty"`
}

// newsData returns what the admin API writes of news: pointers to the parts of n, so that ReadNews can read into them.
// It returns nil for an unknown kind of news.
func newsData(n *feed.News) any {
	switch n.Kind {
	case feed.KindChange:
		return &n.Numbers
	case feed.KindRequest:
		return &n.Call
	case feed.KindWrite:
		return &struct {
			Number *int64 `json:"number"`
		}{&n.Write}
	case feed.KindFault:
		data := &faultNews{Change: &n.Change}
		if n.Fault != nil {
			data.Fault = new(FaultOf(n.Fault))
		}
		return data
	case feed.KindClock:
		return &struct {
			Now *time.Time `json:"now"`
		}{&n.Clock}
	case feed.KindSkipped:
		return &struct {
			Requests *int64 `json:"requests"`
			Writes   *int64 `json:"writes"`
		}{&n.SkippedRequests, &n.SkippedWrites}
	case feed.KindSnapshots, feed.KindSessions, feed.KindCleared:
		return &struct {
			Count *int64 `json:"count"`
		}{&n.Count}
	}
	return nil
}

// ReadNews reads news from the data that WriteNews wrote. The result known is false for an unknown kind of news, which
// a newer server can send.
func ReadNews(n *feed.News, text []byte, arm func(Fault) (*fault.Armed, error)) (known bool, err error) {
	data := newsData(n)
	if data == nil {
		return false, nil
	}
	err = json.Unmarshal(text, data)
	if of, ok := data.(*faultNews); ok && err == nil && of.Fault != nil {
		n.Fault, err = arm(*of.Fault)
	}
	return true, err
}

// WriteNews writes news as server-sent events. Without news it writes a comment, which keeps the connection alive.
func WriteNews(to *bufio.Writer, news []feed.News) error {
	if len(news) == 0 {
		_, err := to.WriteString(":\n\n")
		return err
	}
	for i := range news {
		data, err := json.Marshal(newsData(&news[i]))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(to, "event: %s\ndata: %s\n\n", news[i].Kind, data); err != nil {
			return err
		}
	}
	return nil
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
