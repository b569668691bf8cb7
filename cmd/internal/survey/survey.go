// Package survey looks at a host of the interface of which nothing is known, and says of each row of the ledger of
// assumptions (docs/assumptions.md) whether the host does what the row says.
//
// Run is the first thing to read, and cases is its table. A survey asks through the client. A guard below the client
// lets no login, registration or payment through, and writes only into a scratch event that the caller named. A Report
// holds names of members, statuses, forms and counts, and no value that a person or a secret could be.
package survey

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver"
)

// Options say which host a survey looks at, and how.
type Options struct {
	URL       string
	Profile   mockserver.Profile // what the host is expected to do; without a Signer the survey signs as auth.HMAC does
	Event     int64              // an event with teams and games, to read
	Scratch   int64              // an event in which the survey may write; 0 for a survey that only reads
	Keys      auth.Credentials   // zero for a survey without signatures
	PlainHTTP bool               // sends signatures over http to another machine

	// Progress is called after each answer with the number of cases that are done, that of all cases, and that of
	// answers. It may be nil.
	Progress func(done, of, answers int)

	Rate      rate.Limit        // requests a second; half as many after each answer with 429 or 503
	Timeout   time.Duration     // of one request; 0 for 15 seconds
	Transport http.RoundTripper // nil for connections of the survey's own

}

// survey is one run.
type survey struct {
	ctx    context.Context
	o      Options
	guard  *guard
	open   *tourney.Client // sends no keys
	client *tourney.Client // signs, if there are keys
	row    *contract.Variant
	found  mockserver.Profile // what the host does, as far as it is known

	settled map[string]Row
	tally   *tally
	created []string
	scratch map[string][]node.Node // lists of the scratch event, by path
	foreign string                 // why nothing is written: the host may mix up events; "" if something may be
	perhaps int                    // creates of which no answer says whether they made a team
	plain   map[string]int         // the counts of the tally before anything was included
	lists   map[string]*answer     // answers that several cases look at, by operation and format
	trouble string                 // why the last request had no readable answer; "" when it had one
	silent  int                    // requests in a row without an answer
}

// mostBytes bounds an answer, and mostMemory the memory for its values. A survey keeps about forty answers.
const mostBytes, mostMemory = 4 << 20, 16 << 20

// Run surveys a host. The error says what is wrong with the options; whatever the host does is in the report. When ctx
// ends, the report says untested of every row that was not looked at.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Scratch != 0 && o.Scratch == o.Event {
		return nil, fmt.Errorf("--scratch-event: expected another event than %d, which --event reads", o.Event)
	}
	if len(o.Profile.Paths)+len(o.Profile.Parameters) > 0 {
		return nil, errors.New("the profile has Paths or Parameters: expected none, because the check asks for the " +
			"paths and parameters of the interface document")
	}
	if o.Transport == nil {
		own := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // no package of a program replaces it
		defer own.CloseIdleConnections()
		o.Transport = own
	}
	s := &survey{
		ctx: ctx, o: o, found: o.Profile, settled: map[string]Row{}, lists: map[string]*answer{},
		tally: newTally(o.Keys.APIKey, o.Keys.APISecret.Reveal()),
	}
	s.found.ErrorStatuses = map[tourney.ErrorCode]int{}
	maps.Copy(s.found.ErrorStatuses, o.Profile.ErrorStatuses)
	if err := s.connect(); err != nil {
		return nil, err
	}
	r := &Report{Host: s.guard.base.Host, Variant: s.row.Name, Event: o.Event, Scratch: o.Scratch}
	for i := range cases {
		if o.Progress != nil {
			s.guard.progress = func(answers int) { o.Progress(i, len(cases), answers) }
		}
		s.run(&cases[i])
		for _, id := range strings.Fields(cases[i].rows) {
			r.Rows = append(r.Rows, s.settled[id])
		}
	}
	for _, list := range []string{"Teams.List", "Divisions.List", "Games.List"} {
		r.Shown += len(s.inJSON(list).ids())
	}
	r.Unknown, r.Deviations = slices.Sorted(maps.Keys(s.tally.unknown)), s.tally.deviations
	r.Created, r.Requests, r.Profile = s.created, s.guard.answered, s.found
	return r, nil
}

