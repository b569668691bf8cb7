package tourneyotel

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/tourney-go/tourney/observe"
)

// observer turns events into spans and measurements.
type observer struct {
	tracer      trace.Tracer
	instruments *instruments
	propagators propagation.TextMapPropagator
	sizes       bool
}

// call is the state of one operation. The events of an operation come one after the other.
type call struct {
	span    trace.Span
	attempt trace.Span // the running attempt, or nil
	sent    int        // requests, including the requests after redirects
}

// callKey is the key of an observer's call in a context. The observer cannot use the current span of the context
// instead, because that span may belong to another observer.
type callKey struct{ of *observer }

func (o *observer) callOf(ctx context.Context) (*call, bool) {
	c, ok := ctx.Value(callKey{o}).(*call)
	return c, ok
}

func (o *observer) operationStart(ctx context.Context, e observe.Operation) context.Context {
	ctx, span := o.tracer.Start(ctx, e.Op, trace.WithSpanKind(trace.SpanKindInternal),
		trace.WithAttributes(operationKey.String(e.Op)))
	return context.WithValue(ctx, callKey{o}, &call{span: span})
}

func (o *observer) operationEnd(ctx context.Context, e observe.OperationEnd) {
	o.instruments.operation(ctx, e)
	c, ok := o.callOf(ctx)
	if !ok {
		return
	}
	c.span.SetAttributes(attemptsKey.Int(e.Attempts))
	if e.OutcomeUnknown {
		c.span.SetAttributes(outcomeUnknownKey.Bool(true))
	}
	fail(c.span, e.Error)
	c.span.End()
}

func (o *observer) attemptStart(ctx context.Context, e observe.Attempt) context.Context {
	c, ok := o.callOf(ctx)
	if !ok {
		return ctx
	}
	attributes := append(make([]attribute.KeyValue, 0, 8), requestAttributes(e.Operation)...)
	if c.sent > 0 {
		attributes = append(attributes, semconv.HTTPRequestResendCount(c.sent))
	}
	if o.sizes {
		attributes = append(attributes, semconv.HTTPRequestBodySize(e.RequestBytes))
	}
	ctx, c.attempt = o.tracer.Start(ctx, attemptName(e.Operation), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attributes...))
	o.propagators.Inject(ctx, propagation.HeaderCarrier(e.Header))
	return ctx
}

func (o *observer) attemptEnd(ctx context.Context, e observe.AttemptEnd) {
	o.instruments.attempt(ctx, e)
	c, ok := o.callOf(ctx)
	if !ok || c.attempt == nil {
		return
	}
	c.sent += 1 + e.Redirects
	span := c.attempt
	c.attempt = nil
	span.SetAttributes(answerAttributes(e)...)
	if e.Redirects > 0 {
		span.SetAttributes(redirectsKey.Int(e.Redirects))
	}
	if o.sizes && bodyRead(e) {
		span.SetAttributes(responseBodySizeKey.Int(e.ResponseBytes))
	}
	fail(span, e.Error)
	span.End()
}

func (o *observer) retry(ctx context.Context, e observe.RetryDecision) {
	o.instruments.decision(ctx, e)
	c, ok := o.callOf(ctx)
	if !ok {
		return
	}
	attributes := []attribute.KeyValue{decisionKey.String(decision(e.Refusal)), errorType(e.Error)}
	if e.Refusal == observe.RefusedNone || e.Hinted {
		attributes = append(attributes, delayKey.Float64(e.Wait.Seconds()))
	}
	if e.Hinted {
		attributes = append(attributes, hintedKey.Bool(true))
	}
	c.span.AddEvent("tourney.retry", trace.WithAttributes(attributes...))
}

// waitEnd records that a wait ended, and how long it took.
func (o *observer) waitEnd(ctx context.Context, e observe.WaitEnd) {
	o.instruments.wait(ctx, e)
	c, ok := o.callOf(ctx)
	if !ok {
		return
	}
	attributes := []attribute.KeyValue{reasonKey.String(string(e.For)), waitedKey.Float64(e.Took.Seconds())}
	if e.Error != observe.ErrorNone {
		attributes = append(attributes, errorType(e.Error))
	}
	c.span.AddEvent("tourney.wait", trace.WithAttributes(attributes...))
}

// fail marks a span as failed. The span gets no description, because an error text may hold texts of the host.
func fail(span trace.Span, e observe.ErrorType) {
	if e != observe.ErrorNone {
		span.SetAttributes(errorType(e))
		span.SetStatus(codes.Error, "")
	}
}
