package view

// Pager has the links to other pages of a table, "" for none.
type Pager struct{ Newer, Older, Shown string }
