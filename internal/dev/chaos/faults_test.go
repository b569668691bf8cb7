package chaos

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/tourney-go/tourney"
)

// attemptTimeout bounds an attempt of the runs that need no sockets. Their time is virtual.
const attemptTimeout = 2 * time.Second

// exchange is one attempt on its way to the host.
type exchange struct {
	run    *run
	number int
	req    *http.Request
	body   []byte
	adds   bool // the write makes a row
	rng    *rand.Rand
	then   told
	named  bool // a refusal that names the result of the write
}

// fault makes an attempt fail. It sets then to the outcomes that the caller may see when no other attempt follows.
type fault struct {
	name string
	meet func(x *exchange) (*http.Response, error)
}

// Some errors of real networks.
var (
	errRefused   = &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	errHandshake = errors.New("tls: handshake failure")
	errBroken    = &net.OpError{Op: "write", Net: "tcp", Err: os.NewSyscallError("write", syscall.EPIPE)}
	errReset     = &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}
)

var faults = []fault{
	// The request never goes out, and the transport reports that.
	{"connection refused", func(x *exchange) (*http.Response, error) { return nil, x.settled(errRefused) }},
	{"handshake fails", func(x *exchange) (*http.Response, error) {
		x.connect()
		return nil, x.settled(errHandshake)
	}},
	{"reset before the header", func(x *exchange) (*http.Response, error) {
		x.connect()
		return nil, x.settled(errBroken)
	}},
	// The request goes out, and the host does nothing.
	{"dropped before commit", func(x *exchange) (*http.Response, error) { return nil, x.lost(io.EOF) }},
	{"reset before commit", func(x *exchange) (*http.Response, error) { return nil, x.lost(errReset) }},
	{"never answered", func(x *exchange) (*http.Response, error) { return nil, x.lost(x.wait(time.Hour)) }},
	{"503 before commit", page(http.StatusServiceUnavailable, unknown)},
	{"408 before commit", page(http.StatusRequestTimeout, unknown)},
	{"200 of a page before commit", page(http.StatusOK, unknown)},
	// The host refuses.
	{"425 before commit", page(http.StatusTooEarly, undone)},
	{"429 before commit", page(http.StatusTooManyRequests, undone)},
	{"403 before commit", page(http.StatusForbidden, undone)},
	{"500 with Errors before commit", func(x *exchange) (*http.Response, error) {
		x.write()
		x.then = undone
		return x.says(http.StatusInternalServerError, tourney.CodeInvalid), nil
	}},
	{"500 with an Error that says nothing", func(x *exchange) (*http.Response, error) {
		x.write()
		x.then = undone | unknown
		return x.says(http.StatusInternalServerError, tourney.CodeOther), nil
	}},
	// The host executes the write, and the answer is lost.
	{"dropped after commit", func(x *exchange) (*http.Response, error) { return x.commit(after(io.ErrUnexpectedEOF)) }},
	{"reset after commit", func(x *exchange) (*http.Response, error) { return x.commit(after(errReset)) }},
	{"never answered after commit", func(x *exchange) (*http.Response, error) {
		return x.commit(func(*http.Response) (*http.Response, error) { return nil, x.wait(time.Hour) })
	}},
	{"committed late", commitAfterTimeout},
	{"502 after commit", func(x *exchange) (*http.Response, error) { return x.commit(x.instead(http.StatusBadGateway)) }},
	{"504 after commit", func(x *exchange) (*http.Response, error) { return x.commit(x.instead(http.StatusGatewayTimeout)) }},
	{"500 with an Error after commit", func(x *exchange) (*http.Response, error) {
		return x.commit(func(*http.Response) (*http.Response, error) {
			x.then = unknown
			return x.says(http.StatusInternalServerError, tourney.CodeOther), nil
		})
	}},
	{"409 with the result after commit", func(x *exchange) (*http.Response, error) {
		return x.commit(x.naming(http.StatusConflict, tourney.CodeDuplicate))
	}},
	{"429 with the result after commit", func(x *exchange) (*http.Response, error) {
		return x.commit(x.naming(http.StatusTooManyRequests, tourney.CodeInactive))
	}},
	{"200 with Errors and the result after commit", func(x *exchange) (*http.Response, error) {
		return x.commit(x.naming(http.StatusOK, tourney.CodeInvalid))
	}},
	{"200 without the result after commit", func(x *exchange) (*http.Response, error) { return x.commit(x.queued) }},
	{"200 of a page after commit", func(x *exchange) (*http.Response, error) { return x.commit(x.instead(http.StatusOK)) }},
	// The answer comes, and is broken.
	{"body broken off", func(x *exchange) (*http.Response, error) { return x.commit(x.cut(io.ErrUnexpectedEOF)) }},
	{"body reset", func(x *exchange) (*http.Response, error) { return x.commit(x.cut(errReset)) }},
	{"body cut", func(x *exchange) (*http.Response, error) { return x.commit(x.cut(io.EOF)) }},
	// The answer comes late.
	{"slow before commit", func(x *exchange) (*http.Response, error) {
		x.write()
		if err := x.wait(x.some(attemptTimeout)); err != nil {
			return nil, x.lost(err)
		}
		return x.commit(whatever)
	}},
	{"slow after commit", func(x *exchange) (*http.Response, error) {
		return x.commit(func(res *http.Response) (*http.Response, error) {
			if err := x.wait(x.some(attemptTimeout)); err != nil {
				return nil, x.lost(err)
			}
			return res, nil
		})
	}},
}

