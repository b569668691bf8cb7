package mockserver

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// FeedOptions say where a feed begins and what it tells.
type FeedOptions struct {
	// After is the ID of news. The feed goes on after them, and tells of all requests since then that the journal still
	// has. After news of another server, such as that before a restart, it begins with the first request. Without After
	// it tells what happens from now on.
	After string

	// NumbersOnly makes the feed yield news of the kind NewsChange alone, which cost the least.
	NumbersOnly bool

	idle time.Duration // after which the feed yields newsNone; 0 for never
}

// check returns the mark after which a feed begins, nil for the newest.
func (o *FeedOptions) check() (after *feedMark, err error) {
	if o.After == "" {
		return nil, nil //nolint:nilnil // said above
	}
	m, err := parseFeedMark(o.After)
	if err != nil {
		return nil, fmt.Errorf("FeedOptions.After: %w", err)
	}
	return &m, nil
}

func (s *server) Feed(ctx context.Context, o FeedOptions) iter.Seq2[News, error] {
	return func(yield func(News, error) bool) {
		after, err := o.check()
		if err != nil {
			yield(News{}, refusal.Wrap("Feed", err))
			return
		}
		f := &feeder{
			world: s.world, sessions: s.main.sessions.Changed, idle: o.idle,
			yield: func(n News) bool { return yield(n, nil) },
		}
		f.begin(after, o.NumbersOnly)
		f.run(ctx, s.running.Ending)
	}
}

// News is one thing that happened in a server: see [World.Feed]. Kind says which members it has.
type News struct {
	// ID says how far the feed has told what happened: see FeedOptions.
	ID   string
	Kind NewsKind

	Numbers         FeedNumbers  // of NewsChange
	Call            journal.Call // of NewsRequest
	Write           int64        // of NewsWrite
	Change          FaultChange  // of NewsFault
	Fault           *fault.Armed // of NewsFault; nil for FaultMissed
	Clock           time.Time    // of NewsClock: what the clock shows
	Count           int64        // of NewsSnapshots, NewsSessions and NewsCleared: how often that happened
	SkippedRequests int64        // of NewsSkipped
	SkippedWrites   int64        // of NewsSkipped

	more bool // other news follow at once
}

// NewsKind is what news are about. New kinds can come.
type NewsKind string

// The kinds of news.
const (
	NewsChange    NewsKind = "change"    // the newest numbers of requests, writes and changes
	NewsRequest   NewsKind = "request"   // a request came into the journal
	NewsWrite     NewsKind = "write"     // rows were written
	NewsFault     NewsKind = "fault"     // the rules of faults changed
	NewsClock     NewsKind = "clock"     // the clock was set, moved or reset
	NewsSnapshots NewsKind = "snapshots" // a snapshot was kept, forgotten or remembered
	NewsSessions  NewsKind = "sessions"  // a session of the server was opened or has ended
	NewsCleared   NewsKind = "cleared"   // the journal was cleared
	NewsSkipped   NewsKind = "skipped"   // the feed leaves out requests or writes
	newsNone      NewsKind = ""          // nothing happened for a time
)

// FaultChange is what happened to a rule of faults.
type FaultChange string

// The changes of rules. A rule that is added and removed within one look at the server changes the numbers alone.
const (
	FaultAdded   FaultChange = "added"
	FaultRemoved FaultChange = "removed"
	FaultFired   FaultChange = "fired"  // once or several times
	FaultMissed  FaultChange = "missed" // rules changed before the feed went on: Faults.All has them
)

// FeedNumbers says what is in a server. A number that differs from before says that something changed.
type FeedNumbers struct {
	Request   int64     `json:"request"`   // the number of the newest request
	Write     int64     `json:"write"`     // the number of the newest write
	Faults    int64     `json:"faults"`    // how often a rule was added, was removed or fired
	Clock     time.Time `json:"clock"`     // what the clock shows
	Snapshots int64     `json:"snapshots"` // how often a snapshot was kept, forgotten or remembered
	Sessions  int64     `json:"sessions"`  // how often a session was opened or has ended
	Cleared   int64     `json:"cleared"`   // how often the journal was cleared
}

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

// faultNewsJSON is the data of NewsFault.
type faultNewsJSON struct {
	Change FaultChange `json:"change"`
	Fault  *faultJSON  `json:"fault,omitempty"`
}

// skippedJSON is the data of NewsSkipped.
type skippedJSON struct {
	Requests int64 `json:"requests"`
	Writes   int64 `json:"writes"`
}

// countJSON is the data of news that say how often something happened.
type countJSON struct {
	Count int64 `json:"count"`
}

// writeNewsJSON is the data of NewsWrite.
type writeNewsJSON struct {
	Number int64 `json:"number"`
}

// newsData returns what news say, as the admin API writes it.
func newsData(n *News) any {
	switch n.Kind {
	case NewsChange:
		return n.Numbers
	case NewsRequest:
		return n.Call
	case NewsWrite:
		return writeNewsJSON{n.Write}
	case NewsFault:
		data := faultNewsJSON{Change: n.Change}
		if n.Fault != nil {
			shown := faultJSONOf(n.Fault)
			data.Fault = &shown
		}
		return data
	case NewsClock:
		return clockJSON{n.Clock}
	case NewsSkipped:
		return skippedJSON{n.SkippedRequests, n.SkippedWrites}
	case NewsSnapshots, NewsSessions, NewsCleared, newsNone:
	}
	return countJSON{n.Count}
}

// readNews reads news from the data that newsData returns. It reports false for a kind that it does not know, which a
// newer server can have.
func readNews(n *News, data []byte, arm func(faultJSON) (*fault.Armed, error)) (known bool, err error) {
	switch n.Kind {
	case NewsChange:
		return true, json.Unmarshal(data, &n.Numbers)
	case NewsRequest:
		return true, json.Unmarshal(data, &n.Call)
	case NewsWrite:
		var body writeNewsJSON
		err := json.Unmarshal(data, &body)
		n.Write = body.Number
		return true, err
	case NewsFault:
		var body faultNewsJSON
		err := json.Unmarshal(data, &body)
		n.Change = body.Change
		if err == nil && body.Fault != nil {
			n.Fault, err = arm(*body.Fault)
		}
		return true, err
	case NewsClock:
		var body struct{ Now time.Time }
		err := json.Unmarshal(data, &body)
		n.Clock = body.Now
		return true, err
	case NewsSkipped:
		var body skippedJSON
		err := json.Unmarshal(data, &body)
		n.SkippedRequests, n.SkippedWrites = body.Requests, body.Writes
		return true, err
	case NewsSnapshots, NewsSessions, NewsCleared:
		var body countJSON
		err := json.Unmarshal(data, &body)
		n.Count = body.Count
		return true, err
	case newsNone:
	}
	return false, nil
}
