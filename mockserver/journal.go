package mockserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/mockserver/internal/fault"
	"github.com/tourney-go/tourney/mockserver/internal/journal"
)

// maxMessages bounds how many messages of a call the journal keeps. An empty payment causes 13 messages, and a body of
// 8 MiB can cause a million.
const maxMessages = 20

// entry is a call as the journal keeps it: texts, which become the members of a Call when it is read.
type entry struct {
	variant  tourney.Variant
	session  string
	time     time.Time
	op       *contract.Operation
	nearest  string
	method   string
	path     string
	query    string
	header   string // lines of names and values
	body     string
	bodySize int
	format   *format
	status   int
	write    int64
	messages []string
	duration time.Duration
	fault    string
	assumed  *assumed
	ignored  []string
}

// requestJournal keeps the last calls without their secrets.
type requestJournal struct {
	variant tourney.Variant
	session string // "" for the main world
	ring    *journal.Ring[*entry]
	router  *router
	clock   *Clock
	state   *state
	known   knownSecrets
	signer  []string // names of query parameters with keys
	rules   *fault.Set
	onCall  func(Call)
}

func newJournal(l journalLimits, r *responder, clock *Clock, onCall func(Call)) *requestJournal {
	return &requestJournal{
		variant: tourney.Variant(r.variant.Name), ring: journal.New[*entry](l.calls, l.bytes), router: r.router,
		clock: clock, state: r.state, signer: r.signerNames, rules: r.failer.rules, onCall: onCall,
	}
}

// add keeps the call of an answer, and shows it to OnCall. It numbers both.
func (j *requestJournal) add(a *answer) {
	e := j.entryOf(a)
	a.number = j.ring.Add(e, e.size())
	if j.onCall != nil {
		j.onCall(e.call(a.number))
	}
}

// callOf returns the call of an answer that is not complete. It has no number.
func (j *requestJournal) callOf(a *answer) Call { return j.entryOf(a).call(0) }

// entryOf returns the entry of an answer. It copies texts of the request, because a part of a text keeps the whole text
// in memory.
func (j *requestJournal) entryOf(a *answer) *entry {
	req := a.request
	e := &entry{
		variant: j.variant, session: j.session, time: j.clock.Now(), op: a.op, method: req.Method, path: req.URL.Path,
		format: a.format, status: a.status, bodySize: len(a.body), fault: a.fault, assumed: a.assumed,
		write: a.written, duration: time.Since(a.began),
	}
	nearest := a.op
	if nearest == nil {
		e.nearest, nearest = j.router.nearestRoute(req.Method, req.URL.Path)
	}
	r := newRedaction(a.op, nearest, j.state.accounts(), &j.known, j.signer)
	if len(a.body) > 0 {
		format, _ := bodyFormat(req)
		e.body = r.body(format, a.body)
		if format != nil {
			e.format = format
		}
	}
	e.query, e.header = r.query(&a.query), r.header(req.Header)
	e.name(&r, a.path)
	e.ignored = mapped(a.ignored[:min(len(a.ignored), maxMessages)], func(name string) string {
		if name = safe(name); assignsSecret(name) {
			return redacted
		}
		return strings.Clone(r.shown(name))
	})
	if a.problem != nil {
		e.messages = mapped(messages(a.problem.items), r.shown)
	}
	return e
}

// name makes method and path fit to be kept. Those of an operation are known: most often the path is that of the route.
func (e *entry) name(r *redaction, route string) {
	switch {
	case e.op == nil:
		e.method, e.path = r.shown(strings.Clone(safe(e.method))), strings.Clone(r.path(e.path))
	case e.path == route:
		e.method, e.path = e.op.Method, route
	default:
		e.method, e.path = e.op.Method, strings.Clone(e.path)
	}
}

// size returns the bytes that an entry takes.
func (e *entry) size() int64 {
	size := int(unsafe.Sizeof(*e)) + len(e.nearest) + len(e.path) + len(e.query) + len(e.header) + len(e.body) +
		len(e.fault)
	for _, text := range slices.Concat(e.messages, e.ignored) {
		size += len(text) + int(unsafe.Sizeof(text))
	}
	return int64(size)
}

// call returns the entry as the call with a number. Nothing of it is shared.
func (e *entry) call(number int64) Call {
	c := Call{
		Number: number, Variant: e.variant, Session: e.session, Time: e.time, Nearest: e.nearest,
		Method: e.method, Path: e.path, Query: e.query,
		Header: headerOf(e.header), Body: e.body, BodySize: e.bodySize, Status: e.status, Write: e.write,
		Errors: slices.Clone(e.messages), Duration: e.duration, Fault: e.fault, Assumed: e.assumed.list(),
		Ignored: slices.Clone(e.ignored),
	}
	if e.op != nil {
		c.Op = e.op.ID
	}
	if e.format == inXML {
		c.Format = tourney.XML
	}
	return c
}

// headerOf returns the header that is written in lines.
func headerOf(lines string) http.Header {
	h := http.Header{}
	for line := range strings.Lines(lines) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		h[name] = append(h[name], value)
	}
	return h
}

// messages returns the messages of an answer, shortened. The answer masked them before, so that no part of a card's
// number is left at a cut.
func messages(items []item) []string {
	kept := items[:min(len(items), maxMessages)]
	texts := mapped(kept, func(i item) string { return strings.Clone(plaintext.OneLine(truncated(i.message))) })
	if left := len(items) - len(kept); left > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", left))
	}
	return texts
}

// after returns the calls with a greater number, oldest first, and the number of the newest call that ever came.
func (j *requestJournal) after(number int64) (calls []Call, newest int64) {
	entries, newest := j.ring.After(number)
	return callsOf(entries), newest
}

// last returns up to n calls, oldest first.
func (j *requestJournal) last(n int) []Call { return callsOf(j.ring.Last(n)) }

func callsOf(entries []journal.Entry[*entry]) []Call {
	return mapped(entries, func(e journal.Entry[*entry]) Call { return e.Value.call(e.Number) })
}
