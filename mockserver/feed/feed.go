// Package feed has the news that [World.Feed] yields: what happens in a mock, as it happens. [Options] say where a feed
// begins. Each [News] has a [Kind], and the call, the write or the rule that it is about.
//
// It knows calls and rules of faults. What news there are is decided in mockserver/internal/feeding.
//
// [World.Feed]: https://pkg.go.dev/github.com/tourney-go/tourney/mockserver#World.Feed
package feed

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Options say where a feed begins and what it tells.
type Options struct {
	// After is the ID of news. The feed goes on after them, and tells of all requests since then that the journal still
	// has. After news of another server, such as that before a restart, it begins with the first request. Without After
	// it tells what happens from now on.
	After string

	// NumbersOnly makes the feed yield news of the kind KindChange alone, which cost the least.
	NumbersOnly bool
}

// News is one thing that happened in a server: see mockserver.World.Feed. Kind says which members it has.
type News struct {
	// ID says how far the feed has told what happened: see Options.
	ID   string
	Kind Kind

	Numbers         Numbers      // of KindChange
	Call            journal.Call // of KindRequest
	Write           int64        // of KindWrite
	Change          FaultChange  // of KindFault
	Fault           *fault.Armed // of KindFault; nil for FaultMissed
	Clock           time.Time    // of KindClock: what the clock shows
	Count           int64        // of KindSnapshots, KindSessions and KindCleared: how often that happened
	SkippedRequests int64        // of KindSkipped
	SkippedWrites   int64        // of KindSkipped
}

// Kind is what news are about. New kinds can come.
type Kind string

// The kinds of news.
const (
	KindChange    Kind = "change"    // the newest numbers of requests, writes and changes
	KindRequest   Kind = "request"   // a request came into the journal
	KindWrite     Kind = "write"     // rows were written
	KindFault     Kind = "fault"     // the rules of faults changed
	KindClock     Kind = "clock"     // the clock was set, moved or reset
	KindSnapshots Kind = "snapshots" // a snapshot was kept, forgotten or remembered
	KindSessions  Kind = "sessions"  // a session of the server was opened or has ended
	KindCleared   Kind = "cleared"   // the journal was cleared
	KindSkipped   Kind = "skipped"   // the feed leaves out requests or writes
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

// Numbers says what is in a server. A number that differs from before says that something changed.
type Numbers struct {
	Request   int64     `json:"request"`   // the number of the newest request
	Write     int64     `json:"write"`     // the number of the newest write
	Faults    int64     `json:"faults"`    // how often a rule was added, was removed or fired
	Clock     time.Time `json:"clock"`     // what the clock shows
	Snapshots int64     `json:"snapshots"` // how often a snapshot was kept, forgotten or remembered
	Sessions  int64     `json:"sessions"`  // how often a session was opened or has ended
	Cleared   int64     `json:"cleared"`   // how often the journal was cleared
}
