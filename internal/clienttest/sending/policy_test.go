package sending

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/observe"
)

// policyPage says how often a request is sent. TestPolicy compares the client with its tables.
const policyPage = "internal/clienttest/sending/testdata/policy.txt"

// policyCalls are the operations of each column.
var policyCalls = map[string][]string{
	"read": {"read"}, "set": {"set", "set players"}, "login": {"login"},
	"create": {"create", "create division", "create player", "create coach"}, "charge": {"charge", "charge by registering"},
	"GET": {"raw read"}, "PUT": {"raw set"}, "POST": {"raw charge"},
}

// addingCalls are the updates that add.
var addingCalls = []string{"create player", "create coach"}

// policyKinds are the errors in the column "is". A failure matches only its own.
var policyKinds = map[string]error{
	"invalid": tourney.ErrInvalid, "unauthorized": tourney.ErrUnauthorized, "forbidden": tourney.ErrForbidden,
	"not found": tourney.ErrNotFound,
	"conflict":  tourney.ErrConflict, "rate limited": tourney.ErrRateLimited, "unavailable": tourney.ErrUnavailable,
	"deadline": context.DeadlineExceeded, "canceled": context.Canceled,
}

// failure makes a request fail.
type failure struct {
	answer httpmock.Responder
	takes  time.Duration // for each attempt
	opts   []tourney.Option
	client time.Duration                                               // timeout of the user's http.Client
	ctx    func(context.Context) (context.Context, context.CancelFunc) // of the caller
}

// The progress of an attempt, as a transport reports it to httptrace. The zero value reports nothing.
const (
	notTraced = iota
	connecting
	connected
	written
)

// traced reports the attempt's progress to httptrace, and then answers.
func traced(how int, answer httpmock.Responder) httpmock.Responder {
	return func(req *http.Request) (*http.Response, error) {
		trace := httptrace.ContextClientTrace(req.Context())
		if how >= connecting {
			trace.GetConn("host.example.com:443")
		}
		if how >= connected {
			trace.GotConn(httptrace.GotConnInfo{})
		}
		if how >= written {
			trace.WroteHeaderField("Host", []string{"host.example.com"})
			trace.WroteHeaders()
		}
		return answer(req)
	}
}

// told answers with a number in the body that counts up.
func told(status int, header ...string) httpmock.Responder {
	said := 0
	return func(req *http.Request) (*http.Response, error) {
		said++
		return clienttest.Reply(status, fmt.Sprintf("answer %d", said), header...)(req)
	}
}

// until answers with a date to wait for.
func until(wait time.Duration) httpmock.Responder {
	return func(req *http.Request) (*http.Response, error) {
		return clienttest.Reply(429, ``, "Retry-After", time.Now().Add(wait).UTC().Format(http.TimeFormat))(req)
	}
}

// elsewhere redirects within the host.
func elsewhere(status int, then httpmock.Responder) httpmock.Responder {
	return func(req *http.Request) (*http.Response, error) {
		if strings.HasSuffix(req.URL.Path, "/elsewhere") {
			return then(req)
		}
		return clienttest.Reply(status, ``, "Location", req.URL.Path+"/elsewhere")(req)
	}
}

func within(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, d) }
}

func cancelled(after time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		if after == 0 {
			cancel()
		}
		timer := time.AfterFunc(after, cancel)
		return ctx, func() { timer.Stop(); cancel() }
	}
}

// results are the results of all creates and charges.
const results = `"Id":7,"TeamId":7,"TransactionId":"T1"`

var padding = strings.Repeat("x", clienttest.MaxHeaderBytes)

