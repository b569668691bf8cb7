package mockserver

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/store"
)

// tables are what all worlds of a server share. Nothing changes them.
type tables struct {
	variant     *contract.Variant
	router      *router
	encoders    *encoders
	keeper      *store.Keeper
	signerNames []string // query parameters of the verifier
}

func newTables(
	v *contract.Variant, s *settings, hasAdmin bool, encodedRows int64, signerNames []string,
) *tables {
	kind := hostKind{v, s.Strict, s.AbsentAsNull && !s.Strict}
	return &tables{
		variant: v, router: newRouter(v, s.Strict, hasAdmin), encoders: knownKinds.encoders(kind),
		keeper: store.NewKeeper(encodedRows), signerNames: signerNames,
	}
}

// responder answers the requests of one world. Only its state, limiter, rules and totals change.
type responder struct {
	*tables

	signatures signatures
	settings   settings
	limiter    *limiter
	state      *state
	failer     failer
	totals     *totals
}

// step is a part of the handling of a request. It reads the results of earlier steps from the answer, and adds its own.
// Its error ends the handling and becomes the answer.
type step func(r *responder, a *answer, req *http.Request) error

// steps are the handling of a request, in order.
var steps = []step{
	(*responder).receive,
	(*responder).route,
	(*responder).failBefore,
	(*responder).refuseLost,
	(*responder).checkSignature,
	(*responder).checkRate,
	(*responder).understand,
	(*responder).handle,
	(*responder).succeed,
	(*responder).failAfter,
}

// answer returns the answer to a request, ready to be written.
func (r *responder) answer(m medium, req *http.Request) *answer {
	a := newAnswer(m, req)
	a.query = parseQuery(req.URL.RawQuery)
	a.ways = &r.settings.hostWays
	if a.format == inXML {
		a.assume(assumeFormat)
	}
	if err := r.take(steps, a, req); err != nil && !errors.Is(err, errFailed) {
		a.refuse(err)
	}
	a.encode()
	r.failer.failWriting(a, req)
	return a
}

// take takes steps up to the first error.
func (r *responder) take(steps []step, a *answer, req *http.Request) error {
	for _, step := range steps {
		if err := step(r, a, req); err != nil {
			return err
		}
	}
	return nil
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
	return r.take(understanding, a, req)
}

// bind makes the value that the handler takes.
func (r *responder) bind(a *answer, _ *http.Request) (err error) {
	a.input, err = handlers[a.op.ID].bind(a.params)
	return hostNames(a.op, r.variant, err)
}

// receive reads the body. An error of the body is no answer yet, because the request may have no operation.
func (r *responder) receive(a *answer, req *http.Request) error {
	if methodOf(req) != http.MethodGet {
		a.receiveBody(req)
	}
	return nil
}

// receiveBody reads the body of the request, and notes why it cannot be read.
func (a *answer) receiveBody(req *http.Request) {
	a.body, a.unread = readBody(req)
	if len(req.Header["Content-Encoding"]) > 0 {
		a.assume(assumeCodings)
	}
}

// route finds the operation. A request without one is refused after the faults, which can be about its path.
func (r *responder) route(a *answer, req *http.Request) error {
	a.route, a.lost = r.router.find(methodOf(req), req.URL.Path, &a.query)
	if a.lost == nil && !a.shown {
		a.assume(assumeNotShown)
	}
	if a.alias {
		a.assume(assumeGameNames)
	}
	return nil
}

// failBefore lets the faults act that come before everything else.
func (r *responder) failBefore(a *answer, req *http.Request) error {
	return r.failer.fail(a, req, rules.Before)
}

// refuseLost refuses a request that is no operation.
func (r *responder) refuseLost(a *answer, _ *http.Request) error {
	if a.lost != nil {
		return r.unknownPath(a, a.lost)
	}
	return nil
}

// unknownPath returns the host's answer to a request that is no operation. Where the path has other methods, that is
// the refusal.
func (r *responder) unknownPath(a *answer, refused *refusal) error {
	if refused.status != http.StatusNotFound {
		return refused
	}
	a.assume(assumeUnknownPaths)
	if r.settings.UnknownPathStatus != 0 && !r.settings.Strict {
		refused.status, a.format = r.settings.UnknownPathStatus, inHTML
	}
	return refused
}

// checkSignature refuses a request that is not signed with the keys of an account, where the server requires that.
func (r *responder) checkSignature(a *answer, req *http.Request) (err error) {
	if r.signatures.verifier == nil || a.op.Open {
		return nil
	}
	if a.account, err = r.signatures.account(req, r.state.accounts()); err != nil {
		a.assume(assumeAuth)
	}
	return err
}

