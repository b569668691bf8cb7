package recording

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/feed"
)

// Mark is a position in a feed: the counters of a world at a moment. The counters never decrease.
type Mark struct {
	epoch     uint64 // the Epoch of the world with these counters
	request   int64  // the number of the newest call in the journal
	write     int64  // the number of the newest write
	faults    int64  // how often a rule was added, removed or fired
	clock     int64  // how often the clock was changed
	snapshots int64  // how often a snapshot was kept, forgotten or remembered
	sessions  int64  // how often a session was opened or ended
	cleared   int64  // how often the journal was cleared
}

// numbers returns pointers to the counters of the mark, in the order in which String writes the counters.
func (m *Mark) numbers() []*int64 {
	return []*int64{&m.request, &m.write, &m.faults, &m.clock, &m.snapshots, &m.sessions, &m.cleared}
}

// String returns the mark as a text, such as 3w5e11264sgsf-812.56.3.1.0.0.0.
func (m Mark) String() string {
	var text strings.Builder
	text.WriteString(strconv.FormatUint(m.epoch, 36))
	between := byte('-')
	for _, n := range m.numbers() {
		text.WriteByte(between)
		text.WriteString(strconv.FormatInt(*n, 10))
		between = '.'
	}
	return text.String()
}

// ParseMark reads a text that String wrote.
func ParseMark(text string) (m Mark, err error) {
	wrong := fmt.Errorf("expected the id of an event, such as %s, found %q",
		Mark{epoch: 1, request: 7}, redact.Safe(text))
	epoch, rest, _ := strings.Cut(text, "-")
	numbers, parts := m.numbers(), strings.Split(rest, ".")
	if m.epoch, err = strconv.ParseUint(epoch, 36, 64); err != nil || len(parts) != len(numbers) {
		return Mark{}, wrong
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 63)
		if err != nil {
			return Mark{}, wrong
		}
		*numbers[i] = int64(n)
	}
	return m, nil
}

// Epoch identifies a world by a random number, which is different for each world of each server in any process. The
// number is drawn when it is first needed.
type Epoch struct {
	once   sync.Once
	number uint64
}

func (e *Epoch) get() uint64 {
	e.once.Do(func() { e.number = rand.Uint64() }) //nolint:gosec // the number is no secret
	return e.number
}

// After returns the mark after which a feed begins, or nil if the feed begins with the present state.
func After(o *feed.Options) (*Mark, error) {
	if o.After == "" {
		return nil, nil //nolint:nilnil // nil means a feed that begins now
	}
	m, err := ParseMark(o.After)
	if err != nil {
		return nil, fmt.Errorf("feed.Options.After: %w", err)
	}
	return &m, nil
}
