package model

import "slices"

// Belonging is a row that may belong to events.
type Belonging interface{ BelongsTo(events []int64) bool }

// inOne reports whether one of ids is in events. It is true if events is empty, and if no id is set.
func inOne(events []int64, ids ...int64) bool {
	ids = slices.DeleteFunc(ids, func(id int64) bool { return id == 0 })
	isOne := func(id int64) bool { return slices.Contains(events, id) }
	return len(events) == 0 || len(ids) == 0 || slices.ContainsFunc(ids, isOne)
}
