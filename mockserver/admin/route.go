package admin

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// maxBody is the limit of a body of the admin API, and equals the limit of the interface. Exports have no limit,
// because the server reads them line by line.
const maxBody = 8 << 20

// route is a request of the admin API. A part of the path in braces matches any text. The handler returns the answer: a
// value to write as JSON, created or written, or nil for an answer without a body.
type route struct {
	method string
	path   string   // after wire.AdminPath
	query  []string // the parameters that the route accepts
	body   bool     // whether the route accepts a body: see refuseBody
	about  string
	handle func(c *call) (any, error)
}

// The values of route.body.
const (
	noBody  = false
	hasBody = true
)

type created struct{ value any }

// written is the answer of a handler that has written it.
type written struct{}

type call struct {
	*http.Request
	*api

	w      http.ResponseWriter
	waited func()            // ends the wait of the request; nil when it did not wait
	named  map[string]string // parts of the path by their names
	query  url.Values
}

type failure struct {
	status  int
	code    tourney.ErrorCode
	message string
	allow   string // methods, for a 405
}

// Error returns the message.
func (r *failure) Error() string { return r.message }

func invalid(format string, args ...any) error {
	return &failure{http.StatusBadRequest, tourney.CodeInvalid, fmt.Sprintf(format, args...), ""}
}

func notFound(format string, args ...any) error {
	return &failure{http.StatusNotFound, tourney.CodeNotFound, fmt.Sprintf(format, args...), ""}
}

// noPath refuses a path that the admin API does not have. The code differs from the code for a row that is not there.
func noPath(format string, args ...any) error {
	return &failure{http.StatusNotFound, tourney.CodeInvalid, fmt.Sprintf(format, args...), ""}
}

// emptyTexts are the places in paths where a text may be empty. Nothing has an empty name, so the method of the World
// refuses it. An empty part at another place is a slash too many, and the router names the nearest path.
var emptyTexts = []string{
	"refs/{ref}", "scenarios/{name}", "sessions/{name}", "snapshots/{name}", "accounts/{username}", "rows/payments/{id}",
}

// matches reports whether the parts of a path fit the route, and returns the parts with names.
func (r *route) matches(parts []string) (named map[string]string, ok bool) {
	own := strings.Split(r.path, "/")
	if len(own) != len(parts) {
		return nil, false
	}
	named = map[string]string{}
	for i, part := range own {
		isEmpty := parts[i] == "" && !slices.Contains(emptyTexts, strings.Join(own[:i+1], "/"))
		if name, isName := strings.CutPrefix(part, "{"); isName && !isEmpty {
			named[strings.TrimSuffix(name, "}")] = parts[i]
		} else if part != parts[i] {
			return nil, false
		}
	}
	return named, true
}

// anyQuery is the value of query for a route that accepts all parameters.
var anyQuery = []string{"*"}

// queryOf returns the parameters of a query. It refuses parameters that the route does not accept.
func queryOf(query string, takes []string) (url.Values, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, invalid("the query cannot be read: %s", redact.Safe(err.Error()))
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case slices.Equal(takes, anyQuery):
		case slices.Contains(takes, name) && (len(values[name]) == 1 || name == "where"):
		case slices.Contains(takes, name):
			return nil, invalid("%s: is there %d times: expected once", redact.Safe(name), len(values[name]))
		case len(takes) == 0:
			return nil, invalid("%s: unknown: the request takes no parameters", redact.Safe(name))
		default:
			return nil, invalid("%s: unknown, %s", redact.Safe(name), plaintext.Hint(takes, name))
		}
	}
	return values, nil
}

// parsed returns the value of a text that a request has under a name.
func parsed[T any](name, text, expected string, parse func(text string) (T, error)) (value T, err error) {
	if value, err = parse(text); err != nil {
		return *new(T), invalid("%s: expected %s, found %q", name, expected, redact.Safe(text))
	}
	return value, nil
}

// parameter returns the value of a parameter of the query, the zero value without one.
func parameter[T any](c *call, name, expected string, parse func(text string) (T, error)) (value T, err error) {
	if !c.query.Has(name) {
		return value, nil
	}
	return parsed(name, c.query.Get(name), expected, parse)
}

func parseWhole(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }

// clamped returns the int that is nearest to a number. An int can have 32 bits.
func clamped(number int64) int { return int(max(math.MinInt, min(number, math.MaxInt))) }

// id returns a part of the path that is a number.
func (c *call) id(name string) (int64, error) {
	return parsed(name+" in the path", c.named[name], "a whole number", parseWhole)
}

func (c *call) number(name string) (int64, error) {
	return parameter(c, name, "a whole number", parseWhole)
}

// limit returns the parameter limit of the query, without one the largest limit.
func (c *call) limit(of string) (int, error) {
	limit, err := c.number("limit")
	switch {
	case err != nil:
		return 0, err
	case !c.query.Has("limit"):
		return math.MaxInt32, nil
	case limit < 1 || limit > math.MaxInt32:
		return 0, invalid("limit: expected a number of %s from 1 on, found %d", of, limit)
	}
	return int(limit), nil
}

func (c *call) flag(name string) (bool, error) {
	return parameter(c, name, "true or false", strconv.ParseBool)
}

func (c *call) duration(name string) (time.Duration, error) {
	return parameter(c, name, expectedDuration, time.ParseDuration)
}

const expectedDuration = "a duration such as 1.5s or 2h"

