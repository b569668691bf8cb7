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
	"github.com/tourney-go/tourney/mockserver/internal/store"
	"github.com/tourney-go/tourney/mockserver/internal/values"
	"github.com/tourney-go/tourney/mockserver/internal/views"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// shown describes how answers show the rows of a table. A view may depend only on the row, on what it reads through the
// reader, on the includes and on the encoder, because these are the key under which its encoding is stored.
type shown[R, T any] struct {
	name string         // of the element of a row in XML
	in   views.Includes // the includes of the view, with the bit InList if lists show rows in another way than details
	view func(*model.Reader, *R) T
}

// InList is a bit that belongs to no include. It says that a view is for a list.
const InList views.Includes = 1 << 62

// detailOf returns the answer that shows one row. The member with the row has the name of the row's element.
func detailOf[R, T any](ex *Exchange, c *store.Cell, as shown[R, T], answer func(T) any) any {
	if form := formOf(ex, c, &as); form != nil {
		return keptDetail{as.name, form}
	}
	return answer(viewed(ex, []*R{store.RowOf[*R](c)}, &as)[0])
}

// pageOf returns the answer that shows a page of the rows at these positions. A page or size of 0 means the default.
func pageOf[R, T any](
	ex *Exchange, t *model.Table[*R], positions store.List, page, size int, as shown[R, T],
	answer func(tourney.Page[T]) any,
) any {
	ex.Assume(assumption.PageSize)
	positions = visible(ex, t, positions)
	if null := ex.null(positions.Len()); null != nil {
		return null
	}
	page = cmp.Or(page, contract.DefaultPage)
	size = min(cmp.Or(size, contract.DefaultPageSize), ex.Settings.MaxPageSize)
	return listOf(ex, t, ordered(ex, positions, page, size), as, func(results []T) any {
		return answer(tourney.Page[T]{Results: results, Page: page, PageSize: size, Total: positions.Len()})
	})
}

// listOf returns the answer that shows the rows at these positions.
func listOf[R, T any](
	ex *Exchange, t *model.Table[*R], positions []int32, as shown[R, T], answer func([]T) any,
) any {
	forms := make([]*store.Form, 0, len(positions))
	for _, pos := range positions {
		form := formOf(ex, t.CellAt(pos), &as)
		if form == nil {
			return answer(viewed(ex, t.RowsAt(positions), &as))
		}
		forms = append(forms, form)
	}
	empty, err := ex.Encoder.Frame(answer([]T{}))
	return keptList{empty, err, forms}
}

// viewed returns the views of rows.
func viewed[R, T any](ex *Exchange, rows []*R, as *shown[R, T]) []T {
	s, views := ex.Store.Reader(), []T{}
	for _, r := range rows {
		views = append(views, as.view(s, r))
	}
	ex.assumeAlso(s.Assumed)
	return views
}

// formOf returns the stored encoding of a row. It returns nil if encodings are not stored, because the version still
// changes, the server keeps no encodings, or the account sees only some events. It also returns nil for a row that
// cannot be encoded.
func formOf[R, T any](ex *Exchange, c *store.Cell, as *shown[R, T]) *store.Form {
	if ex.Store.Sealed == nil || !ex.Keeper.Keeps() || ex.events != nil {
		return nil
	}
	key := store.FormKey{Of: ex.Encoder.Number, Variety: uint64(as.in)}
	form := c.Kept.Find(key, ex.Store.Sealed)
	if form == nil {
		form = newForm(ex, c, as, key)
	}
	if form != nil {
		ex.assumeAlso(form.Note.(*assumption.Set)) //nolint:forcetypeassert // as newForm makes it
	}
	return form
}

// newForm encodes a row and keeps the encoding.
func newForm[R, T any](ex *Exchange, c *store.Cell, as *shown[R, T], key store.FormKey) *store.Form {
	s := ex.Store.Reader()
	data, err := ex.Encoder.Element(as.name, as.view(s, store.RowOf[*R](c)))
	if err != nil {
		return nil
	}
	form := store.NewForm(key, bytes.Clone(data), s.Assumed, s.Read, ex.Store.Sealed)
	ex.Keeper.Keep(&c.Kept, form)
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
