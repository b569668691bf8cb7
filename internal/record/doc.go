// Package record describes a Go struct as named members. It decides once per type how each member is found, read and
// written. JSON, XML and node.Node share that decision, and so they share the tolerance for numbers in text, for blanks
// and for nulls, the place for unknown members, and the form of errors.
//
// Start at PlanOf for a struct type and at ShapeOf for any type. The syntaxes read tokens and hand them to Shape.Set.
// They own white space, escapes and nesting, and nothing else.
//
// The standard json tags name the members. A field without a tag has its Go name. The fields of an embedded struct
// without a name in its tag belong to the struct around it, under Go's rules of promotion. Two rules differ from
// encoding/json. An embedded struct that is not exported must not have a name in its tag. The fields behind an embedded
// pointer to a struct that is not exported do not exist.
package record
