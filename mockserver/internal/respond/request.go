package respond

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/standings"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
	"github.com/tourney-go/tourney/mockserver/internal/writable"
)

// Tables are what all worlds of a server share. Nothing changes them.
type Tables struct {
	Variant     *contract.Variant
	Router      *wire.Router
	Encoders    *wire.Encoders
	keeper      *store.Keeper
	SignerNames []string // query parameters of the verifier
}

func NewTables(
	v *contract.Variant, s *handlers.Settings, hasAdmin bool, encodedRows int64, signerNames []string,
) *Tables {
	kind := wire.HostKind{Variant: v, Strict: s.Strict, Nulls: s.AbsentAsNull && !s.Strict}
	return &Tables{
		Variant: v, Router: wire.NewRouter(v, s.Strict, hasAdmin), Encoders: wire.EncodersFor(kind),
		keeper: store.NewKeeper(encodedRows), SignerNames: signerNames,
	}
}

// Responder answers the requests of one world. Only its state, limiter, rules and totals change.
type Responder struct {
	*Tables

	Signatures Signatures
	Settings   handlers.Settings
	Limiter    *Limiter
	State      *history.State
	Faults     Faults
	Totals     *standings.Totals
}

// step is a part of the handling of a request. It reads the results of earlier steps from the answer, and adds its own.
// Its error ends the handling and becomes the answer.
type step func(r *Responder, a *Answer, req *http.Request) error

// steps are the handling of a request, in order.
var steps = []step{
	(*Responder).receive,
	(*Responder).route,
	(*Responder).failBefore,
	(*Responder).refuseLost,
	(*Responder).checkSignature,
	(*Responder).checkRate,
	(*Responder).understand,
	(*Responder).handle,
	(*Responder).succeed,
	(*Responder).failAfter,
}

