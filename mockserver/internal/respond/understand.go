package respond

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/handlers"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// parse decodes the parameters.
func (r *Responder) parse(a *Answer, req *http.Request) (err error) {
	if a.unread != nil {
		return a.unread
	}
	a.params, err = wire.Parse(req, &a.Query, a.Op, a.Body)
	if err == nil && (a.PathID != "" || wire.Method(req) != http.MethodGet) {
		err = wire.AgreeOnID(&a.params, &a.Query, a.PathID)
		if a.PathID != "" {
			a.assume(assumption.PathIDs)
		} else if err != nil {
			a.assume(assumption.Ignored) // it says what the query of a request with a body is for
		}
	}
	if err == nil && wire.Method(req) != http.MethodGet { // only a body can put text into a row
		err = refusal.CheckWritableNode(&a.params)
	}
	return err
}

// checkNames refuses names that could mean more than one parameter.
func (r *Responder) checkNames(a *Answer, _ *http.Request) error {
	return a.refusedBy(assumption.Names, wire.CheckNames(a.Op, r.Variant, &a.params))
}

// checkIDLists refuses lists of ids that contain only separators.
func (r *Responder) checkIDLists(a *Answer, _ *http.Request) error {
	return a.refusedBy(assumption.EmptyLists, wire.CheckIDLists(a.Op, &a.params))
}

// resolveNames gives every parameter the name that the contract uses, and records in Ignored what the mock ignores:
// names that no parameter has, includes without an effect, and the query of a request with a body.
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

// refuseUnknownNames refuses unknown names if the option RefuseUnknownNames is set. The names that the signer adds to
// the query are not unknown.
func (r *Responder) refuseUnknownNames(a *Answer, _ *http.Request) error {
	if !r.Settings.RefuseUnknown {
		return nil
	}
	names := slices.DeleteFunc(a.Ignored, func(name string) bool {
		return slices.Contains(r.Signatures.QueryNames, strings.ToLower(strings.TrimPrefix(name, "?")))
	})
	a.Ignored = nil
	return wire.RefuseUnknown(a.Op, r.Variant, names)
}

// tolerate turns values that hosts were observed to accept, although the interface document does not, into the forms
// of the document. It does nothing if the server is strict.
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

// checkContract refuses parameters that break a rule of the contract, such as a missing or a wrong value.
func (r *Responder) checkContract(a *Answer, _ *http.Request) error {
	violations := check.Request(a.Op, r.Variant, a.params)
	if len(violations) == 0 {
		return nil
	}
	for _, v := range violations {
		if v.Assumed != "" {
			a.assume(assumption.ID(v.Assumed))
		}
	}
	return wire.InHostNames(a.Op, r.Variant, refusal.FromViolations(violations))
}

// checkPageSize refuses a page size above the host's largest, if the host refuses such requests.
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

// bind converts the parameters to the handler's input type.
func (r *Responder) bind(a *Answer, _ *http.Request) (err error) {
	a.input, err = handlers.For(a.Op).Bind(a.params)
	return wire.InHostNames(a.Op, r.Variant, err)
}
