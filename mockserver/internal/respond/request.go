package respond

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/history"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// receive reads the body. If the body cannot be read, a later step refuses the request, because the request may also
// have no operation.
func (r *Responder) receive(a *Answer, req *http.Request) error {
	if wire.Method(req) == http.MethodGet {
		return nil
	}
	a.Body, a.unread = wire.ReadBody(req)
	if len(req.Header["Content-Encoding"]) > 0 {
		a.assume(assumption.Codings)
	}
	return nil
}

// route finds the operation. A later step refuses a request without an operation, because a fault can act on the path
// first.
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

// failBefore applies the faults of the phase Before.
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

// unknownPath returns the host's answer to a request that is no operation. If the path exists with other methods,
// unknownPath returns the mock's own refusal unchanged.
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

// checkSignature refuses a request that is not signed with the keys of an account, if the server requires signatures.
func (r *Responder) checkSignature(a *Answer, req *http.Request) (err error) {
	if r.Signatures.verifier == nil || a.Op.Open {
		return nil
	}
	a.account, err = r.Signatures.account(req, r.State.Accounts())
	return a.refusedBy(assumption.Auth, err)
}

// ExpireKeys makes all keys of the account that signed a request expire. It does nothing if no account signed the
// request.
func (r *Responder) ExpireKeys(req *http.Request) {
	if account, err := r.Signatures.account(req, r.State.Accounts()); err == nil {
		r.State.ExpireKeys("a fault that expires keys", model.ByUsername(account))
	}
}

// checkRate refuses requests beyond the rate limit.
func (r *Responder) checkRate(a *Answer, _ *http.Request) error {
	return a.refusedBy(assumption.RateLimit, r.Limiter.admit(a.account))
}

// handle runs the operation's handler on a version of the world's rows; see history.State.Use. An update with only
// ignored names is refused after the handler has run, because a row that does not exist is the more useful reason to
// refuse.
func (r *Responder) handle(a *Answer, _ *http.Request) (err error) {
	ex := &a.exchange
	*ex = handlers.Exchange{
		Settings: &r.Settings, Lists: a.Op.Lists, Time: r.Settings.Now(), Assumed: a.Assumed,
		Encoder: r.Encoders.In(a.Format), Keeper: r.keeper, Totals: r.Totals,
	}
	a.Written, err = r.State.Use(model.Origin{Time: ex.Time, Op: a.Op}, func(st *model.Version) error {
		if a.dropped != nil && a.dropped() {
			return history.ErrUnchanged
		}
		ex.Store = st
		return r.carryOut(ex, a)
	})
	a.Assumed = ex.Assumed
	return wire.InHostNames(a.Op, r.Variant, err)
}

// carryOut calls the operation's handler. If it returns a refusal, the caller drops everything that the handler has
// written.
func (r *Responder) carryOut(ex *handlers.Exchange, a *Answer) (err error) {
	ex.SeeAs(a.account)
	if err = ex.Admit(a.Op, a.input); err == nil {
		a.value, err = handlers.For(a.Op).Run(ex, a.input)
	}
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

// refuseEmpty refuses an update in which the mock ignores every name, unless the host accepts such updates.
func (r *Responder) refuseEmpty(ex *handlers.Exchange, a *Answer) error {
	if r.Settings.AcceptEmptyUpdates || len(a.Ignored) == 0 || !check.EmptyInside(a.Op, r.Variant, a.params) {
		return nil
	}
	ex.Assume(assumption.EmptyUpdates)
	ignored := redact.Safe(strings.Join(wire.WithNearest(a.Op, r.Variant, a.Ignored), ", "))
	return refusal.Because(0, tourney.CodeRequired, "nothing is left to change: the mock ignores "+ignored)
}

// succeed sets the status 200 and the host's encoder, after the handler has succeeded.
func (r *Responder) succeed(a *Answer, _ *http.Request) error {
	a.Status, a.encoder = http.StatusOK, r.Encoders.In(a.Format)
	if r.Encoders.Nulls {
		a.assume(assumption.Absent)
	}
	return nil
}

// failAfter applies the faults of the phase AfterCommit.
func (r *Responder) failAfter(a *Answer, req *http.Request) error {
	return r.Faults.fail(a, req, rules.AfterCommit)
}
