// Package record sees a Go struct as named members. It decides once per type how every member is found,
// read and written; the syntaxes (JSON, XML, and the Node that requests pass through) then share that
// decision, and with it one tolerance for numbers carried as text, for blanks and for nulls, one place
// for unknown members, and one form of error.
//
// Start at PlanOf for a struct type and at ShapeOf for any type. The syntaxes read tokens and hand them
// to Shape.Set; they own white space, escapes and nesting, and nothing else.
//
// Members are named by the standard json tags. A field without a tag goes by its Go name. The fields of
// an embedded struct without a name in its tag belong to the struct around it, under Go's own rules of
// promotion. Two things are not as in encoding/json: an embedded struct that is not exported, but named by its
// tag, is refused, and the fields behind an embedded pointer to one that is not exported do not exist.
package record
