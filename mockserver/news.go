package mockserver

import (
	"time"

	"github.com/tourney-go/tourney/mockserver/journal"
)

// News is one thing that happened in a server: see World.Feed. Kind says which members it has.
type News struct {
	// ID says how far the feed has told what happened: see FeedOptions.
	ID   string
	Kind NewsKind

	Numbers         FeedNumbers  // of NewsChange
	Call            journal.Call // of NewsRequest
	Write           int64        // of NewsWrite
	Change          FaultChange  // of NewsFault
	Fault           *Fault       // of NewsFault; nil for FaultMissed
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
