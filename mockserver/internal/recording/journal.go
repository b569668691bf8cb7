package recording

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/respond"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// maxMessages bounds how many messages of a call the journal keeps. An empty payment causes 13 messages, and a body of
// 8 MiB can cause a million.
const maxMessages = 20

// entry is a call in the form in which the journal stores it. When somebody reads the call, the journal makes a Call
// from the texts of the entry. Entries are small because a busy server keeps many of them, and the garbage collector
// has to look at each.
type entry struct {
	time     time.Time
	op       *contract.Operation
	path     string
	query    string
	header   string // lines of names and values
	assumed  *assumption.Set
	write    int64
	arrived  int64 // in nanoseconds of Unix, because a time.Time takes three times as much
	duration time.Duration
	more     *rareParts // nil for none
	status   int16
	inXML    bool
}

// rareParts are the parts of a call that most calls do not have.
type rareParts struct {
	method   string // set if it differs from the method of the operation
	nearest  string
	body     string
	bodySize int
	messages []string
	fault    string
	ignored  []string
	later    *respond.Later           // of a request that was put off until after its answer; else nil
	shown    func(text string) string // redacts what becomes of later
}

func (p *rareParts) orNil() *rareParts {
	if p.method == "" && p.nearest == "" && p.bodySize == 0 && p.fault == "" &&
		len(p.messages) == 0 && len(p.ignored) == 0 {
		return nil
	}
	kept := *p
	return &kept
}

// Journal keeps the last calls without their secrets. It is safe for concurrent use.
type Journal struct {
	Session string // "" for the main world
	Known   KnownSecrets

	variant tourney.Variant
	ring    *Ring[*entry]
	router  *wire.Router
	clock   *history.Clock
	state   *history.State
	signer  []string // names of query parameters with keys
	rules   *rules.Set
	onCall  func(journal.Call) // nil for none
}

// NewJournal returns the journal of a responder, and gives the responder a function that shows calls to the functions
// of faults. The limits are the number of calls that the journal keeps and their bytes together. The journal calls
// onCall with each call.
func NewJournal(
	calls int, callBytes int64, r *respond.Responder, clock *history.Clock, onCall func(journal.Call),
) *Journal {
	j := &Journal{
		variant: tourney.Variant(r.Variant.Name), ring: NewRing[*entry](calls, callBytes), router: r.Router,
		clock: clock, state: r.State, signer: r.Signatures.QueryNames, rules: r.Faults.Rules, onCall: onCall,
	}
	r.Faults.Call = func(a *respond.Answer) journal.Call { return j.call(0, j.entryOf(a)) }
	return j
}

// Add keeps the call of an answer, numbers the call and the answer, and calls OnCall with the call.
func (j *Journal) Add(a *respond.Answer) {
	e := j.entryOf(a)
	a.Number = j.ring.Add(e, e.size())
	if j.onCall != nil {
		j.onCall(j.call(a.Number, e))
	}
}

// Tell calls OnCall with a request of the admin API that the server does not let in. The journal does not keep the
// request, so the call has no number. The call also has no nearest operation.
func (j *Journal) Tell(a *respond.Answer) {
	if j.onCall == nil {
		return
	}
	c := j.call(0, j.entryOf(a))
	c.Nearest, c.Assumed = "", nil
	j.onCall(c)
}

