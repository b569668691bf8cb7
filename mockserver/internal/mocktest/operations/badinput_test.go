package operations

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
)

// badValue is a value that no parameter of some types can have.
type badValue struct {
	name  string
	value any
	bad   func(*contract.Param) bool // for which parameters it is bad
}

func ofType(types ...contract.Type) func(*contract.Param) bool {
	return func(p *contract.Param) bool { return slices.Contains(types, p.Type) }
}

// badValues are values of a wrong type or beyond a limit. Those without a JSON form of their own are raw.
var badValues = []badValue{
	{"a word", "x y", ofType(contract.Integer, contract.Integers, contract.Boolean, contract.Decimal, contract.Date,
		contract.BirthDate)},
	{"a fraction", json.Number("1.5"), ofType(contract.Integer, contract.Integers, contract.Date)},
	{"a huge number", json.Number("1e400"), ofType(contract.Integer, contract.Integers, contract.Boolean)},
	{"beyond 64 bits", json.Number("9223372036854775808"), ofType(contract.Integer, contract.Integers)},
	{"a negative id", json.Number("-1"), func(p *contract.Param) bool { return p.Type == contract.Integer && p.Min > 0 }},
	{"a day that is none", "2/30/2026", ofType(contract.Date, contract.BirthDate)},
	{"an object", map[string]any{"a": "b"}, ofType(contract.Integer, contract.Boolean, contract.Decimal, contract.Date,
		contract.String, contract.BirthDate)},
	{"a list", []any{"a", "b"}, ofType(contract.Integer, contract.Boolean, contract.Decimal, contract.Date, contract.String,
		contract.BirthDate, contract.Object)},
	{"a text for a list", "x", ofType(contract.List, contract.Object)},
	{"too long", strings.Repeat("é", 1<<10), func(p *contract.Param) bool { return p.Type == contract.String && p.Max > 0 }},
	{"many digits", json.Number(strings.Repeat("1", 400)), ofType(contract.Integer, contract.Date)},
	{"characters that are none", "a\uFFFE\x00b", func(*contract.Param) bool { return false }},
	{"a null", nil, func(*contract.Param) bool { return false }},
	{"an empty text", "", func(*contract.Param) bool { return false }},
}

// TestBadInput puts every bad value at every parameter of every operation, in both formats: the answer is never a 500,
// and a value that is bad for the parameter is refused with a message that names it.
func TestBadInput(t *testing.T) {
	for _, v := range []tourney.Variant{tourney.Soccer, tourney.Football, tourney.Baseball, tourney.Rugby} {
		t.Run(string(v), func(t *testing.T) {
			srv := mocktest.World(t, v)
			row, _ := contract.LookupVariant(string(v))
			picked := mocktest.Sample(t, 5)
			for _, request := range valid(v) {
				op := contract.Lookup(request.op)
				for i := range op.Params {
					if p := &op.Params[i]; p.In(row) {
						for _, bad := range badValues {
							if picked() {
								tryBadValue(t, srv, request, p, p.NameIn(row), bad)
							}
						}
					}
				}
			}
		})
	}
}

func tryBadValue(
	t *testing.T, srv *mockserver.Server, request request, p *contract.Param, name string, bad badValue,
) {
	t.Helper()
	for _, format := range []string{"json", "xml"} {
		var a mocktest.Answer
		switch {
		case request.method != http.MethodGet:
			var body map[string]any
			require.NoError(t, json.Unmarshal([]byte(request.body), &body))
			text := bodyWith(t, body, strings.Split(name, "."), bad.value, format)
			a = mocktest.Send(t, srv, request.method, request.target, text, "Content-Type", "application/"+format)
		case format == "json":
			path, _, _ := strings.Cut(request.target, "?")
			query := url.Values{name: {fmt.Sprint(bad.value)}}
			if request.op != "Teams.List" && strings.Contains(request.target, "?id=") && name != "id" {
				query.Set("id", "1")
			}
			a = mocktest.Send(t, srv, request.method, path+"?"+query.Encode(), "")
		}
		what := fmt.Sprintf("%s: %s is %s in %s: %d %.300s", request.op, name, bad.name, format, a.Status, a.Body)
		require.Less(t, a.Status, 500, what)
		if a.Status == 0 || !mustRefuse(p, bad, request.method, format) {
			continue
		}
		require.Contains(t, []int{400, 404}, a.Status, what)
		require.Contains(t, strings.ToLower(a.Body), lastName(name), what)
	}
}

