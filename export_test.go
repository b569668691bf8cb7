package tourney

// ByID is the parameter struct of the detail operations, which callers never see.
type ByID = byID
