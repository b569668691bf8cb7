// Package tourneyotel tells OpenTelemetry what a tourney client does: give its Observer to the client, and every call is
// a span with its attempts below it, and is counted.
//
//	client, err := tourney.New(baseURL, tourney.Soccer, tourney.WithObserver(tourneyotel.Observer()))
//
// # Spans
//
// A call is a span of kind internal with the name of the operation, such as Teams.List. Each attempt is a span of kind client
// below it, named after method and path ("GET /api/v1/teams", without a path that the base URL has; "GET" alone for Client.Do,
// whose path is the caller's), with the attributes of the semantic conventions for HTTP clients. A login that WithLogin makes
// is a span below the first call that needs it. Retries and waits are events of the call's span. The attempt's span goes out
// with its request (traceparent, or what the propagators make of it), and so does what else they propagate, such as the
// caller's baggage: to a host of somebody else.
//
// Two things are not as the conventions have them. The attribute url.full is never set: a query may hold keys or names of
// people, and a part of it that looks harmless is no more certain. Redirects, which stay on the host, are part of their attempt's
// span and counted there as tourney.redirects; http.request.resend_count of a later attempt counts them as well.
//
// # Metrics
//
// The instruments are listed at Observer. Their attributes have few values: operations, the host, statuses, error types.
//
// No span and no measurement holds a query, a body, a header, a key or a text of the host. What error.type may be besides a
// status is the list of constants of tourney.ErrorType, with "_OTHER" for tourney.ErrorOther.
//
// The package is a module of its own, so that programs without OpenTelemetry do not get it as a dependency. It follows the
// compatibility promise of tourney, except for what the semantic conventions change.
package tourneyotel

import (
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/tourney-go/tourney"
)

// ScopeName is the instrumentation scope of all spans and measurements.
const ScopeName = "github.com/tourney-go/tourney/otel"

// Option changes where an Observer sends what it hears, and how much of it.
type Option func(*config)

type config struct {
	tracers     trace.TracerProvider
	meters      metric.MeterProvider
	propagators propagation.TextMapPropagator
	sizes       bool
}

// WithTracerProvider chooses who makes the spans. The default, also for nil, is otel.GetTracerProvider.
func WithTracerProvider(p trace.TracerProvider) Option {
	return func(c *config) {
		if p != nil {
			c.tracers = p
		}
	}
}

// WithMeterProvider chooses who takes the measurements. The default, also for nil, is otel.GetMeterProvider.
func WithMeterProvider(p metric.MeterProvider) Option {
	return func(c *config) {
		if p != nil {
			c.meters = p
		}
	}
}

// WithPropagators chooses what of a context is written to the header of a request. The default, also for nil, is
// otel.GetTextMapPropagator, which writes nothing until a program has set it.
func WithPropagators(p propagation.TextMapPropagator) Option {
	return func(c *config) {
		if p != nil {
			c.propagators = p
		}
	}
}

// WithBodySizes adds the sizes of bodies, which the conventions leave to choice: of requests as
// http.request.body.size and http.client.request.body.size. Bodies of answers are counted after they were decompressed, where the
// conventions mean what was transferred: their attribute and instrument is therefore tourney.response.body.size.
func WithBodySizes() Option { return func(c *config) { c.sizes = true } }

// Observer returns an Observer for tourney.WithObserver. One may serve any number of clients. Providers that a program
// sets as the global ones later are used from then on.
//
// It measures:
//
//	http.client.request.duration      s           attempts, as the conventions have it
//	http.client.request.body.size     By          of attempts; with WithBodySizes alone
//	tourney.response.body.size        By          of attempts, decompressed; with WithBodySizes alone
//	tourney.operation.duration        s           calls with all their attempts and waits, by operation and error.type
//	tourney.operation.outcome_unknown {operation} writes that may have happened: reconcile them
//	tourney.retry.decisions           {decision}  failed attempts that may pass, by tourney.retry.decision: sent_again, or why not
//	tourney.wait.duration             s           waits, by tourney.wait.reason
//
// An instrument that the provider refuses is reported to otel.Handle and left out.
func Observer(opts ...Option) tourney.Observer {
	c := config{tracers: otel.GetTracerProvider(), meters: otel.GetMeterProvider(), propagators: otel.GetTextMapPropagator()}
	for _, opt := range opts {
		if opt != nil {
			opt(&c)
		}
	}
	o := &observer{
		tracer:      c.tracers.Tracer(ScopeName, trace.WithSchemaURL(semconv.SchemaURL)),
		instruments: newInstruments(c.meters.Meter(ScopeName, metric.WithSchemaURL(semconv.SchemaURL)), c.sizes),
		propagators: c.propagators,
		sizes:       c.sizes,
	}
	return tourney.Observer{
		OperationStart: o.operationStart,
		OperationEnd:   o.operationEnd,
		AttemptStart:   o.attemptStart,
		AttemptEnd:     o.attemptEnd,
		Retry:          o.retry,
		WaitEnd:        o.waitEnd,
	}
}