// none is no fault.
var none = fault{"none", func(x *exchange) (*http.Response, error) { return x.commit(whatever) }}

// commitAfterTimeout lets the host execute the request after the client stopped waiting.
func commitAfterTimeout(x *exchange) (*http.Response, error) {
	if !x.adds { // a late update could overtake a later update, and no client can prevent that
		return nil, x.lost(x.wait(time.Hour))
	}
	err := x.lost(x.wait(time.Hour))
	pause := x.some(time.Minute)
	x.run.later.Go(func() {
		<-time.After(pause)
		if res, err := x.host(context.WithoutCancel(x.req.Context())); err == nil {
			_ = res.Body.Close()
		}
	})
	return nil, err
}

// some returns a time below a bound.
func (x *exchange) some(bound time.Duration) time.Duration {
	return time.Duration(x.rng.Int64N(int64(bound)))
}

// settled returns an error that proves that nothing happened.
func (x *exchange) settled(err error) error {
	x.then = undone
	return err
}

// lost returns an error of a request that went out.
func (x *exchange) lost(err error) error {
	x.write()
	x.then = unknown
	return err
}

func (x *exchange) connect() {
	if trace := httptrace.ContextClientTrace(x.req.Context()); trace != nil {
		trace.GetConn(x.req.URL.Host)
	}
}

// write traces a request that goes out, as net/http does.
func (x *exchange) write() {
	x.connect()
	if trace := httptrace.ContextClientTrace(x.req.Context()); trace != nil {
		trace.WroteHeaderField("Host", []string{x.req.URL.Host})
		trace.WroteHeaders()
	}
}

// wait waits. It returns an error when the attempt's context ends.
func (x *exchange) wait(d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-x.req.Context().Done():
		return x.req.Context().Err()
	}
}

// host passes the request to the host.
func (x *exchange) host(ctx context.Context) (*http.Response, error) {
	req := x.req.Clone(ctx)
	req.Body = io.NopCloser(bytes.NewReader(x.body))
	return x.run.host.RoundTrip(req)
}

// commit passes the request to the host, and its answer to then.
func (x *exchange) commit(then func(*http.Response) (*http.Response, error)) (*http.Response, error) {
	x.write()
	res, err := x.host(x.req.Context())
	if err != nil {
		return nil, x.lost(err)
	}
	x.then = settles(res)
	got, err := then(res)
	if err != nil {
		return nil, x.lost(err)
	}
	return got, nil
}

// settles returns the outcome that an answer of the host proves.
func settles(res *http.Response) told {
	if res.StatusCode == http.StatusOK {
		return done
	}
	return undone
}

func whatever(res *http.Response) (*http.Response, error) { return res, nil }

func after(err error) func(*http.Response) (*http.Response, error) {
	return func(*http.Response) (*http.Response, error) { return nil, err }
}

