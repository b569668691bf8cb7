package mockserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

func (r *remote) Feed(ctx context.Context, o FeedOptions) iter.Seq2[News, error] {
	return func(yield func(News, error) bool) {
		_, err := o.check()
		wanted := true
		if err == nil {
			err = r.feed(ctx, &o, func(n News) bool {
				wanted = yield(n, nil)
				return wanted
			})
		}
		if err != nil && wanted && ctx.Err() == nil {
			yield(News{}, r.errorOf("Feed", err))
		}
	}
}

// feed yields the events of the server. It returns nil when nobody wants more.
func (r *remote) feed(ctx context.Context, o *FeedOptions, yield func(News) bool) error {
	query := url.Values{}
	if o.NumbersOnly {
		query.Set("form", "numbers")
	}
	if o.After != "" {
		query.Set("after", o.After)
	}
	patient, far := *r.http, *r
	patient.Timeout = 0 // a feed has no end
	far.http = &patient
	resp, err := far.send(ctx, http.MethodGet, "events", query, nil, nil)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return readEvents(resp.Body, func(id, kind string, data []byte) (bool, error) {
		n := News{ID: id, Kind: NewsKind(kind)}
		known, err := readNews(&n, data, r.armed)
		if err != nil {
			return false, fmt.Errorf("the event %s cannot be read: %w", redact.Safe(id), err)
		}
		return !known || yield(n), nil
	})
}

// readEvents calls f for each server-sent event. It returns the error of f, nil when f wants no more, and otherwise the
// error that ended the stream. It reads what adminFeed writes: one line of data in each event.
func readEvents(from io.Reader, f func(id, kind string, data []byte) (more bool, err error)) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxFarAnswer)
	var id, kind string
	var data []byte
	for lines.Scan() {
		line := lines.Text()
		if line == "" {
			if data != nil {
				if more, err := f(id, kind, data); !more || err != nil {
					return err
				}
			}
			kind, data = "", nil
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "id":
			id = value
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