// Answer returns the answer to a request, ready to be written.
func (r *Responder) Answer(m Medium, req *http.Request) *Answer {
	a := NewAnswer(m, req)
	a.Query = wire.ParseQuery(req.URL.RawQuery)
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

// take takes steps up to the first error.
func (r *Responder) take(steps []step, a *Answer, req *http.Request) error {
	for _, step := range steps {
		if err := step(r, a, req); err != nil {
			return err
		}
	}
	return nil
}

// understanding are the steps from the parameters of a request to the input of its handler.
var understanding = []step{
	(*Responder).parse,
	(*Responder).checkNames,
	(*Responder).checkIDLists,
	(*Responder).resolveNames,
	(*Responder).refuseUnknownNames,
	(*Responder).tolerate,
	(*Responder).checkContract,
	(*Responder).checkPageSize,
	(*Responder).bind,
}

// understand makes the input of the handler from the parameters.
func (r *Responder) understand(a *Answer, req *http.Request) error {
	return r.take(understanding, a, req)
}

// bind makes the value that the handler takes.
func (r *Responder) bind(a *Answer, _ *http.Request) (err error) {
	a.input, err = handlers.Handlers[a.Op.ID].Bind(a.params)
	return wire.InHostNames(a.Op, r.Variant, err)
}

// receive reads the body. An error of the body is no answer yet, because the request may have no operation.
func (r *Responder) receive(a *Answer, req *http.Request) error {
	if wire.Method(req) != http.MethodGet {
		a.receiveBody(req)
	}
	return nil
}

// receiveBody reads the body of the request, and notes why it cannot be read.
func (a *Answer) receiveBody(req *http.Request) {
	a.Body, a.unread = wire.ReadBody(req)
	if len(req.Header["Content-Encoding"]) > 0 {
		a.assume(assumption.Codings)
	}
}

// route finds the operation. A request without one is refused after the faults, which can be about its path.
func (r *Responder) route(a *Answer, req *http.Request) error {
	a.Route, a.lost = r.Router.Find(wire.Method(req), req.URL.Path, &a.Query)
	if a.lost == nil && !a.Shown {
		a.assume(assumption.NotShown)
	}
	if a.Alias {
		a.assume(assumption.GameNames)
	}
	return nil
}

// failBefore lets the faults act that come before everything else.
func (r *Responder) failBefore(a *Answer, req *http.Request) error {
	return r.Faults.fail(a, req, rules.Before)
}

// refuseLost refuses a request that is no operation.
func (r *Responder) refuseLost(a *Answer, _ *http.Request) error {
	if a.lost != nil {
		return r.unknownPath(a, a.lost)
	}
	return nil
}

// unknownPath returns the host's answer to a request that is no operation. Where the path has other methods, that is
// the refusal.
func (r *Responder) unknownPath(a *Answer, refused *refusal.Refusal) error {
	if refused.Status != http.StatusNotFound {
		return refused
	}
	a.assume(assumption.UnknownPaths)
	if r.Settings.UnknownPathStatus != 0 && !r.Settings.Strict {
		refused.Status, a.Format = r.Settings.UnknownPathStatus, wire.HTML
	}
	return refused
}

// checkSignature refuses a request that is not signed with the keys of an account, where the server requires that.
func (r *Responder) checkSignature(a *Answer, req *http.Request) (err error) {
	if r.Signatures.verifier == nil || a.Op.Open {
		return nil
	}
	if a.account, err = r.Signatures.account(req, r.State.Accounts()); err != nil {
		a.assume(assumption.Auth)
	}
	return err
}

// ExpireKeys ends the keys of the account that signed a request.
func (r *Responder) ExpireKeys(req *http.Request) {
	if account, err := r.Signatures.account(req, r.State.Accounts()); err == nil {
		r.State.ExpireKeys("a fault that expires keys", model.ByUsername(account))
	}
}

// checkRate refuses requests beyond the rate limit.
func (r *Responder) checkRate(a *Answer, _ *http.Request) error {
	err := r.Limiter.admit(a.account)
	if err != nil {
		a.assume(assumption.RateLimit)
	}
	return err
}

// parse decodes the parameters.
func (r *Responder) parse(a *Answer, req *http.Request) (err error) {
	if a.unread != nil {
		return a.unread
	}
	a.params, err = wire.Parse(req, &a.Query, a.Op, a.Body)
	if err == nil && a.PathID != "" {
		a.assume(assumption.PathIDs)
		err = wire.AddPathID(&a.params, a.PathID)
	}
	if err == nil && wire.Method(req) != http.MethodGet { // no row has a text of a query
		err = writable.CheckNode(&a.params)
	}
	return err
}

// checkNames refuses names that do not tell which parameter is meant.
func (r *Responder) checkNames(a *Answer, _ *http.Request) error {
	err := wire.CheckNames(a.Op, r.Variant, &a.params)
	if err != nil {
		a.assume(assumption.Names)
	}
	return err
}

// checkIDLists refuses lists of ids that hold separators and no id.
func (r *Responder) checkIDLists(a *Answer, _ *http.Request) error {
	err := wire.CheckIDLists(a.Op, &a.params)
	if err != nil {
		a.assume(assumption.EmptyLists)
	}
	return err
}

// resolveNames notes what the mock ignores, and gives every parameter the name of its row in the contract. It ignores
// names that no parameter has, includes that mean nothing, and the query of a request with a body.
func (r *Responder) resolveNames(a *Answer, req *http.Request) error {
	a.Ignored = append(check.Unknown(a.Op, r.Variant, a.params), wire.MeaninglessIncludes(a.Op, &a.params)...)
	if wire.Method(req) != http.MethodGet {
		a.Ignored = append(a.Ignored, a.Query.Names()...)
	}
	if len(a.Ignored) > 0 {
		a.assume(assumption.Ignored)
	}
	check.Unspell(a.Op, r.Variant, &a.params)
	return nil
}

// refuseUnknownNames refuses names that mean nothing, where the option RefuseUnknownNames says so. The names that a
// signer adds mean something.
func (r *Responder) refuseUnknownNames(a *Answer, _ *http.Request) error {
	if !r.Settings.RefuseUnknown {
		return nil
	}
	names := slices.DeleteFunc(a.Ignored, func(name string) bool {
		return slices.Contains(r.SignerNames, strings.ToLower(strings.TrimPrefix(name, "?")))
	})
	a.Ignored = nil
	return wire.RefuseUnknown(a.Op, r.Variant, names)
}

// tolerate takes what hosts were seen to take beyond the document, unless the server is strict.
func (r *Responder) tolerate(a *Answer, _ *http.Request) error {
	if r.Settings.Strict {
		return nil
	}
	ignored, numbers := check.Tolerate(a.Op, r.Variant, &a.params)
	if a.Ignored = append(a.Ignored, ignored...); len(ignored) > 0 {
		a.assume(assumption.Tolerated)
	}
	if numbers {
		a.assume(assumption.Numbers)
	}
	return nil
}

// checkContract applies the rows of the contract.
func (r *Responder) checkContract(a *Answer, _ *http.Request) error {
	violations := check.Request(a.Op, r.Variant, a.params)
	if len(violations) == 0 {
		return nil
	}
	if slices.ContainsFunc(violations, wire.MissesTarget(a.Op)) {
		a.assume(assumption.Addressed)
	}
	return wire.InHostNames(a.Op, r.Variant, refusal.FromViolations(violations))
}

// checkPageSize refuses pages that are larger than the host's largest, where the host refuses them.
func (r *Responder) checkPageSize(a *Answer, _ *http.Request) error {
	size := a.params.Find("pagesize")
	if !r.Settings.RefuseLargePages || size == nil || a.Op.Param("pagesize") == nil {
		return nil
	}
	if n, err := strconv.Atoi(size.Text); err == nil && n <= r.Settings.MaxPageSize || size.Text == "" {
		return nil
	}
	a.assume(assumption.PageSize)
	return refusal.New(tourney.CodeMaximum, "pagesize", fmt.Sprintf("is larger than %d", r.Settings.MaxPageSize))
}

// handle runs the operation's handler on a version (see state). It then refuses an update that holds only ignored
// names: an unknown row is the better reason.
func (r *Responder) handle(a *Answer, _ *http.Request) (err error) {
	ex := &a.exchange
	*ex = handlers.Exchange{
		Settings: &r.Settings, Lists: a.Op.Lists, Time: r.Settings.Now(), Assumed: a.Assumed,
		Encoder: r.Encoders.In(a.Format), Keeper: r.keeper, Totals: r.Totals,
	}
	a.Written, err = r.State.Use(model.Origin{Time: ex.Time, Op: a.Op}, func(st *model.Version) error {
		ex.Store = st
		return r.carryOut(ex, a)
	})
	a.Assumed = ex.Assumed
	return wire.InHostNames(a.Op, r.Variant, err)
}

// carryOut calls the operation's handler. A refusal drops what the handler has written.
func (r *Responder) carryOut(ex *handlers.Exchange, a *Answer) (err error) {
	a.value, err = handlers.Handlers[a.Op.ID].Run(ex, a.input)
	if err == nil {
		err = ex.Unknown.OrNil()
	}
	if err == nil && len(ex.Ignored) > 0 {
		ex.Assume(assumption.Ignored)
		if r.Settings.RefuseUnknown {
			return wire.RefuseUnknown(a.Op, r.Variant, ex.Ignored)
		}
		a.Ignored = slices.Concat(a.Ignored, ex.Ignored)
	}
	if err == nil {
		err = r.refuseEmpty(ex, a)
	}
	if err == nil && ex.Unchanged {
		return history.ErrUnchanged
	}
	return err
}

// refuseEmpty refuses an update of which only ignored names are there.
func (r *Responder) refuseEmpty(ex *handlers.Exchange, a *Answer) error {
	if r.Settings.AcceptEmptyUpdates || len(a.Ignored) == 0 || !check.EmptyInside(a.Op, r.Variant, a.params) {
		return nil
	}
	ex.Assume(assumption.EmptyUpdates)
	ignored := redact.Safe(strings.Join(wire.WithNearest(a.Op, r.Variant, a.Ignored), ", "))
	return &refusal.Refusal{Items: []refusal.Item{{Code: tourney.CodeRequired, Message: "nothing is left to change: the mock ignores " + ignored}}}
}

// succeed notes that the handler has succeeded. The answer then has the members of the host.
func (r *Responder) succeed(a *Answer, _ *http.Request) error {
	a.Status, a.encoder = http.StatusOK, r.Encoders.In(a.Format)
	if r.Encoders.Nulls {
		a.assume(assumption.Absent)
	}
	return nil
}

// failAfter lets the faults act that come after the handler has succeeded.
func (r *Responder) failAfter(a *Answer, req *http.Request) error {
	return r.Faults.fail(a, req, rules.AfterCommit)
}