// failures returns new failures for each call, because some count.
func failures(t *testing.T) map[string]failure {
	t.Helper()
	const short = 2 * time.Second
	var (
		attempt   = []tourney.Option{tourney.WithAttemptTimeout(short)}
		whole     = []tourney.Option{tourney.WithAttemptTimeout(0), tourney.WithTimeout(0)}
		refused   = &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
		reset     = &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}
		untrusted = &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}
		noHost    = &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "host.example.com", IsNotFound: true}}
	)
	return map[string]failure{
		"no such host":            {answer: traced(connecting, clienttest.Broken(noHost))},
		"refused connection":      {answer: traced(connecting, clienttest.Broken(refused))},
		"certificate not trusted": {answer: traced(connecting, clienttest.Broken(untrusted))},
		"reset before headers":    {answer: traced(connected, clienttest.Broken(reset))},
		"reset after headers":     {answer: traced(written, clienttest.Broken(reset))},
		"reset, nothing traced":   {answer: clienttest.Broken(reset)},
		"closed after headers":    {answer: traced(written, clienttest.Broken(io.ErrUnexpectedEOF))},

		"attempt timeout, connecting":   {answer: traced(connecting, clienttest.Hang), takes: short, opts: attempt},
		"attempt timeout, connected":    {answer: traced(connected, clienttest.Hang), takes: short, opts: attempt},
		"attempt timeout after headers": {answer: traced(written, clienttest.Hang), takes: short, opts: attempt},
		"attempt timeout in the body":   {answer: traced(written, hangInBody), takes: short, opts: attempt},
		"client timeout, connecting":    {answer: traced(connecting, clienttest.Hang), takes: short, client: short},
		"client timeout after headers":  {answer: traced(written, clienttest.Hang), takes: short, client: short},
		"deadline before headers":       {answer: traced(connecting, clienttest.Hang), takes: short, opts: whole, ctx: within(short)},
		"deadline after headers":        {answer: traced(written, clienttest.Hang), takes: short, opts: whole, ctx: within(short)},
		"deadline in the body":          {answer: traced(written, hangInBody), takes: short, opts: whole, ctx: within(short)},
		"call timeout after headers": {answer: traced(written, clienttest.Hang), takes: short,
			opts: []tourney.Option{tourney.WithTimeout(short)}},
		"cancelled before":         {answer: clienttest.Reply(200, `{}`), ctx: cancelled(0)},
		"cancelled before headers": {answer: traced(connecting, clienttest.Hang), takes: short, ctx: cancelled(short)},
		"cancelled after headers":  {answer: traced(written, clienttest.Hang), takes: short, ctx: cancelled(short)},

		"302 without a Location": {answer: told(302)}, "304": {answer: told(304)}, "400": {answer: told(400)}, "401": {answer: told(401)},
		"403": {answer: told(403)}, "404": {answer: told(404)},
		"408": {answer: told(408)}, "409": {answer: told(409)}, "422": {answer: told(422)}, "425": {answer: told(425)},
		"429": {answer: told(429)},
		"500": {answer: told(500)}, "501": {answer: told(501)}, "502": {answer: told(502)}, "503": {answer: told(503)},
		"504": {answer: told(504)},
		"505": {answer: told(505)},

		"429 for 7 seconds":        {answer: told(429, "Retry-After", "7")},
		"429 until a date":         {answer: until(9 * time.Second)},
		"429 for the longest":      {answer: told(429, "Retry-After", "30"), opts: whole},
		"429 for too long":         {answer: told(429, "Retry-After", "31")},
		"429 until a date too far": {answer: until(time.Hour)},
		"429 past the deadline":    {answer: told(429, "Retry-After", "2"), ctx: within(short)},
		"503 for 7 seconds":        {answer: told(503, "Retry-After", "7")},

		"truncated body": {answer: clienttest.Torn(200)}, "truncated 400": {answer: clienttest.Torn(400)},
		"truncated 401": {answer: clienttest.Torn(401)}, "truncated 429": {answer: clienttest.Torn(429)},
		"401 without its bytes":        {answer: clienttest.TornAfter(401, ``)},
		"truncated page of a 429":      {answer: clienttest.TornAfter(429, `<!DOCTYPE html><html><bo`)},
		"HTML page of a 429":           {answer: clienttest.Reply(429, `<html id="Id">busy</html>`, "Content-Type", "text/html")},
		"unknown compression of a 429": {answer: clienttest.Reply(429, `{}`, "Content-Encoding", "br")},
		"429 that is no text":          {answer: clienttest.Reply(429, "\x81\xa2Id\x07", "Content-Type", "application/msgpack")},
		"nested results in a 409":      {answer: clienttest.Reply(409, `{"Payment":{`+results+`}}`)},
		"404 too large": {answer: clienttest.Reply(404, `{"Id":7}`),
			opts: []tourney.Option{tourney.WithMaxResponseBytes(3)}},
		"truncated 501":       {answer: clienttest.Torn(501)},
		"truncated 503":       {answer: clienttest.Torn(503)},
		"truncated gzip":      {answer: clienttest.Reply(200, clienttest.Gzip(t, `{"Id":7}`)[:12], "Content-Encoding", "gzip")},
		"unknown compression": {answer: clienttest.Reply(200, `{"Id":7}`, "Content-Encoding", "br")},
		"wrong content type":  {answer: clienttest.Reply(200, `{"Id":7}`, "Content-Type", "application/pdf")},
		"no content type":     {answer: clienttest.Reply(200, `what is this?`, "Content-Type", "")},
		"HTML page":           {answer: clienttest.Reply(200, `<html>sign in</html>`, "Content-Type", "text/html")},
		"HTML page of a 503":  {answer: clienttest.Reply(503, `<html>busy</html>`, "Content-Type", "text/html")},
		"malformed body":      {answer: clienttest.Reply(200, `{"Id":`)},

		"Errors in a 200: invalid":   {answer: clienttest.Reply(200, `{"Errors":[{"Code":2,"Message":"m"}]}`)},
		"Errors in a 200: other":     {answer: clienttest.Reply(200, `{"Errors":[{"Code":0,"Message":"m"}]}`)},
		"Errors in a 500: duplicate": {answer: clienttest.Reply(500, `{"Errors":[{"Code":7,"Message":"m"}]}`)},
		"Errors in a 500: other":     {answer: clienttest.Reply(500, `{"Errors":[{"Code":0,"Message":"m"}]}`)},

		"Errors in a 302: invalid":    {answer: clienttest.Reply(302, `{"Errors":[{"Code":2,"Message":"m"}]}`)},
		"Errors and results in a 200": {answer: clienttest.Reply(200, `{`+results+`,"Errors":[{"Code":2,"Message":"m"}]}`)},
		"Errors and results in a 500": {answer: clienttest.Reply(500, `{"Errors":[{"Code":2,"Message":"m"}],`+results+`}`)},
		"results in a 409":            {answer: clienttest.Reply(409, `{`+results+`}`)},
		"results in a 429":            {answer: clienttest.Reply(429, `{`+results+`}`)},
		"results in a 503":            {answer: clienttest.Reply(503, `{`+results+`}`)},
		"200 without results": {answer: clienttest.Reply(200,
			`{"Venues":null,"Message":"queued","ApiKey":"aw==","ApiSecretKey":"cw=="}`)},

		"redirect to another host": {answer: clienttest.Reply(307, ``, "Location", "https://elsewhere.example.com/api/v1/venues")},
		"redirect to plain http":   {answer: clienttest.Reply(307, ``, "Location", "http://host.example.com/api/v1/venues")},
		"303 within the host":      {answer: elsewhere(303, clienttest.Reply(200, `{}`))},
		"307 within the host":      {answer: elsewhere(307, clienttest.Reply(200, `{}`))},
		"308 within the host":      {answer: elsewhere(308, clienttest.Reply(200, `{}`))},
		"307, then no connection":  {answer: elsewhere(307, traced(connecting, clienttest.Broken(refused)))},
		"307, then a 404":          {answer: elsewhere(307, clienttest.Reply(404, ``))},
		"307, then a 429":          {answer: elsewhere(307, clienttest.Reply(429, ``))},
		"307, then a 503":          {answer: elsewhere(307, clienttest.Reply(503, ``))},

		"body too large":   {answer: clienttest.Reply(200, `{"Id":7}`), opts: []tourney.Option{tourney.WithMaxResponseBytes(3)}},
		"header too large": {answer: clienttest.Reply(200, `{}`, "X-Padding", padding)},
		"header beyond the transport": {answer: traced(written,
			clienttest.Broken(errors.New("net/http: server response headers exceeded 10485760 bytes; aborted")))},
		"the limiter refuses": {answer: clienttest.Reply(200, `{}`), opts: []tourney.Option{tourney.WithRateLimit(clienttest.Limiter(
			func(context.Context) error { return errors.New("no") }))}},
	}
}

