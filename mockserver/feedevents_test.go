package mockserver

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/fault"
)

// readEvent is an event that readEvents found.
type readEvent struct{ ID, Kind, Data string }

func eventsIn(text string) (found []readEvent, err error) {
	err = readEvents(strings.NewReader(text), func(id, kind string, data []byte) (bool, error) {
		found = append(found, readEvent{id, kind, string(data)})
		return true, nil
	})
	return found, err
}

func TestReadEvents(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []readEvent
	}{
		"none":          {"", nil},
		"comment":       {":\n\n: hello\n\n", nil},
		"without data":  {"id: 5\nevent: a\n\ndata: x\n\n", []readEvent{{"5", "", "x"}}},
		"two":           {"id: 1\nevent: a\ndata: x\n\nevent: b\ndata: y\n\n", []readEvent{{"1", "a", "x"}, {"1", "b", "y"}}},
		"without end":   {"id: 1\nevent: a\ndata: x\n", nil},
		"without space": {"id:1\r\nevent:a\r\ndata: x:y\r\n\r\n", []readEvent{{"1", "a", "x:y"}}},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := eventsIn(c.text)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Empty(t, cmp.Diff(c.want, found))
		})
	}
}

func writeNewsTo(w io.Writer, n *News) error {
	to := bufio.NewWriter(w)
	if err := writeNews(to, n); err != nil {
		return err
	}
	return to.Flush()
}

// armNothing returns a rule of a server that has none any more.
func armNothing(shown faultJSON) (*fault.Armed, error) {
	far := &remote{url: "http://localhost", http: &http.Client{Transport: nothingThere{}}}
	return far.armed(shown)
}

// nothingThere answers 404, as the admin API does.
type nothingThere struct{}

func (nothingThere) RoundTrip(req *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	refuseAdmin(w, req, adminNotFound("there is no rule"))
	return w.Result(), nil
}

// FuzzEvents: what another program sends as events is read or refused, and news that were read are written the same.
func FuzzEvents(f *testing.F) {
	for _, seed := range []string{
		"id: 1-7.0.0.0.0.0.0\nevent: write\ndata: {\"number\":7}\n\n", "event: fault\ndata: {\"change\":\"missed\"}\n\n:\n\n",
		"event: fault\ndata: {\"change\":\"added\",\"fault\":{\"id\":\"f1\",\"rule\":{\"action\":\"Reset\"}}}\n\n",
		"event: request\ndata: {\"number\":1,\"duration\":\"1ms\",\"format\":\"JSON\"}\n\n", "event: clock\ndata: {\"now\":5}\n\n",
		"event: fault\ndata: {\"fault\":{}}\n\n",
		"event: change\ndata: {\"request\":1,\"clock\":\"2026-06-12T09:00:00Z\"}\n\n", "event: skipped\ndata: {\"requests\":-1}\n\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, err := eventsIn(text)
		require.Error(t, err)
		for _, e := range found {
			n := News{ID: "1-7.0.0.0.0.0.0", Kind: NewsKind(e.Kind)}
			known, err := readNews(&n, []byte(e.Data), armNothing)
			if !known || err != nil {
				continue
			}
			var first, second bytes.Buffer
			require.NoError(t, writeNewsTo(&first, &n))
			again := News{ID: n.ID, Kind: n.Kind}
			written, err := eventsIn(first.String())
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Len(t, written, 1)
			_, err = readNews(&again, []byte(written[0].Data), armNothing)
			require.NoError(t, err)
			require.NoError(t, writeNewsTo(&second, &again))
			require.Equal(t, first.String(), second.String())
		}
	})
}

// FuzzFeedMark: a mark that is read is written the same.
func FuzzFeedMark(f *testing.F) {
	f.Add("1-7.0.0.0.0.0.0")
	f.Add("zz-9223372036854775807.1.2.3.4.5.6")
	f.Add("3w5e11264sgsg-1.2.3.4.5.6.07")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseFeedMark(text)
		if err != nil {
			require.Zero(t, m)
			return
		}
		again, err := parseFeedMark(m.String())
		require.NoError(t, err)
		require.Equal(t, m, again)
	})
}
