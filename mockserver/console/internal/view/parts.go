package view

// Pager has the links to newer and older pages of a table, "" for no link, and a text about the rows that this page
// shows.
type Pager struct{ Newer, Older, Shown string }