// policyRow is one failure of the table.
type policyRow struct {
	failure, errorType, is, waits string
	cells                         map[string]string // by column
}

// table returns the cells of the table under a heading of a page, with its first line first.
func table(t *testing.T, page, heading string) (rows [][]string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(clienttest.Root(), page))
	require.NoError(t, err)
	_, text, found := strings.Cut(string(data), "\n## "+heading+"\n")
	require.True(t, found, "%s has no heading %q", page, heading)
	text, _, _ = strings.Cut(text, "\n## ")
	for line := range strings.Lines(text) {
		line, isRow := strings.CutPrefix(strings.TrimSpace(line), "|")
		if !isRow || strings.HasPrefix(line, "-") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		require.True(t, len(rows) == 0 || len(cells) == len(rows[0]), line)
		rows = append(rows, cells)
	}
	return rows
}

// policyRows returns a row for each failure of the table, whose lines have several failures.
func policyRows(t *testing.T) (columns []string, rows []policyRow) {
	t.Helper()
	cells := table(t, policyPage, "Every failure")
	columns = cells[0][4:]
	for _, texts := range cells[1:] {
		row := policyRow{errorType: texts[1], is: texts[2], waits: texts[3], cells: map[string]string{}}
		for j, column := range columns {
			row.cells[column] = texts[4+j]
		}
		for failure := range strings.SplitSeq(texts[0], "; ") {
			row.failure = failure
			rows = append(rows, row)
		}
	}
	return columns, rows
}

