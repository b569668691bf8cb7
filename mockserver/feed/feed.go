// Package feed has the types of the news that [World.Feed] yields about what happens in a mock. Each [News]
// has a [Kind], and the call, the write or the rule that the news is about.
//
// The package uses packages journal and fault. Package mockserver/internal/recording decides which news a feed yields.
//
// [World.Feed]: https://pkg.go.dev/github.com/tourney-go/tourney/mockserver#World.Feed
package feed

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/fault"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// Options set which news a feed yields.
type Options struct {
	// NumbersOnly makes the feed yield only news of the kind KindChange, which cost the least.
	NumbersOnly bool
}

// News is one thing that happened in a server: see mockserver.World.Feed. Kind says which of the other fields are
// set.
type News struct {
	Kind Kind

	Numbers         Numbers      // of KindChange
	Call            journal.Call // of KindRequest
	Write           int64        // of KindWrite
	Change          FaultChange  // of KindFault
	Fault           *fault.Armed // of KindFault
	Clock           time.Time    // of KindClock: what the clock shows
	Count           int64        // of KindSnapshots, KindSessions and KindCleared: how often it happened so far
	SkippedRequests int64        // of KindSkipped
	SkippedWrites   int64        // of KindSkipped
}

// Kind says what the news is about. Later versions of the package can have more kinds.
type Kind string

// The kinds of news.
const (
	KindChange    Kind = "change"    // the newest numbers of requests, writes and changes
	KindRequest   Kind = "request"   // a request came into the journal
	KindWrite     Kind = "write"     // rows were written
	KindFault     Kind = "fault"     // the rules of faults changed
	KindClock     Kind = "clock"     // the clock was set, moved or reset
	KindSnapshots Kind = "snapshots" // a snapshot was kept or forgotten
	KindSessions  Kind = "sessions"  // a session of the server was opened or has ended
	KindCleared   Kind = "cleared"   // the journal was cleared
	KindSkipped   Kind = "skipped"   // the feed leaves out requests or writes
)

// FaultChange is what happened to a rule of faults.
type FaultChange string

// The changes of rules. If a rule is added and removed between two looks of the feed at the server, the feed yields
// no KindFault for the rule: only the Numbers change.
const (
	FaultAdded   FaultChange = "added"
	FaultRemoved FaultChange = "removed"
	FaultFired   FaultChange = "fired" // once or several times
)

// Numbers are the newest numbers of a server. When a number changes, something happened in the server.
type Numbers struct {
	Request   int64     `json:"request"`   // the number of the newest request
	Write     int64     `json:"write"`     // the number of the newest write
	Faults    int64     `json:"faults"`    // how often a rule was added, was removed or fired
	Clock     time.Time `json:"clock"`     // what the clock shows
	Snapshots int64     `json:"snapshots"` // how often a snapshot was kept or forgotten
	Sessions  int64     `json:"sessions"`  // how often a session was opened or has ended
	Cleared   int64     `json:"cleared"`   // how often the journal was cleared
}
