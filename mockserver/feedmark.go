package mockserver

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// feedMark is how far a feed has told what happened. Each number grows with what it counts.
type feedMark struct {
	epoch     uint64 // of the world that the numbers are of
	request   int64  // the newest in the journal
	write     int64  // the newest
	faults    int64  // how often a rule was added, removed or fired
	clock     int64  // how often it was changed
	snapshots int64  // how often one was kept, forgotten or remembered
	sessions  int64  // how often one was opened or ended
	cleared   int64  // how often the journal was cleared
}

// feedEpoch is a number that tells the worlds of servers apart, also those of other processes. It is drawn when it is
// asked for first.
type feedEpoch struct {
	once   sync.Once
	number uint64
}

func (e *feedEpoch) get() uint64 {
	e.once.Do(func() { e.number = rand.Uint64() }) //nolint:gosec // it hides nothing
	return e.number
}

// marked returns the numbers of the mark, in the order of its text.
func (m *feedMark) marked() []*int64 {
	return []*int64{&m.request, &m.write, &m.faults, &m.clock, &m.snapshots, &m.sessions, &m.cleared}
}

// String returns the mark as a text, such as 3w5e11264sgsf-812.56.3.1.0.0.0.
func (m feedMark) String() string {
	var text strings.Builder
	text.WriteString(strconv.FormatUint(m.epoch, 36))
	between := byte('-')
	for _, n := range m.marked() {
		text.WriteByte(between)
		text.WriteString(strconv.FormatInt(*n, 10))
		between = '.'
	}
	return text.String()
}

// parseFeedMark reads a text that String wrote.
func parseFeedMark(text string) (m feedMark, err error) {
	wrong := fmt.Errorf("expected the id of an event, such as %s, found %q",
		feedMark{epoch: 1, request: 7}, redact.Safe(text))
	epoch, rest, _ := strings.Cut(text, "-")
	numbers, parts := m.marked(), strings.Split(rest, ".")
	if m.epoch, err = strconv.ParseUint(epoch, 36, 64); err != nil || len(parts) != len(numbers) {
		return feedMark{}, wrong
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 63)
		if err != nil {
			return feedMark{}, wrong
		}
		*numbers[i] = int64(n)
	}
	return m, nil
}