// entryOf returns the entry of an answer. It copies texts of the request, because a part of a text keeps the whole text
// in memory.
func (j *Journal) entryOf(a *respond.Answer) *entry {
	req := a.Request
	e := &entry{
		time: j.clock.Now(), op: a.Op, inXML: a.Format == wire.XML, status: int16(a.Status), //nolint:gosec // three digits
		assumed: a.Assumed, write: a.Written, arrived: a.Began.UnixNano(), duration: time.Since(a.Began),
	}
	more := rareParts{fault: a.Fault, bodySize: len(a.Body), later: a.Later}
	nearest := a.Op
	if nearest == nil {
		more.nearest, nearest = j.router.Nearest(wire.Method(req), req.URL.Path)
	}
	r := newRedaction(a.Op, nearest, j.state.Accounts(), &j.Known, j.signer)
	if len(a.Body) > 0 {
		format, _, _ := wire.BodyFormat(req)
		more.body = r.Body(format, a.Body)
		if format != nil {
			e.inXML = format == wire.XML
		}
	}
	e.query, e.header = r.Query(&a.Query), r.Header(req.Header)
	switch {
	case a.Op == nil:
		more.method, e.path = r.Shown(strings.Clone(redact.Safe(req.Method))), strings.Clone(r.Path(req.URL.Path))
	case req.URL.Path == a.Path:
		e.path = a.Path
	default:
		e.path = strings.Clone(req.URL.Path)
	}
	if req.Method == http.MethodHead {
		more.method = http.MethodHead
	}
	more.ignored = ignored(&r, a.Ignored)
	if a.Problem != nil {
		more.messages = values.Mapped(messages(a.Problem.Items), r.Shown)
	}
	if a.Hint != "" {
		more.messages = append(more.messages, r.Shown(a.Hint))
	}
	if a.Later != nil {
		more.shown = r.Shown
	}
	e.more = more.orNil()
	return e
}

// ignored returns ignored names in the form in which the journal keeps them.
func ignored(r *redaction, names []string) []string {
	return values.Mapped(names[:min(len(names), maxMessages)], func(name string) string {
		if name = redact.Safe(name); redact.AssignsSecret(name) {
			return redact.Mark
		}
		return strings.Clone(r.Shown(name))
	})
}

func (e *entry) size() int64 {
	size := int(unsafe.Sizeof(*e)) + len(e.path) + len(e.query) + len(e.header)
	if p := e.more; p != nil {
		size += int(unsafe.Sizeof(*p)) + len(p.method) + len(p.nearest) + len(p.body) + len(p.fault)
		for _, text := range slices.Concat(p.messages, p.ignored) {
			size += len(text) + int(unsafe.Sizeof(text))
		}
	}
	return int64(size)
}

// call makes the call with a number from an entry. The call shares no memory with the entry that a caller could change.
func (j *Journal) call(number int64, e *entry) journal.Call {
	c := journal.Call{
		Number: number, Variant: j.variant, Session: j.Session, Time: e.time, Arrived: time.Unix(0, e.arrived),
		Path: e.path, Query: e.query, Header: headerOf(e.header), Status: int(e.status), Write: e.written(),
		Duration: e.duration,
		Assumed:  e.assumed.List(), Format: tourney.FormatJSON,
	}
	if e.op != nil {
		c.Op, c.Method = e.op.ID, e.op.Method
	}
	if e.inXML {
		c.Format = tourney.FormatXML
	}
	if p := e.more; p != nil {
		c.Method = cmp.Or(p.method, c.Method)
		c.Nearest, c.Body, c.BodySize, c.Fault = p.nearest, p.body, p.bodySize, p.fault
		c.Errors, c.Ignored = append([]string(nil), p.messages...), append([]string(nil), p.ignored...)
		if p.later != nil {
			for _, why := range messages(p.later.Refused()) {
				c.Errors = append(c.Errors, "never carried out: "+p.shown(why))
			}
		}
	}
	return c
}

// written returns the number of the write that the call made, during its answer or later.
func (e *entry) written() int64 {
	if e.more != nil && e.more.later != nil {
		return e.more.later.Write()
	}
	return e.write
}

func headerOf(lines string) http.Header {
	h := http.Header{}
	for line := range strings.Lines(lines) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		h[name] = append(h[name], value)
	}
	return h
}

// messages returns the messages of an answer, shortened. The answer has already masked the messages, so that
// shortening them leaves no part of a card's number.
func messages(items []refusal.Item) []string {
	kept := items[:min(len(items), maxMessages)]
	texts := values.Mapped(kept, func(i refusal.Item) string {
		return strings.Clone(plaintext.OneLine(plaintext.Clip(i.Message, redact.MaxShown)))
	})
	if left := len(items) - len(kept); left > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", left))
	}
	return texts
}
