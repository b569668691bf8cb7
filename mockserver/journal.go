package mockserver

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
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/ring"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/journal"
)

// maxMessages bounds how many messages of a call the journal keeps. An empty payment causes 13 messages, and a body of
// 8 MiB can cause a million.
const maxMessages = 20

// entry is a call as the journal keeps it: texts, which become the members of a Call when it is read. A server that is
// asked without a pause keeps many entries, and the garbage collector looks at each, so entries are small.
type entry struct {
	time     time.Time
	op       *contract.Operation
	path     string
	query    string
	header   string // lines of names and values
	assumed  *assumed
	write    int64
	arrived  int64 // in nanoseconds of Unix, because a time.Time takes three times as much
	duration time.Duration
	more     *rareParts // nil for none
	status   int16
	inXML    bool
}

// rareParts are the parts of a call that most calls do not have.
type rareParts struct {
	method   string // where it is not that of the operation
	nearest  string
	body     string
	bodySize int
	messages []string
	fault    string
	ignored  []string
}

// orNil returns a copy of the parts, nil where there are none.
func (p *rareParts) orNil() *rareParts {
	if p.method == "" && p.nearest == "" && p.bodySize == 0 && p.fault == "" &&
		len(p.messages) == 0 && len(p.ignored) == 0 {
		return nil
	}
	kept := *p
	return &kept
}

// requestJournal keeps the last calls without their secrets.
type requestJournal struct {
	variant tourney.Variant
	session string // "" for the main world
	ring    *ring.Ring[*entry]
	router  *router
	clock   *clock
	state   *state
	known   knownSecrets
	signer  []string // names of query parameters with keys
	rules   *rules.Set
	onCall  func(journal.Call)
}

func newJournal(l *Limits, r *responder, clock *clock, onCall func(journal.Call)) *requestJournal {
	return &requestJournal{
		variant: tourney.Variant(r.variant.Name), ring: ring.New[*entry](l.Calls, l.CallBytes), router: r.router,
		clock: clock, state: r.state, signer: r.signerNames, rules: r.failer.rules, onCall: onCall,
	}
}

// add keeps the call of an answer, and shows it to OnCall. It numbers both.
func (j *requestJournal) add(a *answer) {
	e := j.entryOf(a)
	a.number = j.ring.Add(e, e.size())
	if j.onCall != nil {
		j.onCall(j.call(a.number, e))
	}
}

// tell shows OnCall a request of the admin API that the server does not let in. No journal has it, so it has no number,
// and no operation is near its path.
func (j *requestJournal) tell(a *answer) {
	if j.onCall == nil {
		return
	}
	c := j.callOf(a)
	c.Nearest, c.Assumed = "", nil
	j.onCall(c)
}

// callOf returns the call of an answer that is not complete. It has no number.
func (j *requestJournal) callOf(a *answer) journal.Call { return j.call(0, j.entryOf(a)) }

// entryOf returns the entry of an answer. It copies texts of the request, because a part of a text keeps the whole text
// in memory.
func (j *requestJournal) entryOf(a *answer) *entry {
	req := a.request
	e := &entry{
		time: j.clock.Now(), op: a.op, inXML: a.format == inXML, status: int16(a.status), //nolint:gosec // three digits
		assumed: a.assumed, write: a.written, arrived: a.began.UnixNano(), duration: time.Since(a.began),
	}
	more := rareParts{fault: a.fault, bodySize: len(a.body)}
	nearest := a.op
	if nearest == nil {
		more.nearest, nearest = j.router.nearestRoute(methodOf(req), req.URL.Path)
	}
	r := newRedaction(a.op, nearest, j.state.accounts(), &j.known, j.signer)
	if len(a.body) > 0 {
		format, _, _ := bodyFormat(req)
		more.body = r.body(format, a.body)
		if format != nil {
			e.inXML = format == inXML
		}
	}
	e.query, e.header = r.query(&a.query), r.header(req.Header)
	switch {
	case a.op == nil:
		more.method, e.path = r.shown(strings.Clone(redact.Safe(req.Method))), strings.Clone(r.path(req.URL.Path))
	case req.URL.Path == a.path:
		e.path = a.path
	default:
		e.path = strings.Clone(req.URL.Path)
	}
	if req.Method == http.MethodHead {
		more.method = http.MethodHead
	}
	more.ignored = r.ignored(a.ignored)
	if a.problem != nil {
		more.messages = mapped(messages(a.problem.items), r.shown)
	}
	if a.hint != "" {
		more.messages = append(more.messages, r.shown(a.hint))
	}
	e.more = more.orNil()
	return e
}

// ignored returns ignored names as the journal keeps them.
func (r *redaction) ignored(names []string) []string {
	return mapped(names[:min(len(names), maxMessages)], func(name string) string {
		if name = redact.Safe(name); redact.AssignsSecret(name) {
			return redact.Mark
		}
		return strings.Clone(r.shown(name))
	})
}

// size returns the bytes that an entry takes.
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

// call returns an entry as the call with a number. Nothing of it is shared.
func (j *requestJournal) call(number int64, e *entry) journal.Call {
	c := journal.Call{
		Number: number, Variant: j.variant, Session: j.session, Time: e.time, Arrived: time.Unix(0, e.arrived),
		Path: e.path, Query: e.query, Header: headerOf(e.header), Status: int(e.status), Write: e.write, Duration: e.duration,
		Assumed: e.assumed.list(), Format: tourney.FormatJSON,
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
	texts := mapped(kept, func(i item) string {
		return strings.Clone(plaintext.OneLine(plaintext.Clip(i.message, redact.MaxShown)))
	})
	if left := len(items) - len(kept); left > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", left))
	}
	return texts
}

// after returns the calls with a greater number, oldest first, and the number of the newest call that ever came.
func (j *requestJournal) after(number int64) (calls []journal.Call, newest int64) {
	entries, newest := j.ring.After(number)
	return j.calls(entries), newest
}

// lastOf returns the newest n calls that match, oldest first.
func (j *requestJournal) lastOf(n int, matches func(journal.Call) bool) []journal.Call {
	calls := []journal.Call{}
	entries, _ := j.ring.After(0)
	for _, e := range slices.Backward(entries) {
		if len(calls) == n {
			break
		}
		if c := j.call(e.Number, e.Value); matches(c) {
			calls = append(calls, c)
		}
	}
	slices.Reverse(calls)
	return calls
}

func (j *requestJournal) calls(entries []ring.Entry[*entry]) []journal.Call {
	return mapped(entries, func(e ring.Entry[*entry]) journal.Call { return j.call(e.Number, e.Value) })
}

// reportOf returns the text for the log of a failed test.
func reportOf(j *requestJournal) string {
	calls, newest := j.after(0)
	return report(j.session, calls, newest, j.rules.All())
}
