package mockserver

import (
	"net/http"
	"strings"
)

// questionKey is a GET without its header.
type questionKey struct{ path, query string }

// question is what the server makes of a GET before it looks at its rows. That depends on nothing but the path and the
// query, so a question that is asked again is understood already. Nothing changes it.
type question struct {
	query   query
	route   route
	input   any
	ignored []string
	assumed *assumed // beyond the assumptions of the route
}

// maxRememberedQuery bounds the bytes of a query that is remembered.
const maxRememberedQuery = 512

// recall finds out whether the server has understood the request before. A query with a signature does not come again.
func (r *responder) recall(a *answer, req *http.Request) {
	raw := req.URL.RawQuery
	if req.Method != http.MethodGet || len(raw) > maxRememberedQuery || len(r.signerNames) > 0 {
		a.query = parseQuery(raw)
		return
	}
	known, found := r.questions.get(questionKey{req.URL.Path, raw})
	if found {
		a.known, a.query = known, known.query
		return
	}
	a.query = parseQuery(strings.Clone(raw)) // what is remembered must not keep the whole request in memory
	a.remember = true
}

// understanding are the steps from the parameters of a request to the input of its handler.
var understanding = []step{
	(*responder).parse,
	(*responder).checkNames,
	(*responder).checkIDLists,
	(*responder).resolveNames,
	(*responder).refuseUnknownNames,
	(*responder).tolerate,
	(*responder).checkContract,
	(*responder).checkPageSize,
	(*responder).bind,
}

// understand makes the input of the handler from the parameters.
func (r *responder) understand(a *answer, req *http.Request) error {
	if a.known != nil {
		a.input, a.ignored = a.known.input, a.known.ignored
		a.assumed = a.assumed.join(a.known.assumed)
		return nil
	}
	before := a.assumed
	a.assumed = nil
	err := r.take(understanding, a, req)
	own := a.assumed
	a.assumed = before.join(own)
	if err == nil && a.remember && req.URL.Path == a.path {
		r.questions.put(questionKey{a.path, a.query.raw}, &question{a.query, a.route, a.input, a.ignored, own})
	}
	return err
}

// bind makes the value that the handler takes.
func (r *responder) bind(a *answer, _ *http.Request) (err error) {
	a.input, err = handlers[a.op.ID].bind(a.params)
	return hostNames(a.op, r.variant, err)
}
