package sending

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

// documented are the failures behind each row of docs/errors.md, by their names in the policy table.
var documented = map[string][]string{
	"a success with its result":                  {"yes"},
	"a success without its result":               {"200 without results"},
	"a refusal with a result":                    {"results in a 409", "nested results in a 409", "results in a 429"},
	"Errors and a result in one answer":          {"Errors and results in a 200", "Errors and results in a 500"},
	"nothing: it breaks a rule of the interface": {"against the rules"},
	"nothing: no connection": {
		"no such host", "refused connection", "certificate not trusted", "reset before headers",
	},
	"nothing: the connection broke after it went out": {
		"reset after headers", "reset, nothing traced", "closed after headers",
	},
	"nothing: the time or the caller's context ended before it went out": {
		"attempt timeout, connecting", "client timeout, connecting", "deadline before headers", "cancelled before",
		"cancelled before headers",
	},
	"nothing: the limiter or the login of the client failed": {"the limiter refuses", "the login fails"},
	"nothing: the time or the caller's context ended after it went out": {
		"attempt timeout, connected", "attempt timeout after headers", "attempt timeout in the body",
		"client timeout after headers", "deadline after headers", "deadline in the body", "call timeout after headers", "cancelled after headers",
	},
	"an answer that broke off": {"truncated body", "truncated gzip"},
	"a refusal that broke off or cannot be read": {
		"truncated 400", "truncated 401", "401 without its bytes", "truncated 429", "unknown compression of a 429", "429 that is no text",
	},
	"an answer above a limit of size": {"body too large", "404 too large", "header too large", "header beyond the transport"},
	"a success that cannot be read, such as the page of a proxy": {
		"wrong content type", "no content type", "HTML page", "malformed body", "unknown compression",
	},
	"300 to 399 that leads nowhere": {"302 without a Location", "304", "Errors in a 302: invalid"},
	"a redirect of a login, a create or a charge": {
		"303 within the host", "307 within the host", "308 within the host", "redirect to another host", "redirect to plain http",
	},
	"a redirect to another host, of a read or an update": {"redirect to another host", "redirect to plain http"},
	"400 or 422": {"400", "422"},
	"401":        {"401"},
	"403":        {"403"},
	"404":        {"404"},
	"408":        {"408"},
	"409":        {"409"},
	"429": {
		"429", "HTML page of a 429", "truncated page of a 429",
		"429 for 7 seconds", "429 until a date", "429 for the longest", "429 for too long", "429 until a date too far",
		"429 past the deadline",
	},
	"other statuses of 400 to 499": {"425", "402", "405", "499"},
	"500 or 501":                   {"500", "501", "505", "truncated 501"},
	"502, 503 or 504": {
		"502", "503", "503 for 7 seconds", "504", "truncated 503", "HTML page of a 503", "results in a 503",
	},
	"Errors in a 200 or 500, all about the request or the caller": {
		"Errors in a 200: invalid", "Errors in a 500: duplicate",
	},
	"Errors in a 200 or 500, one of them Other, Unavailable or unknown": {
		"Errors in a 200: other", "Errors in a 500: other", "Errors in a 200: new",
	},
	"a list that changed while it was read":                  {"moved"},
	"a list with rows that cannot be read, with SkipBadRows": {"a bad row"},
	"a whole list that the host did not state, for ReadAll":  {"not stated"},
	"a success without what a read asked for":                {"another row", "something else"},
}

// documentedCalls are the operations under each column of docs/errors.md. The calls of add have no result: an outcome
// that is certain for them is certain for reads and updates.
var documentedCalls = map[string][]string{
	"read, set, login": {"read", "set", "set players", "login"}, "add": addingCalls,
	"create": {"create", "create division"}, "charge": {"charge", "charge by registering"},
}