// connect makes the clients.
func (s *survey) connect() (err error) {
	if s.found.Profile, err = tourney.ProfileOf(s.o.Profile); err != nil {
		return err
	}
	row, _ := contract.LookupVariant(string(s.found.Variant)) // ProfileOf has checked it
	s.row = row.With(contract.Ways{Wording: contract.Wording(s.found.Results)})
	s.guard = &guard{
		next: s.o.Transport, scratch: s.o.Scratch, mine: map[string]bool{}, pace: rate.NewLimiter(s.o.Rate, 1),
	}
	timeout := cmp.Or(s.o.Timeout, 15*time.Second)
	options := []tourney.Option{
		tourney.WithHTTPClient(&http.Client{Transport: s.guard}), tourney.WithRateLimit(s.guard.pace),
		tourney.WithAttemptTimeout(timeout), tourney.WithTimeout(4 * timeout), tourney.WithMaxResponseBytes(mostBytes),
		tourney.WithRetry(tourney.Retry{Max: 1, MaxRetryAfter: 2 * timeout, UnreadableIsFinal: true}), // after its turn
	}
	if s.o.PlainHTTP {
		options = append(options, tourney.WithPlainHTTP())
	}
	if s.open, err = tourney.New(s.o.URL, s.found.Profile, options...); err != nil {
		return err
	}
	s.client = s.open
	s.guard.base, err = url.Parse(s.open.BaseURL())
	if err == nil && s.o.Keys.APIKey != "" {
		if s.found.Signer == nil {
			s.found.Signer = auth.HMAC{}
		}
		s.client, err = s.open.With(tourney.WithCredentials(s.o.Keys), tourney.WithSigner(s.found.Signer))
	}
	return err
}

// run looks at the rows of a case, and says untested of those that it leaves open.
func (s *survey) run(c *check) {
	s.calm()
	why := cmp.Or(c.why, "the event has no row that shows it")
	switch {
	case c.writes && s.o.Scratch == 0:
		why = "it needs writes, and no scratch event was named"
	case s.ctx.Err() == nil && c.ask != "":
		s.probe(c)
		why = cmp.Or(s.trouble, why)
	case s.ctx.Err() == nil && c.run != nil:
		c.run(s)
		why = cmp.Or(s.trouble, why)
	}
	if s.ctx.Err() != nil {
		why = "the survey was interrupted"
	}
	for _, id := range strings.Fields(c.rows) {
		if _, had := s.settled[id]; !had {
			s.settled[id] = Row{id, Untested, why}
		}
	}
}

// calm forgets the trouble with the last request, unless the host is silent.
func (s *survey) calm() {
	if s.silent == 0 {
		s.trouble = ""
	}
}

// say settles a row. A row that was refuted once stays so.
func (s *survey) say(id string, holds bool, evidence string, args ...any) {
	if row, had := s.settled[id]; had && (row.Verdict == Refuted || holds) {
		return
	}
	verdict := Refuted
	if holds {
		verdict = Confirmed
	}
	s.settled[id] = Row{id, verdict, fmt.Sprintf(evidence, args...)}
}

// expect settles a row by a field of the profile: the row holds when the host does what the field says. Otherwise the
// profile gets what the host was seen to do.
func expect[T comparable](s *survey, id string, field *T, seen T, evidence string, args ...any) {
	s.say(id, *field == seen, evidence, args...)
	*field = seen
}

// answer is what came back for one request.
type answer struct {
	Status int // 0 when no answer came
	form   envelope.Syntax
	body   node.Node // null when the body is in no form of the interface
	errors []tourney.ErrorItem
	raw    []byte

	unknown bool // the request was a create, and the host may have carried it out
}

