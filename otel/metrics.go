package tourneyotel

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/semconv/v1.43.0/httpconv"

	"github.com/tourney-go/tourney/observe"
)

// seconds are the bucket bounds for calls: the bounds that the conventions advise for a request, and longer bounds for
// waits.
var seconds = []float64{0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 120}

// bytes are the bucket bounds for bodies.
var bytes = []float64{0, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20}

// instruments holds the instruments of an observer.
type instruments struct {
	sizes bool

	requestDuration   httpconv.ClientRequestDuration
	requestSize       httpconv.ClientRequestBodySize
	responseSize      metric.Int64Histogram
	operationDuration metric.Float64Histogram
	outcomeUnknown    metric.Int64Counter
	decisions         metric.Int64Counter
	waitDuration      metric.Float64Histogram
}

func newInstruments(m metric.Meter, sizes bool) *instruments {
	in := &instruments{
		sizes:             sizes,
		requestDuration:   reported(httpconv.NewClientRequestDuration(m)),
		operationDuration: duration(m, "tourney.operation.duration", "Duration of calls with all their attempts and waits."),
		outcomeUnknown: counter(m, "tourney.operation.outcome_unknown", "{operation}",
			"Writes that failed and may have happened all the same."),
		decisions: counter(m, "tourney.retry.decisions", "{decision}",
			"Decisions after attempts that failed in a way that may pass."),
		waitDuration: duration(m, "tourney.wait.duration", "Duration of waits before requests."),
	}
	if sizes {
		in.requestSize = reported(httpconv.NewClientRequestBodySize(m, metric.WithExplicitBucketBoundaries(bytes...)))
		in.responseSize = size(m, "tourney.response.body.size", "Size of the bodies of answers after they were decompressed.")
	}
	return in
}

func duration(m metric.Meter, name, description string) metric.Float64Histogram {
	h, err := m.Float64Histogram(name, metric.WithUnit("s"), metric.WithDescription(description),
		metric.WithExplicitBucketBoundaries(seconds...))
	return instead[metric.Float64Histogram](h, err, noop.Float64Histogram{})
}

func size(m metric.Meter, name, description string) metric.Int64Histogram {
	h, err := m.Int64Histogram(name, metric.WithUnit("By"), metric.WithDescription(description),
		metric.WithExplicitBucketBoundaries(bytes...))
	return instead[metric.Int64Histogram](h, err, noop.Int64Histogram{})
}

func counter(m metric.Meter, name, unit, description string) metric.Int64Counter {
	c, err := m.Int64Counter(name, metric.WithUnit(unit), metric.WithDescription(description))
	return instead[metric.Int64Counter](c, err, noop.Int64Counter{})
}

// instead returns an instrument. If the provider refused the instrument, instead reports the error and returns
// nothing, an instrument without effect.
func instead[T any](instrument T, err error, nothing T) T {
	if err != nil {
		otel.Handle(err)
		return nothing
	}
	return instrument
}

// reported returns an instrument of the conventions, and reports the error if the provider refused it. A refused
// instrument has no effect.
func reported[T any](instrument T, err error) T { return instead(instrument, err, instrument) }

func (in *instruments) attempt(ctx context.Context, e observe.AttemptEnd) {
	if !in.sizes && !in.requestDuration.Enabled(ctx) {
		return // nothing records the attempt, so its attributes are not needed
	}
	attributes := append(requestAttributes(e.Operation), answerAttributes(e)...)
	if e.Error != observe.ErrorNone {
		attributes = append(attributes, errorType(e.Error))
	}
	set := attribute.NewSet(attributes...)
	in.requestDuration.RecordSet(ctx, e.Took.Seconds(), set)
	if !in.sizes {
		return
	}
	in.requestSize.RecordSet(ctx, int64(e.RequestBytes), set)
	if bodyRead(e) {
		in.responseSize.Record(ctx, int64(e.ResponseBytes), metric.WithAttributeSet(set))
	}
}

func (in *instruments) operation(ctx context.Context, e observe.OperationEnd) {
	if !e.OutcomeUnknown && !in.operationDuration.Enabled(ctx) {
		return
	}
	set := metric.WithAttributeSet(attributesOf(e.Operation, e.Error))
	in.operationDuration.Record(ctx, e.Took.Seconds(), set)
	if e.OutcomeUnknown {
		in.outcomeUnknown.Add(ctx, 1, set)
	}
}

func (in *instruments) decision(ctx context.Context, e observe.RetryDecision) {
	in.decisions.Add(ctx, 1,
		metric.WithAttributeSet(attributesOf(e.Operation, e.Error, decisionKey.String(decision(e.Refusal)))))
}

func (in *instruments) wait(ctx context.Context, e observe.WaitEnd) {
	in.waitDuration.Record(ctx, e.Took.Seconds(),
		metric.WithAttributeSet(attributesOf(e.Operation, e.Error, reasonKey.String(string(e.For)))))
}

// attributesOf returns the attributes for the instruments that the conventions do not define.
func attributesOf(op observe.Operation, failed observe.ErrorType, more ...attribute.KeyValue) attribute.Set {
	attributes := append(make([]attribute.KeyValue, 0, 5),
		operationKey.String(op.Op), semconv.ServerAddress(op.Host), semconv.ServerPort(op.Port))
	attributes = append(attributes, more...)
	if failed != observe.ErrorNone {
		attributes = append(attributes, errorType(failed))
	}
	return attribute.NewSet(attributes...)
}
