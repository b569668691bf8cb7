// Package views makes the resources of the interface from several rows, such as a team with its division and pools, or
// a game with the present names of its sides. It reads rows only through a model.Reader, which records what a view
// depends on. It uses neither requests nor formats. A new member of a resource is a field of package tourney and a row
// of internal/contract. It needs code here only if it is computed, hidden or requested by an include, or if a summary
// shows it, because summaries list their members.
package views
