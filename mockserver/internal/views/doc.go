// Package views joins rows into the resources that the interface has: a team with its division and pools, a game with
// the present names of its sides. It reads rows only through a model.Reader, which records what a view depends on. It
// uses no request and no format. A new member of a resource is a field of package tourney and a row of
// internal/contract. It needs code here only if it is computed, hidden or requested by an include, or if a summary
// shows it, because summaries list their members.
package views
