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
	detail   func(T) any               // the answer that shows one row
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
	includes := of.includes(ex, in.Includes)
	if form := of.form(ex, c, includes); form != nil {
		return keptDetail{of.name, form}, nil
	}
	return of.detail(of.viewed(ex, []*R{store.RowOf[*R](c)}, includes)[0]), nil
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
	return of.rows(ex, ordered(ex, positions, page, size), includes|of.inLists, func(results []T) any {
		return of.page(tourney.Page[T]{Results: results, Page: page, PageSize: size, Total: positions.Len()})
	}), nil
}

// rows returns the answer that shows the rows at these positions.
func (of *resource[R, T]) rows(ex *Exchange, positions []int32, in views.Includes, answer func([]T) any) any {
	t := of.table(ex.Store)
	forms := make([]*store.Form, 0, len(positions))
	for _, pos := range positions {
		form := of.form(ex, t.CellAt(pos), in)
		if form == nil {
			return answer(of.viewed(ex, t.RowsAt(positions), in))
		}
		forms = append(forms, form)
	}
	empty, err := ex.Encoder.Frame(answer([]T{}))
	return keptList{empty, err, forms}
}

// viewed returns the views of rows.
func (of *resource[R, T]) viewed(ex *Exchange, rows []*R, in views.Includes) []T {
	s := ex.Store.Reader()
	list := values.Mapped(rows, func(r *R) T { return of.view(ex, in, s, r) })
	ex.assumeAlso(s.Assumed)
	return list
}

// form returns the stored encoding of a row, and stores it first if necessary. It returns nil if encodings are not
// stored, because the version still changes, the server keeps no encodings, or the account sees only some events. It
// also returns nil for a row that cannot be encoded.
func (of *resource[R, T]) form(ex *Exchange, c *store.Cell, in views.Includes) *store.Form {
	if ex.Store.Sealed == nil || !ex.Keeper.Keeps() || ex.events != nil {
		return nil
	}
	key := store.FormKey{Of: ex.Encoder.Number, Variety: uint64(in)}
	form := c.Kept.Find(key, ex.Store.Sealed)
	if form == nil {
		s := ex.Store.Reader()
		data, err := ex.Encoder.Element(of.name, of.view(ex, in, s, store.RowOf[*R](c)))
		if err != nil {
			return nil
		}
		form = store.NewForm(key, bytes.Clone(data), s.Assumed, s.Read, ex.Store.Sealed)
		ex.Keeper.Keep(&c.Kept, form)
	}
	ex.assumeAlso(form.Note.(*assumption.Set)) //nolint:forcetypeassert // as NewForm got it
	return form
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

// keptDetail is an answer with one row that is encoded already.
type keptDetail struct {
	name string
	row  *store.Form
}

// Encode puts the encoded row into its member.
func (d keptDetail) Encode(e *wire.Encoder) ([]byte, error) {
	open, end := e.Format.Root(d.name)
	return slices.Concat([]byte(open), d.row.Bytes, []byte(end)), nil
}

// keptList is an answer with a list of rows that are encoded already.
type keptList struct {
	empty []byte // the answer without its rows
	err   error  // the error of encoding the answer without its rows
	rows  []*store.Form
}

// Encode joins the encoded rows.
func (l keptList) Encode(e *wire.Encoder) ([]byte, error) {
	if l.err != nil || len(l.rows) == 0 {
		return l.empty, l.err
	}
	open, end := e.Format.Unfold(l.empty)
	size := len(open) + len(end)
	for _, row := range l.rows {
		size += len(row.Bytes) + len(e.Format.Between)
	}
	dst := append(make([]byte, 0, size), open...)
	for i, row := range l.rows {
		if i > 0 {
			dst = append(dst, e.Format.Between...)
		}
		dst = append(dst, row.Bytes...)
	}
	return append(dst, end...), nil
}
