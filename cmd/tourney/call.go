package main

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/redact"
)

// carryOut calls the method of the client, and prints what it returns.
func (o *operation) carryOut(ctx context.Context, to command.Terminal, client *tourney.Client, in reflect.Value) error {
	var raw []byte
	arguments := []reflect.Value{reflect.ValueOf(ctx), in, reflect.ValueOf(tourney.BodyInto(&raw))}
	for _, name := range o.includes {
		arguments = append(arguments, reflect.ValueOf(tourney.Include(canonical(name))))
	}
	results := o.method(client).Call(arguments)
	if o.all {
		return o.list(ctx, to, results[0], tourney.Page[any]{})
	}
	if err, _ := results[len(results)-1].Interface().(error); err != nil {
		if o.Raw && raw != nil && o.op.Class == contract.Read { // a refusal may repeat a secret of a write
			_ = printBytes(to, raw)
		}
		return err
	}
	answer := results[0]
	switch {
	case len(results) == 1:
		answer = reflect.ValueOf(struct{}{}) // as the host answers an update
	case answer.Kind() == reflect.Int64:
		answer = reflect.ValueOf(struct {
			ID int64 `json:"Id"`
		}{answer.Int()})
	}
	err := o.print(ctx, to, answer, raw)
	if o.op.Class != contract.Read {
		err = to.Done(o.did(answer.Interface(), in.Interface()), err)
	}
	return err
}

// print prints what the method of the client returned, or with --raw the answer as it came.
func (o *operation) print(ctx context.Context, to command.Terminal, answer reflect.Value, raw []byte) (err error) {
	switch {
	case answer.Kind() == reflect.Slice:
		return o.list(ctx, to, answer, tourney.Page[any]{}, raw...)
	case strings.HasPrefix(answer.Type().Name(), "Page["):
		return o.list(ctx, to, answer.FieldByName("Results"), tourney.Page[any]{
			PageSize: int(answer.FieldByName("PageSize").Int()), Total: int(answer.FieldByName("Total").Int()),
			NotStated: answer.FieldByName("NotStated").Bool(),
		}, raw...)
	case o.Raw && raw != nil:
		return printBytes(to, raw)
	case answer.NumField() == 0 && o.people(to):
		_, err = fmt.Fprintln(to.Out, "done")
		return err
	case answer.NumField() == 0:
		return o.json(ctx, to, []byte("{}"))
	}
	return o.value(ctx, to, answer.Interface())
}

// list prints rows, or with --raw the answer as it came. On stderr it says that a page is not the whole list, because a
// script would lose the other rows in silence. A full page of a host that states no total may have others behind it.
// People also learn that a list is empty.
func (o *operation) list(
	ctx context.Context, to command.Terminal, rows reflect.Value, page tourney.Page[any], raw ...byte,
) (err error) {
	printed := 0
	if o.Raw && raw != nil {
		printed, err = rows.Len(), printBytes(to, raw)
	} else {
		err = o.rows(ctx, to, rowsIn(rows, &printed))
	}
	switch isPage := o.op.Paged && !o.all; {
	case err != nil:
	case isPage && page.NotStated:
		fmt.Fprintln(to.Errs, "the answer has no list")
	case isPage && page.Total > printed:
		fmt.Fprintf(to.Errs, "%d of %d: --all reads all\n", printed, page.Total)
	case isPage && page.Total <= 0 && printed > 0 && printed >= page.PageSize:
		fmt.Fprintf(to.Errs, "%d of a number that the host does not state: --all reads all\n", printed)
	case printed == 0 && (o.people(to) || o.CSV):
		fmt.Fprintf(to.Errs, "no %s\n", strings.ToLower(o.service))
	}
	return err
}

// did says what a write did, with the id that the answer names, or else the request.
func (o *operation) did(bodies ...any) string {
	for _, body := range bodies {
		n, err := record.NodeOf(body)
		for _, name := range slices.Concat([]string{o.op.Result}, o.op.Target, []string{o.op.Instead, "TeamId"}) {
			if id := n.Find(name); err == nil && id != nil && id.Text != "" {
				return fmt.Sprintf("%s is done: %s %s", o.op.ID, name, redact.Safe(id.Text))
			}
		}
	}
	return o.op.ID + " is done"
}

// canonical returns the name of an include as all known names are written.
func canonical(name string) string { return strings.ToUpper(name[:1]) + strings.ToLower(name[1:]) }

// rowsIn returns the rows of a slice, or of an iterator over rows and errors. It counts the rows.
func rowsIn(list reflect.Value, count *int) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		for row, failure := range list.Seq2() {
			*count++
			err, _ := failure.Interface().(error)
			if list.Kind() == reflect.Slice { // of numbers and rows
				row = failure
			}
			if !yield(row.Interface(), err) {
				return
			}
		}
	}
}