// numbers returns a parameter of the query that is a list of numbers with commas. It may be empty.
func (c *call) numbers(name string) ([]int64, error) {
	return parameter(c, name, "whole numbers with commas", func(text string) (list []int64, err error) {
		if text == "" {
			return nil, nil
		}
		for item := range strings.SplitSeq(text, ",") {
			n, wrong := parseWhole(item)
			list, err = append(list, n), cmp.Or(err, wrong)
		}
		return list, err
	})
}

// date returns a parameter of the query that is a day, the zero date without one.
func (c *call) date(name string) (tourney.Date, error) {
	return parameter(c, name, "a day such as 2026-06-12", func(text string) (day tourney.Date, err error) {
		if err = day.Scan(text); err == nil && day.IsZero() {
			err = errors.New("no day")
		}
		return day, err
	})
}

// form reports whether the parameter form of the query asks for the only form that there is to choose.
func (c *call) form(other string) (bool, error) {
	text := c.query.Get("form")
	if text != "" && text != other {
		return false, invalid("form: expected %s, found %q", other, redact.Safe(text))
	}
	return text != "", nil
}

// named returns the item with a name, such as a snapshot.
func named[T any](what, name string, all []T, nameOf func(T) string) (item T, err error) {
	for _, item := range all {
		if nameOf(item) == name {
			return item, nil
		}
	}
	return item, refusal.NoneNamed(what, name, values.Mapped(all, nameOf))
}

// waiting returns the context of the request for a wait of at most d. The context also ends when the server closes, so
// that the request still gets an answer.
func (c *call) waiting(d time.Duration) (context.Context, context.CancelFunc) {
	c.waited = c.BeginWait()
	ctx, cancel := context.WithTimeout(c.Context(), d)
	go func() {
		select {
		case <-c.Ending:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// endWait ends the wait of a request that is answered. It sends the answer first, because a session that ends
// afterwards interrupts answers that are still on their way.
func (c *call) endWait() {
	if c.waited == nil {
		return
	}
	_ = http.NewResponseController(c.w).Flush() // a writer without the method has nothing to send
	c.waited()
}

// data returns the body of the request, which must have one.
func (c *call) data() ([]byte, error) {
	data, err := c.anyData()
	if err == nil && len(bytes.TrimSpace(data)) == 0 {
		return nil, invalid("the request has no body: expected JSON")
	}
	return data, err
}

// anyData returns the body of the request; empty when there is no body.
func (c *call) anyData() ([]byte, error) {
	if c.Body == nil { // as in a request that the console makes
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(c.Body, maxBody+1))
	switch {
	case err != nil:
		return nil, invalid("the body cannot be read to its end: %s", redact.Safe(err.Error()))
	case len(data) > maxBody:
		return nil, &failure{http.StatusRequestEntityTooLarge, tourney.CodeMaximum,
			fmt.Sprintf("the body has more than %d bytes", maxBody), ""}
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), nil
}

// decodeBody decompresses a body in gzip. The readers of bodies have their own limits.
func (c *call) decodeBody() error {
	if isNoBody(c.Body) {
		return nil
	}
	plain, err := wire.DecodedBody(c.Request, math.MaxInt64)
	var refused *refusal.Refusal
	switch {
	case errors.As(err, &refused):
		return &failure{refused.Status, refused.Items[0].Code, refused.Error(), ""}
	case err != nil:
		return invalid("the body cannot be decompressed: %s", err)
	}
	decoded := *c.Request
	decoded.Body = io.NopCloser(plain)
	c.Request = &decoded
	return nil
}

// refuseBody refuses a body that the route does not accept, because the server would ignore what it says. White space,
// {} and null count as no body, because some clients send one of these with every request. The error contains nothing
// of the body, because a body can hold a secret.
func (c *call) refuseBody(r *route) error {
	if r.body || isNoBody(c.Body) {
		return nil
	}
	if data, err := c.anyData(); err != nil || isNothing(data) {
		return err
	}
	message := fmt.Sprintf("%s %s%s takes no body: expected none, {} or null", r.method, wire.AdminPath, r.path)
	if len(r.query) > 0 && !slices.Equal(r.query, anyQuery) {
		message += ", and parameters in the query: " + strings.Join(r.query, ", ")
	}
	return invalid("%s (%s)", message, r.about)
}

// isNothing reports whether a body counts as no body.
func isNothing(data []byte) bool {
	text := bytes.TrimSpace(data)
	inner, opens := bytes.CutPrefix(text, []byte("{"))
	inner, closes := bytes.CutSuffix(inner, []byte("}"))
	isObject := opens && closes && len(bytes.TrimSpace(inner)) == 0
	return isObject || len(text) == 0 || string(text) == "null"
}

// isNoBody reports whether a request came without a body, as far as that is known before it is read.
func isNoBody(body io.ReadCloser) bool {
	if local, ok := body.(*listen.LocalBody); ok {
		body = local.ReadCloser
	}
	return body == nil || body == http.NoBody
}

func write(w http.ResponseWriter, req *http.Request, status int, value any) {
	var body bytes.Buffer
	to := json.NewEncoder(&body)
	to.SetEscapeHTML(false) // rows in the value stay as they are
	if to.Encode(value) != nil {
		status = http.StatusInternalServerError
		body.WriteString(`{"Errors":[{"Code":0,"Message":"a value of the answer cannot be written as JSON"}]}`)
	}
	wire.WritePage(w, req, status, wire.JSON.Content, body.Bytes())
}