// expireKeys ends the keys of the account that signed a request.
func (r *responder) expireKeys(req *http.Request) {
	if account, err := r.signatures.account(req, r.state.accounts()); err == nil {
		r.state.expireKeys("a fault that expires keys", named(account))
	}
}

// checkRate refuses requests beyond the rate limit.
func (r *responder) checkRate(a *answer, _ *http.Request) error {
	err := r.limiter.admit(a.account)
	if err != nil {
		a.assume(assumeRateLimit)
	}
	return err
}

// parse decodes the parameters.
func (r *responder) parse(a *answer, req *http.Request) (err error) {
	if a.unread != nil {
		return a.unread
	}
	a.params, err = parse(req, &a.query, a.op, a.body)
	if err == nil && a.pathID != "" {
		a.assume(assumePathIDs)
		err = addPathID(&a.params, a.pathID)
	}
	if err == nil && methodOf(req) != http.MethodGet { // no row has a text of a query
		err = checkTexts(&a.params)
	}
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
	if methodOf(req) != http.MethodGet {
		a.ignored = append(a.ignored, a.query.names()...)
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
	if r.settings.Strict {
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
	return hostNames(a.op, r.variant, refusalOf(violations))
}

// checkPageSize refuses pages that are larger than the host's largest, where the host refuses them.
func (r *responder) checkPageSize(a *answer, _ *http.Request) error {
	size := a.params.Find("pagesize")
	if !r.settings.RefuseLargePages || size == nil || a.op.Param("pagesize") == nil {
		return nil
	}
	if n, err := strconv.Atoi(size.Text); err == nil && n <= r.settings.MaxPageSize || size.Text == "" {
		return nil
	}
	a.assume(assumePageSize)
	return newRefusal(codeMaximum, "pagesize", fmt.Sprintf("is larger than %d", r.settings.MaxPageSize))
}

// handle runs the operation's handler on a version (see state). It then refuses an update that holds only ignored
// names: an unknown row is the better reason.
func (r *responder) handle(a *answer, _ *http.Request) (err error) {
	ex := &a.exchange
	*ex = exchange{
		settings: &r.settings, lists: a.op.Lists, time: r.settings.now(), assumed: a.assumed,
		encoder: r.encoders.in(a.format), keeper: r.keeper, totals: r.totals,
	}
	a.written, err = r.state.use(origin{time: ex.time, op: a.op}, func(st *version) error {
		ex.store = st
		return r.carryOut(ex, a)
	})
	a.assumed = ex.assumed
	return hostNames(a.op, r.variant, err)
}

// carryOut calls the operation's handler. A refusal drops what the handler has written.
func (r *responder) carryOut(ex *exchange, a *answer) (err error) {
	a.value, err = handlers[a.op.ID].run(ex, a.input)
	if err == nil {
		err = ex.unknown.orNil()
	}
	if err == nil && len(ex.ignored) > 0 {
		ex.assume(assumeIgnored)
		if r.settings.refuseUnknown {
			return unknownNames(a.op, r.variant, ex.ignored)
		}
		a.ignored = slices.Concat(a.ignored, ex.ignored)
	}
	if err == nil {
		err = r.refuseEmpty(ex, a)
	}
	if err == nil && ex.unchanged {
		return errUnchanged
	}
	return err
}

// refuseEmpty refuses an update of which only ignored names are there.
func (r *responder) refuseEmpty(ex *exchange, a *answer) error {
	if r.settings.AcceptEmptyUpdates || len(a.ignored) == 0 || !check.EmptyInside(a.op, r.variant, a.params) {
		return nil
	}
	ex.assume(assumeEmptyUpdates)
	ignored := redact.Safe(strings.Join(withNearest(a.op, r.variant, a.ignored), ", "))
	return &refusal{items: []item{{codeRequired, "nothing is left to change: the mock ignores " + ignored}}}
}

// succeed notes that the handler has succeeded. The answer then has the members of the host.
func (r *responder) succeed(a *answer, _ *http.Request) error {
	a.status, a.encoder = http.StatusOK, r.encoders.in(a.format)
	if r.encoders.nulls {
		a.assume(assumeAbsent)
	}
	return nil
}

// failAfter lets the faults act that come after the handler has succeeded.
func (r *responder) failAfter(a *answer, req *http.Request) error {
	return r.failer.fail(a, req, rules.AfterCommit)
}
