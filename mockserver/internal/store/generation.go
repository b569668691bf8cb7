package store

// Generation identifies the rows of a table: two tables of one generation have the same rows. The first change after a
// fork begins a generation, so the forks of a version have different ones as soon as they differ.
type Generation struct{ of *owner }

// Generation returns the present generation. Tables that never changed have the zero Generation, and no rows.
func (h *hold) Generation() Generation { return Generation{h.last} }