// documentedFailures are those of the policy table, and failures of more than one request.
func documentedFailures(t *testing.T) map[string]failure {
	t.Helper()
	all := failures(t)
	all["yes"] = failure{answer: clienttest.Reply(200, `{`+results+`,"Venues":[],"ApiKey":"aw==","ApiSecretKey":"cw=="}`)}
	all["a bad row"] = failure{answer: clienttest.Reply(200, clienttest.GamesPage([]int64{1, -2}, ""))}
	all["not stated"] = failure{answer: clienttest.Reply(200, `{"Games":null}`)}
	all["another row"] = failure{answer: clienttest.Reply(200, `{"Team":{"Id":99}}`)}
	all["something else"] = failure{answer: clienttest.Reply(200, `{"Message":"maintenance"}`)}
	all["against the rules"] = failure{answer: clienttest.Reply(200, `{}`)}
	for _, status := range []int{402, 405, 499} {
		all[strconv.Itoa(status)] = failure{answer: clienttest.Reply(status, ``)}
	}
	all["Errors in a 200: new"] = failure{answer: clienttest.Reply(200, `{"Errors":[{"Code":2},{"Code":4711}]}`)}
	all["the login fails"] = failure{answer: clienttest.Reply(401, `{"Errors":[{"Code":5}]}`), opts: []tourney.Option{
		tourney.WithLogin("u", "p"), tourney.WithSigner(clienttest.Signer),
	}}
	page := 0
	all["moved"] = failure{answer: func(req *http.Request) (*http.Response, error) {
		page++
		const list = `{"Teams":{"Results":[{"Id":%d}],"Page":%[1]d,"PageSize":1,"Total":%d}}`
		return clienttest.Reply(200, fmt.Sprintf(list, page, 4-page))(req)
	}}
	return all
}

// meet makes one call fail in one way.
func (f failure) meet(t *testing.T, name, call string) error {
	t.Helper()
	h := &clienttest.Host{Answers: clienttest.One(f.answer)}
	user := h.HTTPClient()
	user.Timeout = f.client
	opts := append([]tourney.Option{tourney.WithHTTPClient(user)}, f.opts...)
	client, err := tourney.New(clienttest.BaseURL, tourney.Soccer, opts...)
	require.NoError(t, err)
	ctx := t.Context()
	if f.ctx != nil {
		within, cancel := f.ctx(ctx)
		defer cancel()
		ctx = within
	}
	switch name {
	case "moved":
		for _, err := range client.Teams.All(ctx, tourney.TeamListOptions{}) {
			if err != nil {
				return err
			}
		}
		return nil
	case "a bad row":
		return clienttest.Err(client.Games.List(ctx, tourney.GameListOptions{}, tourney.SkipBadRows()))
	case "not stated":
		return clienttest.Err(client.Games.ReadAll(ctx, tourney.GameListOptions{}))
	case "another row":
		return clienttest.Err(client.Teams.Get(ctx, 5))
	case "something else":
		return clienttest.Err(client.Teams.List(ctx, tourney.TeamListOptions{EventID: 1001}))
	case "against the rules":
		return clienttest.ClassCalls[call](ctx, client, tourney.IncludeTeams)
	}
	return clienttest.ClassCalls[call](ctx, client)
}

// means returns the cell of docs/errors.md for the outcome of a call. A read, a set or a login has no unknown outcome, so
// the error of an update that adds (ofAdding) says whether it may have happened.
func means(call string, err, ofAdding error) string {
	harmless := slices.Contains(documentedCalls["read, set, login"], call)
	switch {
	case err == nil:
		return "yes"
	case harmless && (errors.Is(ofAdding, tourney.ErrOutcomeUnknown) || errors.Is(err, tourney.ErrListChanged) ||
		errors.Is(err, tourney.ErrBadRows) || errors.Is(err, tourney.ErrNotStated) || is[*tourney.DecodeError](err)):
		return "again"
	case errors.Is(err, tourney.ErrOutcomeUnknown):
		return "unknown"
	}
	return "no"
}

// documentedTable returns the rows of docs/errors.md by their first cell, each by column.
func documentedTable(t *testing.T) map[string]map[string]string {
	t.Helper()
	cells := table(t, filepath.Join("docs", "errors.md"), "The table")
	rows := map[string]map[string]string{}
	for _, texts := range cells[1:] {
		row := map[string]string{}
		for i, column := range cells[0] {
			row[column] = texts[i]
		}
		require.NotContains(t, rows, texts[0])
		rows[texts[0]] = row
	}
	return rows
}