// cut breaks an answer off somewhere. The rest may still prove the outcome.
func (x *exchange) cut(err error) func(*http.Response) (*http.Response, error) {
	return func(res *http.Response) (*http.Response, error) {
		body, _ := io.ReadAll(res.Body)
		x.then |= unknown
		res.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body[:x.rng.IntN(len(body))]), failing{err}))
		res.ContentLength = -1
		res.Header.Del("Content-Length")
		return res, nil
	}
}

// instead replaces the answer by the page of a proxy.
func (x *exchange) instead(status int) func(*http.Response) (*http.Response, error) {
	return func(*http.Response) (*http.Response, error) {
		x.then = unknown
		return x.answer(status, "text/html", "<html><body>It did not work out.</body></html>"), nil
	}
}

// results match the members that name the result of a write, in either format.
var results = regexp.MustCompile(`"(?:Id|TeamId|TransactionId)":\s*[^,}]+|<(?:Id|TeamId|TransactionId)>[^<]*</\w+>`)

// naming answers with Errors and the result of the write. When the host named no result, it answers with an error that
// settles nothing.
func (x *exchange) naming(status int, code tourney.ErrorCode) func(*http.Response) (*http.Response, error) {
	return func(res *http.Response) (*http.Response, error) {
		body, err := io.ReadAll(res.Body)
		result := string(results.Find(body))
		if err != nil || res.StatusCode != http.StatusOK || result == "" {
			x.then = unknown
			return x.says(http.StatusInternalServerError, tourney.CodeOther), err
		}
		x.then, x.named = unknown, true
		said := x.says(status, code)
		body, err = io.ReadAll(said.Body)
		text := strings.Replace(string(body), "</Errors>", "</Errors>"+result, 1)
		text = strings.Replace(text, "{", "{"+result+",", 1)
		return x.answer(status, said.Header.Get("Content-Type"), text), err
	}
}

// queued answers 200 without the result. For an update, which has no result, that is a success.
func (x *exchange) queued(res *http.Response) (*http.Response, error) {
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return x.instead(http.StatusBadGateway)(res)
	}
	if results.Match(body) {
		x.then = unknown
	}
	if x.req.Header.Get("Accept") == "application/xml" {
		return x.answer(http.StatusOK, "application/xml", "<Response><Message>queued</Message></Response>"), nil
	}
	return x.answer(http.StatusOK, "application/json", `{"Message":"queued"}`), nil
}

// page answers with the page of a proxy. The host gets no request.
func page(status int, then told) func(*exchange) (*http.Response, error) {
	return func(x *exchange) (*http.Response, error) {
		x.write()
		res, err := x.instead(status)(nil)
		x.then = then
		if status == http.StatusTooManyRequests && x.rng.IntN(2) == 0 {
			res.Header.Set("Retry-After", []string{"0", "1", "60"}[x.rng.IntN(3)])
		}
		return res, err
	}
}

// says answers with an error body of the interface.
func (x *exchange) says(status int, code tourney.ErrorCode) *http.Response {
	if x.req.Header.Get("Accept") == "application/xml" {
		const body = "<Response><Errors><Error><Code>%d</Code><Message>no</Message></Error></Errors></Response>"
		return x.answer(status, "application/xml", fmt.Sprintf(body, int(code)))
	}
	return x.answer(status, "application/json", fmt.Sprintf(`{"Errors":[{"Code":%d,"Message":"no"}]}`, int(code)))
}

func (x *exchange) answer(status int, contentType, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {contentType}},
		ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(body)), Request: x.req,
	}
}

// failing is a body that breaks off.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// way is the transport to the host. Half of the attempts meet a fault.
type way struct{ run *run }

// RoundTrip sends one attempt and records its outcome.
func (w way) RoundTrip(req *http.Request) (*http.Response, error) {
	number := numberOf(req.Header.Get(header))
	attempt := w.run.attempt(number)
	x := &exchange{
		run: w.run, number: number, req: req, adds: w.run.writes[number].kind.makes != nil, rng: w.run.random(number, 1+attempt),
	}
	x.body, _ = io.ReadAll(req.Body)
	_ = req.Body.Close()
	f := none
	if x.rng.IntN(2) == 0 {
		f = faults[x.rng.IntN(len(faults))]
	}
	res, err := f.meet(x)
	w.run.tried(number, try{f.name, x.then, x.named})
	return res, err
}
