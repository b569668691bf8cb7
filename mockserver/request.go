package mockserver

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
)

// responder answers the requests of one variant. Only its state changes after New.
type responder struct {
	variant  *contract.Variant
	router   *router
	fields   *fields
	verifier tourney.Verifier // nil when no request has to be signed
	settings settings
	state    *state

	signerNames []string // query parameters of the verifier
}

func newResponder(v *contract.Variant, o options, st *state) *responder {
	return &responder{
		variant: v, router: newRouter(v, o.settings.strict), fields: newFields(v, o.settings.strict),
		verifier: o.verifier, settings: o.settings, state: st, signerNames: signerNames(o.verifier),
	}
}

// step is a part of the handling of a request. It reads the results of earlier steps from the answer, and adds its own.
// Its error ends the handling and becomes the answer.
type step func(r *responder, a *answer, req *http.Request) error

// steps are the handling of a request, in order.
var steps = []step{
	(*responder).receive,
	(*responder).route,
	(*responder).checkSignature,
	(*responder).parse,
	(*responder).checkNames,
	(*responder).checkIDLists,
	(*responder).resolveNames,
	(*responder).refuseUnknownNames,
	(*responder).tolerate,
	(*responder).checkContract,
	(*responder).handle,
	(*responder).hideFields,
}

// answer returns the answer to a request.
func (r *responder) answer(req *http.Request) *answer {
	a := newAnswer(req)
	if a.format == inXML {
		a.assume(assumeFormat)
	}
	for _, step := range steps {
		if err := step(r, a, req); err != nil {
			a.refuse(err)
			break
		}
	}
	return a
}

// receive reads the body. An error of the body is no answer yet, because the request may have no operation.
func (r *responder) receive(a *answer, req *http.Request) error {
	if req.Method != http.MethodGet {
		a.body, a.unread = readBody(req)
	}
	return nil
}

// route finds the operation.
func (r *responder) route(a *answer, req *http.Request) error {
	found, refusal := r.router.find(req)
	if refusal != nil {
		return refusal
	}
	a.op = found.op
	if !found.shown {
		a.assume(assumeNotShown)
	}
	return nil
}

// checkSignature refuses a request that is not signed with the keys of an account, where the server requires that.
func (r *responder) checkSignature(a *answer, req *http.Request) error {
	if r.verifier == nil || a.op.Open || r.signed(req) {
		return nil
	}
	a.assume(assumeAuth)
	return &refusal{items: []item{{codeInvalidCredentials, "the request is not signed with the keys of an account"}}}
}

func (r *responder) signed(req *http.Request) bool {
	key := r.verifier.Account(req)
	return slices.ContainsFunc(r.state.accounts(), func(account account) bool {
		return (key == "" || key == account.keys.APIKey) && r.verifier.Verify(req, account.keys) == nil
	})
}

// parse decodes the parameters.
func (r *responder) parse(a *answer, req *http.Request) (err error) {
	if a.unread != nil {
		return a.unread
	}
	a.params, err = parse(req, a.op, a.body)
	return err
}

// checkNames refuses names that do not tell which parameter is meant.
func (r *responder) checkNames(a *answer, _ *http.Request) error {
	err := ambiguousNames(a.op, r.variant, &a.params)
	if err != nil {
		a.assume(assumeNames)
	}
	return err
}

// checkIDLists refuses lists of ids that hold separators and no id.
func (r *responder) checkIDLists(a *answer, _ *http.Request) error {
	err := emptyIDLists(a.op, &a.params)
	if err != nil {
		a.assume(assumeEmptyLists)
	}
	return err
}

// resolveNames notes what the mock ignores, and gives every parameter the name of its row in the contract. It ignores
// names that no parameter has, includes that mean nothing, and the query of a request with a body.
func (r *responder) resolveNames(a *answer, req *http.Request) error {
	a.ignored = append(check.Unknown(a.op, r.variant, a.params), meaningless(a.op, &a.params)...)
	if req.Method != http.MethodGet {
		a.ignored = append(a.ignored, queryNames(req)...)
	}
	if len(a.ignored) > 0 {
		a.assume(assumeIgnored)
	}
	check.Unspell(a.op, r.variant, &a.params)
	return nil
}

// refuseUnknownNames refuses names that mean nothing, where the option RefuseUnknownNames says so. The names that a
// signer adds mean something.
func (r *responder) refuseUnknownNames(a *answer, _ *http.Request) error {
	if !r.settings.refuseUnknown {
		return nil
	}
	names := slices.DeleteFunc(a.ignored, func(name string) bool {
		return slices.Contains(r.signerNames, strings.ToLower(strings.TrimPrefix(name, "?")))
	})
	a.ignored = nil
	return unknownNames(a.op, r.variant, names)
}

// tolerate takes what hosts were seen to take beyond the document, unless the server is strict.
func (r *responder) tolerate(a *answer, _ *http.Request) error {
	if r.settings.strict {
		return nil
	}
	ignored, numbers := check.Tolerate(a.op, r.variant, &a.params)
	if a.ignored = append(a.ignored, ignored...); len(ignored) > 0 {
		a.assume(assumeTolerated)
	}
	if numbers {
		a.assume(assumeNumbers)
	}
	return nil
}

// checkContract applies the rows of the contract.
func (r *responder) checkContract(a *answer, _ *http.Request) error {
	violations := check.Request(a.op, r.variant, a.params)
	if len(violations) == 0 {
		return nil
	}
	if slices.ContainsFunc(violations, missesTarget(a.op)) {
		a.assume(assumeAddressed)
	}
	return refusalOf(violations)
}

// missesTarget returns a function that tells whether a violation is about the missing id of the row to update.
func missesTarget(op *contract.Operation) func(check.Violation) bool {
	return func(v check.Violation) bool {
		return op.Method == http.MethodPut && op.Instead == "" && v.Code == contract.CodeRequired &&
			slices.Contains(op.Target, v.Path)
	}
}

// handle runs the operation's handler under the server's lock. It then refuses an update that holds only ignored names.
// It does so after the handler, because an unknown row is the better reason.
func (r *responder) handle(a *answer, _ *http.Request) (err error) {
	ex := &exchange{settings: &r.settings}
	r.state.use(a.op.Class, func(st *store) {
		ex.store = st
		a.value, err = handlers[a.op.ID](ex, a.params)
	})
	a.assume(ex.assumed...)
	if err == nil && len(a.ignored) > 0 && check.Empty(a.op, r.variant, a.params) {
		a.assume(assumeEmptyUpdates)
		message := "nothing is left to change: the mock ignores " + safe(strings.Join(a.ignored, ", "))
		return &refusal{items: []item{{codeRequired, message}}}
	}
	return err
}

// hideFields removes the members that the variant does not have from the result. It needs no lock, because no slice and
// no pointer of a row is changed in place.
func (r *responder) hideFields(a *answer, _ *http.Request) error {
	a.status, a.value = http.StatusOK, r.fields.hide(a.value)
	return nil
}
