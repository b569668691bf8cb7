package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/itchyny/gojq"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
)

// output has the flags that choose the form of the output.
type output struct {
	JSON   bool
	NDJSON bool
	Raw    bool
	Filter *gojq.Code

	takeaway
}

// Declare declares the flags for an operation.
func (o *output) Declare(p *command.Parameters, op *contract.Operation) {
	list := len(op.Lists) > 0
	command.AddSwitch(p, &o.JSON, "json", "Print JSON, also on a terminal.").Unbound = true
	if list {
		command.AddSwitch(p, &o.NDJSON, "ndjson", "Print each row as a line of JSON, as soon as it is there.").Unbound = true
	}
	command.Add(p, &o.Filter, "jq", "FILTER", newFilter,
		"Print what a filter of jq makes of the JSON: of the list, or with --ndjson of each row.").Unbound = true
	command.AddSwitch(p, &o.Raw, "raw", "Print the answer as it came, such as XML with --format xml.").Unbound = true
	o.takeaway.Declare(p, op)
}

// newFilter reads a filter of jq. It sees no variables of the environment, which can hold secrets.
func newFilter(text string) (*gojq.Code, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		return nil, err
	}
	return gojq.Compile(query)
}

// check refuses flags that exclude each other.
func (o *output) check(all bool) error {
	if o.JSON && o.NDJSON || o.Raw && (o.JSON || o.NDJSON || o.Filter != nil || all) {
		return errors.New("give one of --json, --ndjson and --raw, and --raw without --jq and --all")
	}
	if o.taken() && (o.JSON || o.NDJSON || o.Raw || o.Filter != nil) {
		return errors.New("give --csv, --ics or --md without --json, --ndjson, --raw and --jq")
	}
	return o.takeaway.check()
}

// people reports whether the output is for people, as a table.
func (o *output) people(to command.Terminal) bool {
	return to.People.Out && !o.JSON && !o.NDJSON && o.Filter == nil && !o.taken()
}

// value prints one row, or another answer that is no list.
func (o *output) value(ctx context.Context, to command.Terminal, value any) error {
	data, err := tourney.MarshalRow(value)
	switch standings, ok := value.(tourney.Standings); {
	case err != nil:
		return err
	case ok && o.Markdown:
		return printMarkdown(to, standings)
	case o.people(to):
		return printValue(to, value, data)
	}
	return o.json(ctx, to, data)
}

// rows prints rows. With --ndjson it prints each row when the row arrives, and otherwise all rows after the last one.
func (o *output) rows(ctx context.Context, to command.Terminal, rows iter.Seq2[any, error]) error {
	var all [][]byte
	for row, err := range rows {
		data, failure := tourney.MarshalRow(row)
		if err = cmp.Or(err, failure); err == nil && o.NDJSON {
			err = o.json(ctx, to, data)
		}
		if err != nil {
			return err
		}
		const between = 500 // lines about progress
		if all = append(all, data); len(all)%between == 0 && to.People.Errs {
			fmt.Fprintf(to.Errs, "%d rows\n", len(all))
		}
	}
	switch {
	case o.NDJSON:
		return nil
	case o.ICS:
		return o.printCalendar(ctx, to, all)
	case o.CSV || o.people(to):
		rows, err := nodesOf(all)
		if err == nil && o.CSV {
			return printCSV(to, rows, o.Mark)
		}
		return cmp.Or(err, printRows(to, rows))
	}
	return o.json(ctx, to, fmt.Appendf(nil, "[%s]", bytes.Join(all, []byte(","))))
}

// json prints JSON, or what the filter makes of it.
func (o *output) json(ctx context.Context, to command.Terminal, data []byte) error {
	if o.Filter != nil {
		return apply(ctx, to, o.Filter, data)
	}
	if !o.NDJSON {
		var lines bytes.Buffer
		if err := json.Indent(&lines, data, "", "  "); err != nil {
			return err
		}
		data = lines.Bytes()
	}
	_, err := to.Out.Write(append(data, '\n'))
	return err
}

// apply prints what a filter makes of JSON: each value on a line, and a text without quotes.
func apply(ctx context.Context, to command.Terminal, filter *gojq.Code, data []byte) error {
	var value any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // an id may have more digits than a float64
	if err := d.Decode(&value); err != nil {
		return err
	}
	for results := filter.RunWithContext(ctx, value); ; {
		result, more := results.Next()
		err, failed := result.(error)
		if halt := new(gojq.HaltError); !more || errors.As(err, &halt) && halt.Value() == nil {
			return nil
		}
		text, isText := result.(string)
		line := []byte(text)
		if !failed && !isText {
			line, err = gojq.Marshal(result)
		}
		if err != nil && ctx.Err() == nil {
			err = errors.New(redact.Masked(err.Error())) // it shows values of the answer
		}
		if err != nil {
			return fmt.Errorf("--jq: %w", err)
		}
		if err := printBytes(to, append(line, '\n')); err != nil {
			return err
		}
	}
}

// printBytes prints bytes as they are. On a terminal it escapes the characters that could harm it.
func printBytes(to command.Terminal, raw []byte) (err error) {
	if to.People.Out {
		_, err = fmt.Fprintln(to.Out, string(bytes.TrimRight(raw, "\r\n")))
	} else {
		_, err = to.Bytes.Write(raw)
	}
	return err
}