// mustRefuse reports whether a bad value is one for the parameter in a query or a format. XML has no types, and one
// element of a name is no list.
func mustRefuse(p *contract.Param, bad badValue, method, format string) bool {
	if method == http.MethodGet {
		_, isText := bad.value.(string)
		return bad.bad(p) && isText && p.Type != contract.Boolean
	}
	_, isList := bad.value.([]any)
	return bad.bad(p) && (format == "json" || !isList)
}

func lastName(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// bodyWith returns a body with a value at a path. The lists on the path get it in their first item.
func bodyWith(t *testing.T, body map[string]any, path []string, value any, format string) string {
	t.Helper()
	putAt(body, path, value)
	if format == "xml" {
		var b strings.Builder
		b.WriteString("<Request>")
		writeElements(&b, body)
		return b.String() + "</Request>"
	}
	data, err := json.Marshal(body)
	require.NoError(t, err)
	return string(data)
}

func putAt(body map[string]any, path []string, value any) {
	key := path[0]
	for name := range body {
		if strings.EqualFold(name, key) {
			key = name
		}
	}
	if len(path) == 1 {
		body[key] = value
		return
	}
	if list, isList := body[key].([]any); isList && len(list) > 0 {
		putAt(list[0].(map[string]any), path[1:], value)
		return
	}
	inner, isObject := body[key].(map[string]any)
	if !isObject {
		inner = map[string]any{}
		body[key] = inner
		if slices.Contains([]string{"coaches", "players", "meta", "statistics"}, strings.ToLower(key)) {
			body[key] = []any{inner}
		}
	}
	putAt(inner, path[1:], value)
}

func writeElements(b *strings.Builder, members map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		fmt.Fprintf(b, "<%s>", name)
		switch value := members[name].(type) {
		case map[string]any:
			writeElements(b, value)
		case []any:
			for _, item := range value {
				b.WriteString("<Item>")
				if inner, isObject := item.(map[string]any); isObject {
					writeElements(b, inner)
				} else {
					fmt.Fprint(b, item)
				}
				b.WriteString("</Item>")
			}
		case nil:
		default:
			_ = xml.EscapeText(b, fmt.Append(nil, value))
		}
		fmt.Fprintf(b, "</%s>", name)
	}
}

// statuses are the statuses of a server without RequireAuth.
var statuses = map[int]bool{200: true, 400: true, 401: true, 404: true, 405: true, 413: true, 415: true}

// FuzzServeHTTP checks that the server answers every request with JSON and a known status, and that a refused request
// changes nothing.
func FuzzServeHTTP(f *testing.F) {
	for _, v := range []tourney.Variant{tourney.Soccer, tourney.Football, tourney.Baseball} {
		for _, c := range valid(v) {
			path, query, _ := strings.Cut(c.target, "?")
			f.Add(byte(0), c.method, path, query, []byte(c.body))
		}
	}
	n := byte(0)
	for _, list := range refusedWrites {
		n++
		for _, r := range list {
			f.Add(n, r.method, r.target, "", []byte(r.body))
		}
	}
	f.Add(byte(3), "POST", "/api/v1/register", "", []byte(wholeRegistration))
	f.Add(byte(1), "POST", "/api/v1/teams", "", []byte(wholeTeam))
	f.Add(byte(9), "POST", "/api/v1/payments", "",
		[]byte(`{"TeamId":1,"EnableCreditCard":false,"enablecreditcard":true,"Payment":{"PriceId":51}}`))
	f.Add(byte(9), "GET", "/api/v1/teams", "ID=1&id=2;x=%zz", []byte(nil))
	f.Fuzz(func(t *testing.T, v byte, method, path, query string, body []byte) {
		all := tourney.Variants()
		srv := mocktest.World(t, all[int(v)%len(all)])
		serveAnything(t, srv, &http.Request{
			Method: method, URL: &url.URL{Path: path, RawQuery: query}, Header: http.Header{},
			Body: http.MaxBytesReader(nil, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(string(body))).Body, 1<<20),
		})
	})
}

func serveAnything(t *testing.T, srv *mockserver.Server, req *http.Request) {
	t.Helper()
	before := mocktest.Dump(srv.World)
	w := httptest.NewRecorder()
	srv.ServeHTTP(w, req)
	require.True(t, statuses[w.Code], "status %d: %s", w.Code, w.Body)
	require.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
	require.True(t, json.Valid(w.Body.Bytes()), "%s", w.Body)
	if w.Code != http.StatusOK {
		require.Contains(t, w.Body.String(), `"Errors":[{"Code":`)
	}
	if w.Code != http.StatusOK || req.Method == http.MethodGet {
		mocktest.Unchanged(t, before, srv.World)
	}
	calls := srv.Calls.All("")
	require.Len(t, calls, 1)
	require.Equal(t, w.Code, calls[0].Status)
}
