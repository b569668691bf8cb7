package cassette

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/internal/pseudonym"
)

// Player answers requests with recorded answers, as a transport or as a handler. It is safe for concurrent use.
//
// A request gets the answer to a recorded request of the same operation with the same parameters. The letter case of
// names, the order of parameters, keys, signatures, times of requests, passwords and cards do not matter. Numbers match
// by their value, also in texts that the interface says are numbers. Of a value that the file has made up, only its
// presence matters, and parameters that the interface does not have do not matter, because a Player does not know the
// seed. Requests that are alike get the recorded answers in their order, and then the last one again. A request that is
// not in the file gets an answer with the status 501, whose Errors say which recorded request comes nearest, and which
// parameters differ. Where no answer came, or a part of one, the same happens again.
//
// An answer has the recorded format, whatever format the request accepts.
type Player struct {
	list    []*exchange
	variant string
	asked   []map[string]string // the parameters of the requests of list

	mu    sync.Mutex
	taken []bool // the exchanges that were answered
}

// Open returns a Player of a file. A file whose recording was killed lacks its last exchange at most. An error names
// the file and the exchange.
func Open(file string) (*Player, error) {
	list, variant, err := load(file)
	if err != nil {
		return nil, err
	}
	p := &Player{list: list, variant: variant, taken: make([]bool, len(list))}
	for _, e := range list {
		p.asked = append(p.asked, askedOf(e, nil))
	}
	return p, nil
}

// Variant returns [Options.Variant] of the last Recorder of the file that had one, "" for none.
func (p *Player) Variant() string { return p.variant }

// askedOf returns the parameters of a request with a header, after everything that is made up in files is removed.
func askedOf(e *exchange, h http.Header) map[string]string {
	request := exchange{Operation: e.Operation, Request: e.Request}
	request.replace(h, nil, &pseudonym.Replacer{})
	return request.parameters()
}

// find returns the answer for a request, or why there is none.
func (p *Player) find(req *http.Request, body []byte) (*exchange, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	want := askedOf(newExchange(req, body), req.Header)
	found := -1
	for i, has := range p.asked {
		if maps.Equal(has, want) {
			if found = i; !p.taken[i] {
				break
			}
		}
	}
	if found < 0 {
		return nil, p.nearest(want)
	}
	p.taken[found] = true
	return p.list[found], ""
}

// nearest says which recorded request comes nearest to one that is not in the file.
func (p *Player) nearest(want map[string]string) string {
	nearest, least := -1, 0
	for i, has := range p.asked {
		far := len(differing(has, want))
		if has[operation] != want[operation] {
			far += 1000 // any request of the operation comes nearer
		}
		if nearest < 0 || far < least {
			nearest, least = i, far
		}
	}
	if nearest < 0 {
		return want[operation] + " is not in the cassette, which has no exchanges"
	}
	var differ []string
	has := p.asked[nearest]
	for _, name := range differing(has, want) {
		is, not := cmp.Or(has[name], absent), cmp.Or(want[name], absent)
		differ = append(differ, fmt.Sprintf("%s is %s and not %s", name, is, not))
	}
	return fmt.Sprintf("%s is not in the cassette with these parameters. The nearest is exchange %d, where %s",
		want[operation], nearest+1, strings.Join(differ[:min(len(differ), 3)], ", "))
}

// RoundTrip answers a request.
func (p *Player) RoundTrip(req *http.Request) (*http.Response, error) {
	body, req, err := bodyOf(req)
	if err != nil {
		return nil, err
	}
	if req.Body != nil {
		defer req.Body.Close()
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

// ServeHTTP answers a request of a program on this machine, and refuses the requests that the handler of [Proxy]
// refuses with the status 403. It ends the connection where RoundTrip returns an error, or a body that ends early.
func (p *Player) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if !isLocal(w, req, "recording") {
		return
	}
	res, err := p.RoundTrip(req) //nolint:bodyclose // the body is in memory, and so has nothing to close
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), res.Header)
	w.WriteHeader(res.StatusCode)
	if _, err := io.Copy(w, res.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
}
