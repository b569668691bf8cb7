package console

// pager has the links to other pages of a table, "" for none.
type pager struct{ Newer, Older, Shown string }
