package tourneyotel_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/observe"
	tourneyotel "github.com/tourney-go/tourney/otel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answer handles a request on its way to the host.
type answer func(req *http.Request, host http.RoundTripper) (*http.Response, error)

// through passes the request to the host.
func through(req *http.Request, host http.RoundTripper) (*http.Response, error) {
	return host.RoundTrip(req)
}

// says answers in place of the host. Headers are alternating names and values.
func says(status int, body string, header ...string) answer {
	return func(req *http.Request, _ http.RoundTripper) (*http.Response, error) {
		res := &http.Response{
			StatusCode: status, Proto: "HTTP/2.0", Header: http.Header{"Content-Type": {"application/json"}},
			Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req,
		}
		for i := 0; i+1 < len(header); i += 2 {
			res.Header.Set(header[i], header[i+1])
		}
		return res, nil
	}
}

// lost lets the host act and loses its answer.
func lost(req *http.Request, host http.RoundTripper) (*http.Response, error) {
	res, err := host.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	_ = res.Body.Close()
	return nil, io.ErrUnexpectedEOF
}

// never answers.
func never(req *http.Request, _ http.RoundTripper) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}

// way lies between a client and a host. It uses its answers in turn, and then passes every request through.
type way struct {
	host http.RoundTripper

	mu      sync.Mutex
	answers []answer
	headers []http.Header // of the requests
}

// RoundTrip gives the next answer.
func (w *way) RoundTrip(req *http.Request) (*http.Response, error) {
	next := through
	w.mu.Lock()
	if len(w.answers) > 0 {
		next, w.answers = w.answers[0], w.answers[1:]
	}
	w.headers = append(w.headers, req.Header.Clone())
	w.mu.Unlock()
	return next(req, w.host)
}

// telemetry keeps the spans and metrics of an observer in memory.
type telemetry struct {
	exporter *tracetest.InMemoryExporter
	tracers  *sdktrace.TracerProvider
	reader   *metric.ManualReader
	observer observe.Observer
}

func listen(t *testing.T, opts ...tourneyotel.Option) *telemetry {
	t.Helper()
	kept := &telemetry{exporter: tracetest.NewInMemoryExporter(), reader: metric.NewManualReader()}
	kept.tracers = sdktrace.NewTracerProvider(sdktrace.WithSyncer(kept.exporter))
	meters := metric.NewMeterProvider(metric.WithReader(kept.reader))
	kept.observer = tourneyotel.Observer(append([]tourneyotel.Option{
		tourneyotel.WithTracerProvider(kept.tracers), tourneyotel.WithMeterProvider(meters),
		tourneyotel.WithPropagators(propagation.TraceContext{}),
	}, opts...)...)
	return kept
}

// client returns a client whose requests take the way to a mock server.
func (kept *telemetry) client(t *testing.T, answers []answer, opts ...tourney.Option) (*tourney.Client, *way) {
	t.Helper()
	host, err := mockserver.New(tourney.Soccer)
	require.NoError(t, err)
	w := &way{host: host, answers: answers}
	return host.Client(append([]tourney.Option{
		tourney.WithHTTPClient(&http.Client{Transport: w}), tourney.WithObserver(kept.observer),
	}, opts...)...), w
}

// attributes are attributes by key.
type attributes map[string]any

func attributesOf(list []attribute.KeyValue) attributes {
	found := attributes{}
	for _, a := range list {
		found[string(a.Key)] = a.Value.AsInterface()
	}
	return found
}

// with returns the attributes and others.
func (a attributes) with(more attributes) attributes {
	sum := maps.Clone(a)
	maps.Copy(sum, more)
	return sum
}

// event is an event of a span.
type event struct {
	Name       string
	Attributes attributes
}

// span has the parts of a span that tests compare.
type span struct {
	Name, Kind, Status, Parent string // Parent is the name of the span above
	Attributes                 attributes
	Events                     []event
}

// spans returns the finished spans in the order in which they ended.
func (kept *telemetry) spans() []span {
	stubs := kept.exporter.GetSpans()
	names := map[string]string{}
	for i := range stubs {
		names[stubs[i].SpanContext.SpanID().String()] = stubs[i].Name
	}
	var found []span
	for i := range stubs {
		s := &stubs[i]
		one := span{
			Name: s.Name, Kind: s.SpanKind.String(), Status: s.Status.Code.String() + s.Status.Description,
			Parent: names[s.Parent.SpanID().String()], Attributes: attributesOf(s.Attributes),
		}
		for _, e := range s.Events {
			one.Events = append(one.Events, event{e.Name, attributesOf(e.Attributes)})
		}
		found = append(found, one)
	}
	return found
}

// point is a measurement: its count and sum, or its sum alone.
type point struct {
	Attributes attributes
	Count      uint64
	Sum        float64
}

// series holds the points of an instrument.
type series struct {
	Unit   string
	Points []point
}

// measured returns the series by the names of their instruments.
func (kept *telemetry) measured(t *testing.T) map[string]series {
	t.Helper()
	var all metricdata.ResourceMetrics
	require.NoError(t, kept.reader.Collect(t.Context(), &all))
	found := map[string]series{}
	for _, scope := range all.ScopeMetrics {
		require.Equal(t, tourneyotel.ScopeName, scope.Scope.Name)
		for _, m := range scope.Metrics {
			require.NotEmpty(t, m.Description, m.Name)
			found[m.Name] = series{m.Unit, pointsOf(t, m.Data)}
		}
	}
	return found
}

func pointsOf(t *testing.T, data metricdata.Aggregation) (points []point) {
	t.Helper()
	switch data := data.(type) {
	case metricdata.Histogram[float64]:
		for i := range data.DataPoints {
			p := &data.DataPoints[i]
			points = append(points, point{attributesOf(p.Attributes.ToSlice()), p.Count, p.Sum})
		}
	case metricdata.Histogram[int64]:
		for i := range data.DataPoints {
			p := &data.DataPoints[i]
			points = append(points, point{attributesOf(p.Attributes.ToSlice()), p.Count, float64(p.Sum)})
		}
	case metricdata.Sum[int64]:
		require.True(t, data.IsMonotonic)
		for _, p := range data.DataPoints {
			points = append(points, point{attributesOf(p.Attributes.ToSlice()), 0, float64(p.Value)})
		}
	default:
		require.Fail(t, "an aggregation that is not looked for", "%T", data)
	}
	return points
}

// anyOrder compares points as a set.
var anyOrder = cmp.Transformer("sorted", func(points []point) []string {
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = fmt.Sprintf("%v count %d sum %g", p.Attributes, p.Count, p.Sum) // a map prints in the order of its keys
	}
	slices.Sort(texts)
	return texts
})