// ok reports whether the answer is a success in a form of the interface.
func (a *answer) ok() bool { return a.Status/100 == 2 && a.body.Kind != node.Null && a.errors == nil }

// denied reports whether the answer refuses the keys, or asks for some.
func (a *answer) denied() bool {
	return a.Status == http.StatusUnauthorized || len(a.errors) > 0 && a.errors[0].Code == tourney.CodeInvalidCredentials
}

// refused reports whether the answer refuses the request itself.
func (a *answer) refused() bool {
	return (a.Status/100 == 4 && a.Status != http.StatusTooManyRequests || a.errors != nil) && !a.denied()
}

// rows returns the rows of a list with pages.
func (a *answer) rows() []node.Node {
	if !a.ok() || len(a.body.Members) == 0 {
		return nil
	}
	return items(at(&a.body.Members[0].Node, "Results"))
}

// ids returns the ids of the rows.
func (a *answer) ids() (ids []int64) {
	for _, row := range a.rows() {
		ids = append(ids, number(text(&row, "Id")))
	}
	return ids
}

// decodes reports whether the client decodes an answer to an operation within its usual memory.
func (a *answer) decodes(op string) bool {
	out := reflect.New(openapi.Answer(op)).Interface()
	return a.form.Decode(a.raw, out, "Errors", record.MemoryFor(int64(len(a.raw)))) == nil
}

// get sends a read in JSON.
func (s *survey) get(path string, args ...any) *answer {
	return s.send(s.client, tourney.FormatJSON, http.MethodGet, fmt.Sprintf(path, args...), nil)
}

// silence is how many requests in a row may have no answer before the survey sends nothing more.
const silence = 4

// send sends a request through a client, with a body unless it is nil.
func (s *survey) send(c *tourney.Client, format tourney.Format, method, path string, body *node.Node) *answer {
	path, query, _ := strings.Cut(path, "?")
	if s.silent >= silence {
		return &answer{}
	}
	in := tourney.RawRequest{Method: method, Path: contract.BasePath + path}
	in.Query, _ = url.ParseQuery(query) // the queries of this package are right
	if body != nil {
		in.Body = envelope.Syntax{XML: format == tourney.FormatXML}.Encode(*body)
	}
	out, err := c.Do(s.ctx, in, tourney.WithFormat(format))
	why := strings.ReplaceAll(string(tourney.ErrorTypeOf(err)), "_", " ") // and no text of the host
	if errors.Is(err, errGuard) {
		why = errGuard.Error()
	}
	a := &answer{Status: out.Status, raw: out.Body}
	a.unknown = errors.Is(err, tourney.ErrOutcomeUnknown) && !errors.Is(err, errGuard)
	if refusal := new(tourney.APIError); errors.As(err, &refusal) && len(refusal.Errors) > 0 {
		a.errors = refusal.Errors
	}
	if out.Status == 0 {
		s.silent++
		s.trouble = fmt.Sprintf("%s %s got no answer: %s", method, path, why)
		return a
	}
	s.silent, s.trouble = 0, ""
	media := out.Header.Get("Content-Type")
	if form, err := envelope.SyntaxOf(media, out.Body); err == nil {
		if n, err := form.Parse(out.Body, mostMemory); err == nil && n.Kind == node.Object {
			a.form, a.body = form, n
		}
	}
	switch what := fmt.Sprintf("%s %s got %d", method, path, out.Status); {
	case strings.Contains(media, "html"):
		s.trouble = what + ", an HTML page"
	case a.body.Kind == node.Null:
		s.trouble = strings.TrimSuffix(what+", and no body of the interface: "+why, ": ")
	case !a.ok():
		s.trouble = what
	}
	return a
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// number returns the number that a text is; 0 for any other text.
func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// such returns the first of some names, in brackets.
func such(names []string) string {
	const most = 3
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.TrimSuffix(" ("+strings.Join(names, ", ")+")", " ()")
}
