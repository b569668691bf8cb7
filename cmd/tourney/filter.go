package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/itchyny/gojq"

	"github.com/tourney-go/tourney/internal/command"
)

// filter is a filter of jq. It sees no variables of the environment, which can hold secrets.
type filter struct{ code *gojq.Code }

func newFilter(text string) (*filter, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("--jq: %w", err)
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, fmt.Errorf("--jq: %w", err)
	}
	return &filter{code}, nil
}

// apply prints what the filter makes of JSON: each value on a line, and a text without quotes.
func (f *filter) apply(ctx context.Context, to command.Terminal, data []byte) error {
	var value any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // an id may have more digits than a float64
	if err := d.Decode(&value); err != nil {
		return err
	}
	results := f.code.RunWithContext(ctx, value)
	for {
		result, more := results.Next()
		if !more {
			return nil
		}
		var halt *gojq.HaltError
		if err, failed := result.(error); errors.As(err, &halt) && halt.Value() == nil {
			return nil
		} else if failed {
			return fmt.Errorf("--jq: %w", err)
		}
		if err := printResult(to, result); err != nil {
			return err
		}
	}
}

func printResult(to command.Terminal, result any) error {
	out := to.Out
	if text, isText := result.(string); isText {
		if !to.People.Out {
			out = to.Bytes
		}
		_, err := fmt.Fprintln(out, text)
		return err
	}
	line, err := gojq.Marshal(result)
	if err == nil {
		_, err = out.Write(append(line, '\n'))
	}
	return err
}