// TestPolicy compares the client with the table, in virtual time.
func TestPolicy(t *testing.T) {
	_, rows := policyRows(t)
	for _, row := range rows {
		for column, cell := range row.cells {
			for _, call := range policyCalls[column] {
				cell := cell
				if own, adding, both := strings.Cut(cell, "/"); both {
					cell = own
					if slices.Contains(addingCalls, call) {
						cell = adding
					}
				}
				t.Run(row.failure+"/"+call, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { row.hold(t, cell, clienttest.ClassCalls[call]) })
				})
			}
		}
	}
}

// TestPolicyIsComplete: every failure has a row, every class has a column, and every call belongs to one column.
func TestPolicyIsComplete(t *testing.T) {
	columns, rows := policyRows(t)
	var named, made []string
	for _, row := range rows {
		named = append(named, row.failure)
		for column, cell := range row.cells {
			require.NotEmpty(t, cell, "%s: %s", row.failure, column)
		}
	}
	for name := range failures(t) {
		made = append(made, name)
	}
	slices.Sort(named)
	slices.Sort(made)
	require.Empty(t, cmp.Diff(made, named))

	var called, all []string
	for _, column := range columns {
		require.Contains(t, policyCalls, column)
		called = append(called, policyCalls[column]...)
	}
	for call := range clienttest.ClassCalls {
		all = append(all, call)
	}
	slices.Sort(called)
	slices.Sort(all)
	require.Empty(t, cmp.Diff(all, called))

	classes := map[contract.Class]bool{}
	for _, op := range contract.Operations() {
		classes[op.Class] = true
	}
	require.Len(t, classes, len(columns)-len([]string{"GET", "PUT", "POST"}), "a column for each class of the contract")
}

// TestClassesOnThePage: the page names the operations of each class of the contract, and its words about redirects agree with the table of
// failures.
func TestClassesOnThePage(t *testing.T) {
	operations := map[string][]string{}
	for _, op := range contract.Operations() {
		if op.Class != contract.Read {
			operations[op.Class.String()] = append(operations[op.Class.String()], op.ID)
		}
	}
	_, failures := policyRows(t)
	cell := func(failure, class string) string {
		at := slices.IndexFunc(failures, func(row policyRow) bool { return row.failure == failure })
		require.GreaterOrEqual(t, at, 0, failure)
		return failures[at].cells[class]
	}
	words := map[string]string{"1+1ok": "followed", "1": "fails", "1?": "unknown outcome"}
	for _, row := range table(t, "docs/writing.md", "Each class")[1:] {
		class := row[0]
		for _, op := range operations[class] {
			require.Contains(t, row[1], op, class)
		}
		require.Contains(t, row[3], words[cell("307 within the host", class)], class)
		require.Contains(t, row[4], words[cell("redirect to another host", class)], class)
		delete(operations, class)
	}
	require.Empty(t, operations)
}

// hold makes a call fail in the row's way, and compares the result with a cell.
func (row policyRow) hold(t *testing.T, cell string, call func(context.Context, *tourney.Client, ...tourney.CallOption) error) {
	t.Helper()
	if cell == "-" {
		return
	}
	f, ok := failures(t)[row.failure]
	require.True(t, ok, "there is no such failure")
	var (
		at       []time.Time
		ended    []observe.ErrorType
		response tourney.Response
	)
	heard := tourney.WithObserver(observe.Observer{
		AttemptStart: func(ctx context.Context, _ observe.Attempt) context.Context { at = append(at, time.Now()); return ctx },
		OperationEnd: func(_ context.Context, e observe.OperationEnd) { ended = append(ended, e.Error) },
	})
	h := &clienttest.Host{Answers: clienttest.One(f.answer)}
	user := h.HTTPClient()
	user.Timeout = f.client
	client, err := tourney.New(clienttest.BaseURL, tourney.Soccer, append([]tourney.Option{tourney.WithHTTPClient(user), heard}, f.opts...)...)
	require.NoError(t, err)
	ctx := t.Context()
	if f.ctx != nil {
		within, cancel := f.ctx(ctx)
		defer cancel()
		ctx = within
	}

	begun := time.Now()
	err = call(ctx, client, tourney.ResponseInto(&response))
	took := time.Since(begun)

	cell, fine := strings.CutSuffix(cell, "ok")
	cell, unknown := strings.CutSuffix(cell, "?")
	cell, follows := strings.CutSuffix(cell, "+1")
	times, convErr := strconv.Atoi(cell)
	require.NoError(t, convErr)
	requests := times
	if follows {
		requests *= 2
	}
	require.Len(t, h.Requests(), requests)
	require.Equal(t, times, response.Attempts)
	for _, r := range h.Requests() {
		require.Equal(t, h.Requests()[0].Body, r.Body, "the same body each time")
	}
	row.holdWaits(t, begun, at, f.takes, took)
	if fine {
		require.NoError(t, err)
		require.Equal(t, []observe.ErrorType{observe.ErrorNone}, ended)
		return
	}
	require.Equal(t, []observe.ErrorType{observe.ErrorType(row.errorType)}, ended, "%v", err)
	row.holdError(t, err, times, unknown)
}

