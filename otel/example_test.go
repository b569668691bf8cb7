package tourneyotel_test

import (
	"context"
	"errors"
	"fmt"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	tourneyotel "github.com/tourney-go/tourney/otel"
)

// A program passes its providers as options, or sets them as the global providers. Here the provider keeps its spans in
// memory, and the example prints them.
func ExampleObserver() {
	exporter := tracetest.NewInMemoryExporter()
	tracers := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))

	host, err := mockserver.New(tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := host.Client(tourney.WithObserver(tourneyotel.Observer(tourneyotel.WithTracerProvider(tracers))))
	if _, err := client.Teams.Get(context.Background(), 99); errors.Is(err, tourney.ErrNotFound) {
		fmt.Println("no such team")
	}

	for _, span := range exporter.GetSpans() {
		fmt.Println(span.SpanKind, span.Name, span.Status.Code)
		for _, a := range span.Attributes {
			if a.Key == semconv.ErrorTypeKey {
				fmt.Println("  error.type", a.Value.AsString())
			}
		}
	}
	// Output:
	// no such team
	// client GET /api/v1/teams Error
	//   error.type 404
	// internal Teams.Get Error
	//   error.type 404
}
