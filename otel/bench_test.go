package tourneyotel_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/tourney-go/tourney"
	tourneyotel "github.com/tourney-go/tourney/otel"
)

// instant is a host in memory that answers at once.
type instant struct{ answer answer }

// RoundTrip answers.
func (i instant) RoundTrip(req *http.Request) (*http.Response, error) { return i.answer(req, nil) }

// BenchmarkCall measures a call without its network time: without an observer, with an observer and no SDK, and with
// the SDK's spans, metrics, and both.
func BenchmarkCall(b *testing.B) {
	tracers := sdktrace.NewTracerProvider(sdktrace.WithSyncer(tracetest.NewNoopExporter()))
	nothing := []tourneyotel.Option{
		tourneyotel.WithTracerProvider(tracenoop.NewTracerProvider()), tourneyotel.WithMeterProvider(metricnoop.NewMeterProvider()),
	}
	spans := []tourneyotel.Option{tourneyotel.WithTracerProvider(tracers), tourneyotel.WithPropagators(propagation.TraceContext{})}
	unsampled := tourneyotel.WithTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.NeverSample())))
	measurements := tourneyotel.WithMeterProvider(metric.NewMeterProvider(metric.WithReader(metric.NewManualReader())))
	for _, bb := range []struct {
		name string
		opts []tourney.Option
	}{
		{"unobserved", nil},
		{"no-sdk", []tourney.Option{tourney.WithObserver(tourneyotel.Observer(nothing...))}},
		{"unsampled", []tourney.Option{tourney.WithObserver(tourneyotel.Observer(unsampled))}},
		{"spans", []tourney.Option{tourney.WithObserver(tourneyotel.Observer(spans...))}},
		{"metrics", []tourney.Option{tourney.WithObserver(tourneyotel.Observer(measurements))}},
		{"both", []tourney.Option{tourney.WithObserver(tourneyotel.Observer(append(spans, measurements)...))}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			hc := &http.Client{Transport: instant{says(http.StatusOK, `{}`)}}
			c, err := tourney.New("https://soccer.example.com", tourney.Soccer, append(bb.opts, tourney.WithHTTPClient(hc))...)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				if err := listVenues(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
