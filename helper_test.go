package tourney_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	internal "github.com/tourney-go/tourney/internal/transport"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// thorough says whether tests over a product of cases try all cases and not a sample. `.ci/run thorough` sets it.
var thorough = os.Getenv("TOURNEY_THOROUGH") != ""

// maxHeaderBytes is the limit of the header of an answer.
const maxHeaderBytes = 256 << 10

// ownTransport makes the transport of clients without a WithHTTPClient from one of net/http.
func ownTransport(from *http.Transport) *http.Transport {
	return internal.NewHTTPTransport(from, maxHeaderBytes)
}

const baseURL = "https://host.example.com"

// reply answers with a status, a body and headers, which are alternating names and values. The default content type is
// JSON.
func reply(status int, body string, header ...string) httpmock.Responder {
	return func(req *http.Request) (*http.Response, error) {
		res := httpmock.NewStringResponse(status, body)
		res.Header.Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			res.Header.Set(header[i], header[i+1])
		}
		res.Request = req
		return res, nil
	}
}

// broken answers with an error of the transport.
func broken(err error) httpmock.Responder {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// sent is one request as the host saw it.
type sent struct {
	Method, Path, Body string
	Query              url.Values
	Header             http.Header
	Request            *http.Request
}

// host answers requests in turn, repeats its last answer, and keeps the requests.
type host struct {
	mu      sync.Mutex
	answers []httpmock.Responder
	got     []sent
}

func (h *host) respond(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		body, _ = io.ReadAll(req.Body)
		_ = req.Body.Close()
	}
	h.mu.Lock()
	next := h.answers[min(len(h.got), len(h.answers)-1)]
	h.got = append(h.got, sent{
		Method: req.Method, Path: req.URL.Path, Body: string(body), Query: req.URL.Query(), Header: req.Header.Clone(), Request: req,
	})
	h.mu.Unlock()
	return next(req)
}

// sent returns the requests so far.
func (h *host) sent() []sent {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.got)
}

// httpClient returns an HTTP client that sends every request to the host.
func (h *host) httpClient() *http.Client {
	transport := httpmock.NewMockTransport()
	transport.RegisterNoResponder(h.respond)
	return &http.Client{Transport: transport}
}

// serve returns a client of a host that gives these answers.
func serve(t *testing.T, v tourney.Host, answers []httpmock.Responder, opts ...tourney.Option) (*tourney.Client, *host) {
	t.Helper()
	return serveAt(t, baseURL, v, answers, opts...)
}

func serveAt(t *testing.T, base string, v tourney.Host, answers []httpmock.Responder, opts ...tourney.Option) (*tourney.Client, *host) {
	t.Helper()
	h := &host{answers: answers}
	c, err := tourney.New(base, v, append([]tourney.Option{tourney.WithHTTPClient(h.httpClient())}, opts...)...)
	require.NoError(t, err)
	return c, h
}

// one is serve with a single answer.
func one(answer httpmock.Responder) []httpmock.Responder { return []httpmock.Responder{answer} }

// invoke makes the call of an operation, or of an alias of it, or a Do, with its parameters: the struct that carries them, or an id.
func invoke(ctx context.Context, c *tourney.Client, op string, in any, opts ...tourney.ListOption) (out any, err error) {
	if login, ok := in.(tourney.Login); ok {
		return c.Authenticate(ctx, login.Username, login.Password.Reveal(), forCall(opts)...)
	}
	if raw, ok := in.(tourney.RawRequest); ok {
		return c.Do(ctx, raw, forCall(opts)...)
	}
	service, method, _ := strings.Cut(op, ".")
	given := []reflect.Value{reflect.ValueOf(&ctx).Elem(), reflect.ValueOf(in)}
	for _, o := range opts {
		given = append(given, reflect.ValueOf(o))
	}
	results := reflect.ValueOf(c).Elem().FieldByName(service).MethodByName(method).Call(given)
	err, _ = results[len(results)-1].Interface().(error)
	if len(results) == 1 { // of an update
		return struct{}{}, err
	}
	return results[0].Interface(), err
}

// calling is invoke for a later time.
func calling(op string, in any, own ...tourney.CallOption) func(context.Context, *tourney.Client, ...tourney.CallOption) error {
	return func(ctx context.Context, c *tourney.Client, opts ...tourney.CallOption) error {
		return second(invoke(ctx, c, op, in, forList(slices.Concat(own, opts))...))
	}
}

// forCall returns options of lists that are options of any call too.
func forCall(opts []tourney.ListOption) []tourney.CallOption {
	all := make([]tourney.CallOption, len(opts))
	for i, o := range opts {
		all[i] = o.(tourney.CallOption) //nolint:forcetypeassert // the caller knows it
	}
	return all
}

// forList returns options of any call, and more, as options of a list.
func forList(opts []tourney.CallOption, more ...tourney.ListOption) []tourney.ListOption {
	all := make([]tourney.ListOption, len(opts), len(opts)+len(more))
	for i, o := range opts {
		all[i] = o
	}
	return append(all, more...)
}

// tree returns a body as values that compare by content: numbers by value and exactly, members by name in any
// letter case, null as absent.
func tree(t *testing.T, data string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(data))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), data)
	require.False(t, d.More(), "more than one value in %s", data)
	return plain(v)
}

func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if d, err := tourney.ParseDecimal(v.String()); err == nil {
			return "number " + decimal.RequireFromString(d.String()).String()
		}
		return "number " + v.String()
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if v[name] != nil {
				object[strings.ToLower(name)] = plain(v[name])
			}
		}
		return object
	}
	return v
}

// sameTree compares two bodies.
func sameTree(t *testing.T, want, got string) {
	t.Helper()
	require.Empty(t, cmp.Diff(tree(t, want), tree(t, got)))
}

// fixture is a body of testdata/wire.
type fixture struct {
	Name    string // as in "teams-get/multi-sport.nulls.response.json"
	Folder  string
	Path    string
	Variant tourney.Variant
	Body    string
}

// fixtures returns the JSON bodies of testdata/wire and testdata/observed of one kind, "request" or "response".
func fixtures(t *testing.T, kind string) []fixture {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "wire", "*", "*."+kind+".json"))
	require.NoError(t, err)
	observed, err := filepath.Glob(filepath.Join("testdata", "observed", "*", "*."+kind+".json"))
	require.NoError(t, err)
	files = append(files, observed...)
	found := make([]fixture, len(files))
	for i, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		folder := filepath.Base(filepath.Dir(file))
		variant, _, _ := strings.Cut(filepath.Base(file), ".")
		found[i] = fixture{
			Name: folder + "/" + filepath.Base(file), Folder: folder, Path: file, Variant: tourney.Variant(variant), Body: string(data),
		}
	}
	return found
}
