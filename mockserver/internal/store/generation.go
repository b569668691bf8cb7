package store

// Generation identifies the rows of a table: two tables with the same generation have the same rows. The first change
// after a fork begins a new generation, so forks have different generations as soon as their rows differ. The zero
// Generation belongs to a table without rows that was never changed.
type Generation struct{ of *mark }

// mark gives each generation an address that no other generation has.
type mark struct{ _ byte } // not empty, so that each has an address of its own

func newGeneration() Generation { return Generation{new(mark)} }
