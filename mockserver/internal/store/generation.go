package store

// Generation identifies the rows of a table: two tables of one generation have the same rows. The first change after a
// fork begins a generation, so the forks of a version have different ones as soon as they differ. The zero Generation
// is that of a table without rows that nothing changed.
type Generation struct{ of *mark }

// mark has an address that tells generations apart.
type mark struct{ _ byte } // not empty, so that each has an address of its own

func newGeneration() Generation { return Generation{new(mark)} }
