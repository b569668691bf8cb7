package store

// owner marks the nodes that one table or map made since its last fork. It changes these nodes in place and copies all
// others first, because its forks share them.
type owner struct{ _ byte } // not empty, so that every owner has an address of its own

// hold is the owner that a table or map works as. It has none after a fork, until it writes again.
type hold struct {
	by   *owner
	last *owner // the last one, also of the table that this is a fork of
}

// owner returns the present owner.
func (h *hold) owner() *owner {
	if h.by == nil {
		h.by = new(owner)
		h.last = h.by
	}
	return h.by
}

// release ends the ownership of all nodes. It writes nothing when there is no owner, so that goroutines can fork the
// same table at the same time.
func (h *hold) release() {
	if h.by != nil {
		h.by = nil
	}
}

// withRoom returns a copy of a list with room for more items.
func withRoom[T any](list []T, more int) []T { return append(make([]T, 0, len(list)+more), list...) }
