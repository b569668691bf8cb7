package form

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/feed"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// readEvent is an event that ReadEvents found.
type readEvent struct{ Kind, Data string }

func eventsIn(text string) (found []readEvent, err error) {
	err = ReadEvents(strings.NewReader(text), func(kind string, data []byte) (bool, error) {
		found = append(found, readEvent{kind, string(data)})
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
		"without data":  {"id: 5\nevent: a\n\ndata: x\n\n", []readEvent{{"", "x"}}},
		"two":           {"id: 1\nevent: a\ndata: x\n\nevent: b\ndata: y\n\n", []readEvent{{"a", "x"}, {"b", "y"}}},
		"without end":   {"id: 1\nevent: a\ndata: x\n", nil},
		"without space": {"id:1\r\nevent:a\r\ndata: x:y\r\n\r\n", []readEvent{{"a", "x:y"}}},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := eventsIn(c.text)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Empty(t, cmp.Diff(c.want, found))
		})
	}
}

func writeNewsTo(w io.Writer, n *feed.News) error {
	to := bufio.NewWriter(w)
	if err := WriteNews(to, []feed.News{*n}); err != nil {
		return err
	}
	return to.Flush()
}

// armed is a rule as a body shows it.
type armed struct {
	Fault

	rule rules.Rule
}

func (a *armed) ID() string       { return a.Fault.ID }
func (a *armed) String() string   { return a.Text }
func (a *armed) Hits() int        { return a.Fault.Hits }
func (a *armed) Rule() rules.Rule { return a.rule }
func (*armed) Remove()            {}

func arm(shown Fault) (*fault.Armed, error) {
	a := &armed{Fault: shown}
	if shown.Rule == nil {
		return new(fault.Armed(rules.Follow(a))), nil
	}
	rule, err := rules.Decode(shown.Rule)
	a.rule = rule
	return new(fault.Armed(rules.Follow(a))), err
}

// FuzzEvents: what another program sends as events is read or refused, and news that were read are written the same.
func FuzzEvents(f *testing.F) {
	for _, seed := range []string{
		"event: write\ndata: {\"number\":7}\n\n", "event: fault\ndata: {\"change\":\"removed\"}\n\n:\n\n",
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
			n := feed.News{Kind: feed.Kind(e.Kind)}
			known, err := ReadNews(&n, []byte(e.Data), arm)
			if !known || err != nil {
				continue
			}
			var first, second bytes.Buffer
			require.NoError(t, writeNewsTo(&first, &n))
			again := feed.News{Kind: n.Kind}
			written, err := eventsIn(first.String())
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			require.Len(t, written, 1)
			_, err = ReadNews(&again, []byte(written[0].Data), arm)
			require.NoError(t, err)
			require.NoError(t, writeNewsTo(&second, &again))
			require.Equal(t, first.String(), second.String())
		}
	})
}