// TestErrorsDocument compares every cell of the table in docs/errors.md with the client.
func TestErrorsDocument(t *testing.T) {
	rows := documentedTable(t)
	require.Empty(t, cmp.Diff(slices.Sorted(maps.Keys(documented)), slices.Sorted(maps.Keys(rows))))
	for name, row := range rows {
		for _, failing := range documented[name] {
			for column, calls := range documentedCalls {
				if row[column] == "–" {
					continue // it does not come to these operations
				}
				for _, call := range calls {
					if call == "login" && (failing == "the login fails" || strings.HasPrefix(failing, "redirect to")) {
						continue // that has a row of its own
					}
					t.Run(failing+"/"+call, func(t *testing.T) {
						synctest.Test(t, func(t *testing.T) {
							f, ok := documentedFailures(t)[failing]
							require.True(t, ok, "there is no such failure")
							err := f.meet(t, failing, call)
							adding := documentedFailures(t)[failing].meet(t, failing, documentedCalls["add"][0])
							require.Equal(t, row[column], means(call, err, adding), "%v", err)
							requireErrors(t, row["error"], err)
						})
					})
				}
			}
		}
	}
}

// TestErrorsDocumentIsComplete: every failure of the policy table has a row, except failures after a redirect, which
// equal those without one.
func TestErrorsDocumentIsComplete(t *testing.T) {
	var named []string
	for _, failing := range documented {
		named = append(named, failing...)
	}
	slices.Sort(named)
	all := slices.Sorted(maps.Keys(documentedFailures(t)))
	all = slices.DeleteFunc(all, func(name string) bool { return strings.HasPrefix(name, "307, then") })
	require.Empty(t, cmp.Diff(all, slices.Compact(named)))
}

// documentedErrors are the types and sentinels that the table names.
var documentedErrors = map[string]func(error) bool{
	"APIError":         is[*tourney.APIError],
	"DecodeError":      is[*tourney.DecodeError],
	"TransportError":   is[*tourney.TransportError],
	"ValidationError":  is[*tourney.ValidationError],
	"ListChangedError": is[*tourney.ListChangedError],
	"BadRowsError":     is[*tourney.BadRowsError],
	"ErrBadRows":       func(err error) bool { return errors.Is(err, tourney.ErrBadRows) },
	"ErrNotStated":     func(err error) bool { return errors.Is(err, tourney.ErrNotStated) },
	"ErrInvalid":       func(err error) bool { return errors.Is(err, tourney.ErrInvalid) },
	"ErrNotSent":       func(err error) bool { return errors.Is(err, tourney.ErrNotSent) },
	"ErrUnauthorized":  func(err error) bool { return errors.Is(err, tourney.ErrUnauthorized) },
	"ErrForbidden":     func(err error) bool { return errors.Is(err, tourney.ErrForbidden) },
	"ErrNotFound":      func(err error) bool { return errors.Is(err, tourney.ErrNotFound) },
	"ErrConflict":      func(err error) bool { return errors.Is(err, tourney.ErrConflict) },
	"ErrRateLimited":   func(err error) bool { return errors.Is(err, tourney.ErrRateLimited) },
	"ErrUnavailable":   func(err error) bool { return errors.Is(err, tourney.ErrUnavailable) },
	"ErrListChanged":   func(err error) bool { return errors.Is(err, tourney.ErrListChanged) },
}

func is[T error](err error) bool {
	var target T
	return errors.As(err, &target)
}

var inCode = regexp.MustCompile("`([A-Za-z]+)`")

// requireErrors requires that an error has the types and sentinels of a cell, and no other type.
func requireErrors(t *testing.T, cell string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	names := inCode.FindAllStringSubmatch(cell, -1)
	require.NotEmpty(t, names, cell)
	outermost := err
	var unknown *tourney.OutcomeUnknownError
	if errors.As(err, &unknown) {
		outermost = unknown.Err
	}
	for i, name := range names {
		require.Contains(t, documentedErrors, name[1])
		require.True(t, documentedErrors[name[1]](err), "%s: %v", name[1], err)
		if i == 0 && !strings.HasPrefix(name[1], "Err") {
			require.True(t, strings.HasSuffix(typeOf(outermost), "."+name[1]), "%s and not %s", name[1], typeOf(outermost))
		}
	}
}

// typeOf returns the name of an error's own type.
func typeOf(err error) string { return reflect.TypeOf(err).String() }
