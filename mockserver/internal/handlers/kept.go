package handlers

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver/internal/assumption"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// resource describes how requests read the rows of a table. A view may depend only on the row, on what it reads through
// the reader, on the includes and on the encoder, because these are the key under which its encoding is stored.
type resource[R, T any] struct {
	kind     model.Kind
	name     string // of the element of a row in XML
	table    func(*model.Version) *model.Table[*R]
	includes func(*Exchange, []tourney.Include) views.Includes // of a request; records what such answers assume
	inLists  views.Includes                                    // InList if lists show rows in another way than details
	view     func(*Exchange, views.Includes, *model.Reader, *R) T
	page     func(tourney.Page[T]) any // the answer that shows a page of rows
}

// noIncludes are the includes of rows for which requests have no includes.
func noIncludes(*Exchange, []tourney.Include) views.Includes { return 0 }

// InList is a bit that belongs to no include. It says that a view is for a list.
const InList views.Includes = 1 << 62

// get returns the answer that shows one row. The member with the row has the name of the row's element.
func (of *resource[R, T]) get(ex *Exchange, in byID) (any, error) {
	c := of.table(ex.Store).Cell(in.ID)
	if c == nil {
		return nil, refusal.NotFound("id", word(of.kind), in.ID)
	}
	row, err := of.encoded(ex, c, of.includes(ex, in.Includes))
	return encodedDetail{of.name, row, err}, nil
}

// list returns the answer that shows a page of the rows at these positions. A page or size of 0 means the default.
func (of *resource[R, T]) list(
	ex *Exchange, positions store.List, page, size int, requested []tourney.Include,
) (any, error) {
	ex.Assume(assumption.Order, assumption.PageSize)
	includes := of.includes(ex, requested)
	positions = visible(ex, of.table(ex.Store), positions)
	if null := ex.null(positions.Len()); null != nil {
		return null, nil
	}
	page = cmp.Or(page, contract.DefaultPage)
	size = min(cmp.Or(size, contract.DefaultPageSize), ex.Settings.MaxPageSize)
	empty := of.page(tourney.Page[T]{Results: []T{}, Page: page, PageSize: size, Total: positions.Len()})
	return of.rows(ex, ordered(ex, positions, page, size), includes|of.inLists, empty), nil
}

// rows returns the answer that shows the rows at these positions. The argument empty is the answer without them.
func (of *resource[R, T]) rows(ex *Exchange, positions []int32, in views.Includes, empty any) any {
	t := of.table(ex.Store)
	list := encodedList{rows: make([][]byte, len(positions))}
	for i, pos := range positions {
		if list.rows[i], list.err = of.encoded(ex, t.CellAt(pos), in); list.err != nil {
			return list
		}
	}
	list.empty, list.err = ex.Encoder.Frame(empty)
	return list
}

// encoded returns the encoding of a row. It stores the encoding for later answers, unless the version still changes,
// the server keeps no encodings, or the account sees only some events.
func (of *resource[R, T]) encoded(ex *Exchange, c *store.Cell, in views.Includes) ([]byte, error) {
	keeps := ex.Store.Sealed != nil && ex.Keeper.Keeps() && ex.events == nil
	key := store.FormKey{Of: ex.Encoder.Number, Variety: uint64(in)}
	if keeps {
		if form := c.Kept.Find(key, ex.Store.Sealed); form != nil {
			ex.assumeAlso(form.Note.(*assumption.Set)) //nolint:forcetypeassert // as NewForm got it
			return form.Bytes, nil
		}
	}
	s := ex.Store.Reader()
	data, err := ex.Encoder.Element(of.name, of.view(ex, in, s, store.RowOf[*R](c)))
	ex.assumeAlso(s.Assumed)
	data = bytes.Clone(data)
	if keeps && err == nil {
		ex.Keeper.Keep(&c.Kept, store.NewForm(key, data, s.Assumed, s.Read, ex.Store.Sealed))
	}
	return data, err
}

// null returns an answer with null instead of a list without rows, if the host answers so. Otherwise it returns nil.
func (ex *Exchange) null(rows int) any {
	if rows > 0 || !ex.Settings.EmptyListsAsNull || ex.Settings.Strict {
		return nil
	}
	ex.Assume(assumption.NullLists)
	return nullLists(ex.Lists)
}

// orNull returns an answer, or an answer with null instead of its empty list.
func (ex *Exchange) orNull(rows int, answer any) any {
	if null := ex.null(rows); null != nil {
		return null
	}
	return answer
}

// nullLists is an answer whose members are null.
type nullLists []string

// Encode encodes null for each name.
func (names nullLists) Encode(e *wire.Encoder) ([]byte, error) {
	members := values.Mapped(names, func(name string) reflect.StructField {
		return reflect.StructField{Name: name, Type: reflect.TypeFor[*empty]()}
	})
	return e.Format.Encode(reflect.Zero(reflect.StructOf(members)).Interface())
}

// encodedDetail is an answer with one row that is encoded already.
type encodedDetail struct {
	name string
	row  []byte
	err  error // of encoding the row
}

// Encode puts the encoded row into its member.
func (d encodedDetail) Encode(e *wire.Encoder) ([]byte, error) {
	open, end := e.Format.Root(d.name)
	return slices.Concat([]byte(open), d.row, []byte(end)), d.err
}

// encodedList is an answer with a list of rows that are encoded already.
type encodedList struct {
	empty []byte // the answer without its rows
	err   error  // of encoding
	rows  [][]byte
}

// Encode joins the encoded rows.
func (l encodedList) Encode(e *wire.Encoder) ([]byte, error) {
	if l.err != nil || len(l.rows) == 0 {
		return l.empty, l.err
	}
	open, end := e.Format.Unfold(l.empty)
	parts, between := make([][]byte, 0, 2*len(l.rows)+1), []byte(e.Format.Between)
	for _, row := range l.rows {
		parts = append(parts, between, row)
	}
	parts[0] = open // nothing separates the first row
	return slices.Concat(append(parts, end)...), nil
}
