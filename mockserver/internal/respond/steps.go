// Package respond answers a request of the interface. It knows the model, the handlers and the formats of package wire,
// but no connections and no journal: package listen carries the answer, and a server adds it to the journal.
//
// A new check of requests is a step here. The code that carries out an operation belongs in package handlers. The
// meaning of names, paths and formats belongs in package wire. faults.go has the effects of faults while a request is
// handled, and actions.go has their effects on an answer.
package respond

import (
	"errors"
	"net/http"

	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// step is a part of the handling of a request. It reads the results of earlier steps in the answer, and adds its own
// result to the answer. If a step returns an error, the handling ends and the error becomes the answer. Every step may
// note assumptions.
type step func(r *Responder, a *Answer, req *http.Request) error

// steps are all steps of a request, in order. The comment after a step lists the fields of Answer that the step reads
// and, after the colon, the fields that it sets.
var steps = []step{
	(*Responder).receive,        // the request: Body, unread
	(*Responder).route,          // the path and Query: Route, lost
	(*Responder).failBefore,     // everything so far: Fault, firings; may end the request
	(*Responder).refuseLost,     // lost: Format, if the host answers with a page
	(*Responder).checkSignature, // the request, Op: account
	(*Responder).checkRate,      // account
	(*Responder).understand,     // the steps of understanding
	(*Responder).handle,         // Op, params, input, Format: value, exchange, Written, Ignored
	(*Responder).succeed,        // Format: Status, encoder
	(*Responder).failAfter,      // as failBefore, but the handler's write is kept
}

// understanding are the steps that make the handler's input from the parameters of a request, with comments as in
// steps.
var understanding = []step{
	(*Responder).parse,              // Body, unread, Query, Route: params
	(*Responder).checkNames,         // params
	(*Responder).checkIDLists,       // params
	(*Responder).resolveNames,       // params, Query: Ignored; params have the names of the contract from here on
	(*Responder).refuseUnknownNames, // Ignored: no field; refuses the names if the option is set
	(*Responder).tolerate,           // params: Ignored; params have the forms of the contract from here on
	(*Responder).checkContract,      // params
	(*Responder).checkPageSize,      // params
	(*Responder).bind,               // params: input
}

// viewing are the steps that answer View: those of a request, without the steps about faults, signatures and the rate
// limit.
var viewing = []step{
	(*Responder).route, (*Responder).refuseLost, (*Responder).understand, (*Responder).handle, (*Responder).succeed,
}

// Answer carries out a request and returns the answer, ready to be written.
func (r *Responder) Answer(m Medium, req *http.Request) *Answer {
	a := NewAnswer(m, req)
	a.Query = wire.ParseQuery(req.URL.RawQuery)
	a.Query.ReadNames(&r.Variant.Names)
	a.ways = &r.Settings.Ways
	if a.Format == wire.XML {
		a.assume(assumption.Format)
	}
	if err := r.take(steps, a, req); err != nil && !errors.Is(err, errFailed) {
		a.Refuse(err)
	}
	a.Encode()
	r.Faults.failWriting(a, req)
	return a
}

// take calls steps in order, and stops at the first error.
func (r *Responder) take(steps []step, a *Answer, req *http.Request) error {
	for _, step := range steps {
		if err := step(r, a, req); err != nil {
			return err
		}
	}
	return nil
}

// understand calls the steps of understanding, which make the handler's input.
func (r *Responder) understand(a *Answer, req *http.Request) error {
	return r.take(understanding, a, req)
}
