package cassette

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/pseudonym"
)

// Player answers requests with recorded answers, as a transport or as a handler. It is safe for concurrent use.
//
// A request gets the answer to a recorded request of the same operation with the same parameters. The letter case of
// names, the order of parameters, keys, signatures, times of requests and people do not matter, and passwords and cards
// neither. Requests that are alike get the recorded answers in their order, and then the last one again. A request that
// is not in the file gets an answer with the status 501, whose Errors say which recorded request comes nearest, and
// which parameters differ. Where no answer came, or a part of one, the same happens again.
//
// An answer has the recorded format, whatever format the request accepts.
type Player struct {
	list   []*exchange
	asked  []asked           // by the requests of list
	people *pseudonym.People // replaces every person by nobody

	mu    sync.Mutex
	taken []bool // the exchanges that were answered
}

// Open returns a Player of a file. A file whose recording was killed lacks its last exchange at most. An error names
// the file and the exchange.
func Open(file string) (*Player, error) {
	data, err := os.ReadFile(file) //nolint:gosec // the file that the caller named
	if err != nil {
		return nil, err
	}
	p := &Player{people: pseudonym.New(nil)}
	if p.list, _, err = parse(data); err != nil {
		return nil, fmt.Errorf("cassette: %s: %w", file, err)
	}
	p.taken = make([]bool, len(p.list))
	for _, e := range p.list {
		p.people.Learn(&e.Request.body)
		if e.Answer != nil {
			p.people.Learn(&e.Answer.body)
		}
	}
	for _, e := range p.list {
		p.asked = append(p.asked, p.askedOf(e))
	}
	return p, nil
}

// asked has what a request must have in common with a recorded request.
type asked struct {
	operation  string // or method and path
	parameters map[string]string
}

// askedOf returns what a request asks for. It removes the people from the request.
func (p *Player) askedOf(e *exchange) asked {
	p.people.Replace(&e.Request.query)
	p.people.Replace(&e.Request.body)
	return asked{cmp.Or(e.Operation, e.Request.Method+" "+e.Request.Path), e.parameters()}
}

// find returns the answer for a request, or why there is none.
func (p *Player) find(req *http.Request, body []byte) (*exchange, string) {
	e, op := newExchange(req, body)
	e.redact(op, req.Header, nil, p.people)
	want := p.askedOf(e)
	p.mu.Lock()
	defer p.mu.Unlock()
	last, nearest, least := -1, -1, []string(nil)
	for i, has := range p.asked {
		if has.operation != want.operation {
			continue
		}
		differ := differences(has.parameters, want.parameters)
		if nearest < 0 || len(differ) < len(least) {
			nearest, least = i, differ
		}
		if len(differ) > 0 {
			continue
		}
		if last = i; !p.taken[i] {
			break
		}
	}
	switch {
	case last >= 0:
		p.taken[last] = true
		return p.list[last], ""
	case nearest < 0:
		return nil, fmt.Sprintf("%s is not in the cassette, which has %s", want.operation, p.operations())
	}
	return nil, fmt.Sprintf("%s is not in the cassette with these parameters. The nearest is exchange %d, where %s",
		want.operation, nearest+1, strings.Join(least[:min(len(least), 3)], ", "))
}

func (p *Player) operations() string {
	names := map[string]bool{}
	for _, has := range p.asked {
		names[has.operation] = true
	}
	return cmp.Or(strings.Join(slices.Sorted(maps.Keys(names)), ", "), "no exchanges")
}

// differences says which recorded parameters differ from those of a request.
func differences(recorded, asked map[string]string) (list []string) {
	all := maps.Clone(recorded)
	maps.Copy(all, asked)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		has, recordedIt := recorded[name]
		wants, askedIt := asked[name]
		switch {
		case !recordedIt:
			list = append(list, fmt.Sprintf("%s is absent and not %q", name, wants))
		case !askedIt:
			list = append(list, fmt.Sprintf("%s is %q and not absent", name, has))
		case has != wants:
			list = append(list, fmt.Sprintf("%s is %q and not %q", name, has, wants))
		}
	}
	return list
}

// RoundTrip answers a request.
func (p *Player) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := bodyOf(&req)
	if err != nil {
		return nil, err
	}
	e, problem := p.find(req, body)
	switch {
	case e == nil:
		answer, err := json.Marshal(map[string]any{"Errors": []any{map[string]any{"Code": 0, "Message": problem}}})
		return answerOf(req, &message{
			Status: http.StatusNotImplemented, Header: map[string]string{"Content-Type": "application/json"}, JSON: answer,
		}, err), nil
	case e.Answer == nil:
		return nil, fmt.Errorf("cassette: no answer to %s was recorded", cmp.Or(e.Operation, "the request"))
	case e.CutOff:
		return answerOf(req, e.Answer, io.ErrUnexpectedEOF), nil
	}
	return answerOf(req, e.Answer, nil), nil
}

// answerOf returns an answer, whose body ends with an error if there is one.
func answerOf(req *http.Request, m *message, err error) *http.Response {
	res := &http.Response{
		StatusCode: m.Status, Status: fmt.Sprintf("%d %s", m.Status, http.StatusText(m.Status)), Request: req,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: m.header(), ContentLength: -1,
	}
	body := io.Reader(bytes.NewReader(m.text()))
	if err != nil {
		body = io.MultiReader(body, failing{err})
	}
	res.Body = io.NopCloser(body)
	return res
}

// ServeHTTP answers a request. It ends the connection where RoundTrip returns an error, or a body that ends early.
func (p *Player) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	res, err := p.RoundTrip(req) //nolint:bodyclose,contextcheck // the body is in memory, and so has nothing to close
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), res.Header)
	w.WriteHeader(res.StatusCode)
	if _, err := io.Copy(w, res.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
}
