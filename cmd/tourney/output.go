package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/command"
)

// output has the flags that choose the form of the output.
type output struct {
	JSON   bool
	NDJSON bool
	Raw    bool
	JQ     string

	filter *filter
}

// Declare declares the flags.
func (o *output) Declare(p *command.Parameters, list bool) {
	command.AddSwitch(p, &o.JSON, "json", "Print JSON, also on a terminal.").Unbound = true
	if list {
		command.AddSwitch(p, &o.NDJSON, "ndjson", "Print each row as a line of JSON, as soon as it is there.").Unbound = true
	}
	command.Add(p, &o.JQ, "jq", "FILTER", command.Text,
		"Print what a filter of jq makes of the JSON: of the list, or with --ndjson of each row.").Unbound = true
	command.AddSwitch(p, &o.Raw, "raw", "Print the answer as it came, such as XML with --format xml.").Unbound = true
}

// check checks flags that exclude each other, and reads the filter.
func (o *output) check(all bool) (err error) {
	switch {
	case o.JSON && o.NDJSON:
		return errors.New("--json and --ndjson are two forms of the output: give one of them")
	case o.Raw && (o.JSON || o.NDJSON || o.JQ != ""):
		return errors.New("--raw prints the answer as it came: leave --json, --ndjson and --jq out")
	case o.Raw && all:
		return errors.New("--raw prints one answer, and --all reads several: give one of them")
	case o.JQ != "":
		o.filter, err = newFilter(o.JQ)
	}
	return err
}

// people reports whether the output is for people, as a table.
func (o *output) people(to command.Terminal) bool {
	return to.People.Out && !o.JSON && !o.NDJSON && o.filter == nil
}

// value prints one row, or another answer that is no list.
func (o *output) value(ctx context.Context, to command.Terminal, value any) error {
	data, err := tourney.MarshalRow(value)
	switch {
	case err != nil:
		return err
	case o.people(to):
		return printValue(to, value, data)
	case o.filter != nil:
		return o.filter.apply(ctx, to, data)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, data, "", "  "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(to.Out, text.String())
	return err
}

// printBytes prints the bytes of an answer. On a terminal it escapes the characters that could harm it.
func printBytes(to command.Terminal, raw []byte) (err error) {
	if to.People.Out {
		_, err = fmt.Fprintln(to.Out, string(bytes.TrimRight(raw, "\r\n")))
	} else {
		_, err = to.Bytes.Write(raw)
	}
	return err
}

// rows prints rows as they come, but a table and what a filter makes of the list after the last one. After an error,
// rows that came before may be printed, and the end of an array is missing.
func (o *output) rows(ctx context.Context, to command.Terminal, rows iter.Seq2[any, error]) error {
	rows = withProgress(to, rows)
	switch {
	case o.people(to):
		return printTables(to, rows)
	case o.NDJSON && o.filter != nil:
		return eachRow(rows, func(data []byte) error { return o.filter.apply(ctx, to, data) })
	case o.NDJSON:
		return eachRow(rows, func(data []byte) error {
			_, err := to.Out.Write(append(data, '\n'))
			return err
		})
	case o.filter != nil:
		var list bytes.Buffer
		if err := writeArray(&list, rows); err != nil {
			return err
		}
		return o.filter.apply(ctx, to, list.Bytes())
	}
	return writeArray(to.Out, rows)
}

// eachRow calls f with the JSON of each row, and returns the first error.
func eachRow(rows iter.Seq2[any, error], f func(data []byte) error) error {
	for row, err := range rows {
		var data []byte
		if err == nil {
			data, err = tourney.MarshalRow(row)
		}
		if err == nil {
			err = f(data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeArray writes rows as an array, each as soon as it is there.
func writeArray(w io.Writer, rows iter.Seq2[any, error]) error {
	before, end := "[\n  ", "[]\n"
	err := eachRow(rows, func(data []byte) error {
		text := bytes.NewBufferString(before)
		before, end = ",\n  ", "\n]\n"
		if err := json.Indent(text, data, "  ", "  "); err != nil {
			return err
		}
		_, err := w.Write(text.Bytes())
		return err
	})
	if err == nil {
		_, err = io.WriteString(w, end)
	}
	return err
}

// between is how many rows are between two lines about progress.
const between = 500

// withProgress prints how many rows have come, for people who wait for a long list.
func withProgress(to command.Terminal, rows iter.Seq2[any, error]) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		i := 0
		for row, err := range rows {
			if i++; i%between == 0 && to.People.Errs && err == nil {
				fmt.Fprintf(to.Errs, "%d rows\n", i)
			}
			if !yield(row, err) {
				return
			}
		}
	}
}