// holdWaits compares the times between attempts with the row. The client does not wait before the first attempt, nor after the last.
func (row policyRow) holdWaits(t *testing.T, begun time.Time, at []time.Time, takes, took time.Duration) {
	t.Helper()
	retry, now := tourney.DefaultRetry(), begun
	for i, begins := range at {
		wait := begins.Sub(now)
		now = begins.Add(takes)
		switch {
		case i == 0:
			require.Zero(t, wait)
		case row.waits == "jitter":
			require.GreaterOrEqual(t, wait, time.Duration(0))
			require.Less(t, wait, min(retry.MinWait<<(i-1), retry.MaxWait))
		default:
			hint, err := time.ParseDuration(row.waits)
			require.NoError(t, err)
			require.Equal(t, hint, wait)
		}
	}
	require.Equal(t, now.Sub(begun), took)
}

// holdError compares the error with the row.
func (row policyRow) holdError(t *testing.T, err error, times int, unknown bool) {
	t.Helper()
	var (
		open       *tourney.OutcomeUnknownError
		answered   *tourney.APIError
		unreadable *tourney.DecodeError
		failed     *tourney.TransportError
	)
	require.Equal(t, unknown, errors.Is(err, tourney.ErrOutcomeUnknown), "%v", err)
	require.Equal(t, unknown, errors.As(err, &open))
	if unknown {
		require.Equal(t, times, open.Attempts)
		require.ErrorContains(t, err, "may have happened")
	}
	for name, kind := range policyKinds {
		require.Equal(t, name == row.is, errors.Is(err, kind), "%s: %v", name, err)
	}
	status, numberErr := strconv.Atoi(row.errorType)
	switch {
	case row.errorType == "redirect" && errors.As(err, &answered): // of a class that follows none
		require.Equal(t, 3, answered.Status/100)
	case numberErr == nil || row.errorType == "errors":
		require.ErrorAs(t, err, &answered)
		require.Equal(t, times, answered.Attempts)
		require.True(t, numberErr != nil || answered.Status == status, "%v", err)
		if said, ok := strings.CutPrefix(answered.Excerpt(), "answer "); ok {
			require.Equal(t, strconv.Itoa(times), said, "the last answer is kept")
		}
	case row.errorType == "decode":
		require.ErrorAs(t, err, &unreadable)
		require.Equal(t, 200, unreadable.Status)
	default:
		require.ErrorAs(t, err, &failed)
		require.Equal(t, times, failed.Attempts)
	}
}

// TestJitterIsFull: waits are spread evenly between 0 and a bound that doubles.
func TestJitterIsFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const runs = 1000
		bounds := []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 4 * time.Second}
		tenths := make([][10]int, len(bounds))
		var at []time.Time
		c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(503, ``), tourney.WithRetryBudget(tourney.RetryBudget{}),
			tourney.WithRetry(tourney.Retry{Max: len(bounds), MinWait: time.Second, MaxWait: 4 * time.Second}),
			tourney.WithObserver(observe.Observer{
				AttemptStart: func(ctx context.Context, _ observe.Attempt) context.Context { at = append(at, time.Now()); return ctx },
			}))
		for range runs {
			at = nil
			require.Error(t, clienttest.ClassCalls["read"](t.Context(), c))
			require.Len(t, at, 1+len(bounds))
			for i, bound := range bounds {
				wait := at[i+1].Sub(at[i])
				require.Less(t, wait, bound)
				tenths[i][10*wait/bound]++
			}
		}
		for i := range tenths {
			for tenth, count := range tenths[i] {
				require.InDelta(t, runs/10, count, 80, "wait %d, tenth %d: more than eight standard deviations off", i+1, tenth)
			}
		}
	})
}
