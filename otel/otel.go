// Package tourneyotel reports the calls of a tourney client to OpenTelemetry. Pass [Observer] to the client as an
// option. Then every call is a span, each attempt of the call is a span below that span, and metrics count calls and
// attempts.
//
//	client, err := tourney.New(baseURL, tourney.Soccer, tourney.WithObserver(tourneyotel.Observer()))
//
// # Spans
//
// A call is a span of kind internal with the name of the operation, such as Teams.List. Each attempt is a span of
// kind client below it, with the attributes of the semantic conventions for HTTP clients. Its name is the method and
// the path, such as "GET /api/v1/teams", without the path of the base URL. For Client.Do, where the caller writes the
// path, the name is the method alone. A login by WithLogin is a span below the first call that needs it. Retries and
// waits are events of the call's span. The propagators write the attempt's span to the header of its request, as
// traceparent for example. The propagators also send everything else that they propagate, such as the caller's
// baggage, to the host, which belongs to somebody else.
//
// Two things differ from the conventions. The attribute url.full is never set, because a query may hold keys or names
// of people. Redirects, which stay on the host, have no separate spans: tourney.redirects counts them on the attempt's
// span, and http.request.resend_count of a later attempt includes them.
//
// # Metrics
//
// Observer lists the instruments. The attributes of an instrument have few different
// values: the operation, the host, the status, the type of an error.
//
// No span and no metric holds a query, a body, a header, a key or a text of the host. The values of error.type are
// statuses and the constants of observe.ErrorType, with "_OTHER" for observe.ErrorOther.
//
// The package is a separate module, so that programs without OpenTelemetry do not depend on it. It follows the
// compatibility promise of tourney, except where the semantic conventions change.
package tourneyotel

import (
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/tourney-go/tourney/observe"
)

// ScopeName is the instrumentation scope of all spans and measurements.
const ScopeName = "github.com/tourney-go/tourney/otel"

// Option sets where an Observer sends spans and metrics, and which metrics it sends.
type Option struct{ set func(*config) }

type config struct {
	tracers     trace.TracerProvider
	meters      metric.MeterProvider
	propagators propagation.TextMapPropagator
	sizes       bool
}

// WithTracerProvider sets the provider of spans. The default, also for nil, is otel.GetTracerProvider.
func WithTracerProvider(p trace.TracerProvider) Option {
	return Option{func(c *config) {
		if p != nil {
			c.tracers = p
		}
	}}
}

// WithMeterProvider sets the provider of metrics. The default, also for nil, is otel.GetMeterProvider.
func WithMeterProvider(p metric.MeterProvider) Option {
	return Option{func(c *config) {
		if p != nil {
			c.meters = p
		}
	}}
}

// WithPropagators sets the propagator, which writes parts of a context to the header of a request. The default, also
// for nil, is otel.GetTextMapPropagator, which writes nothing until a program has set it.
func WithPropagators(p propagation.TextMapPropagator) Option {
	return Option{func(c *config) {
		if p != nil {
			c.propagators = p
		}
	}}
}

// WithBodySizes adds the sizes of bodies, which the conventions make optional. Sizes of requests are
// http.request.body.size and http.client.request.body.size. Sizes of answers are tourney.response.body.size, because
// they are decompressed sizes, and the conventions define only a size of transferred bytes.
func WithBodySizes() Option { return Option{func(c *config) { c.sizes = true }} }

// Observer returns an Observer for tourney.WithObserver. One Observer may serve any number of clients. The Observer
// also uses global providers that a program sets later.
//
// It measures:
//
//	http.client.request.duration      s           attempts, after the conventions
//	http.client.request.body.size     By          of attempts; with WithBodySizes alone
//	tourney.response.body.size        By          of attempts, decompressed; with WithBodySizes alone
//	tourney.operation.duration        s           calls with all their attempts and waits, by operation and error.type
//	tourney.operation.outcome_unknown {operation} writes that may have happened: reconcile them
//	tourney.retry.decisions           {decision}  failed attempts, by tourney.retry.decision: sent_again, or why not
//	tourney.wait.duration             s           waits, by tourney.wait.reason
//
// An instrument that the provider refuses is reported to otel.Handle and left out.
func Observer(opts ...Option) observe.Observer {
	c := config{
		tracers: otel.GetTracerProvider(), meters: otel.GetMeterProvider(), propagators: otel.GetTextMapPropagator(),
	}
	for _, opt := range opts {
		if opt.set != nil {
			opt.set(&c)
		}
	}
	o := &observer{
		tracer:      c.tracers.Tracer(ScopeName, trace.WithSchemaURL(semconv.SchemaURL)),
		instruments: newInstruments(c.meters.Meter(ScopeName, metric.WithSchemaURL(semconv.SchemaURL)), c.sizes),
		propagators: c.propagators,
		sizes:       c.sizes,
	}
	return observe.Observer{
		OperationStart: o.operationStart,
		OperationEnd:   o.operationEnd,
		AttemptStart:   o.attemptStart,
		AttemptEnd:     o.attemptEnd,
		Retry:          o.retry,
		WaitEnd:        o.waitEnd,
	}
}
