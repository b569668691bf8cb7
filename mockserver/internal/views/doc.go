// Package views makes what answers show from several rows: the resources of the interface, such as a team with its
// division and pools, or a game with the present names of its sides, and standings and leaders. It uses neither
// requests nor formats.
//
// A resource reads rows only through a model.Reader, which records what a view depends on. A new member of a resource
// is a field of package tourney and a row of internal/contract. It needs code here only if it is computed, hidden or
// requested by an include, or if a summary shows it, because summaries list their members. To add a column of standings
// that shows a known figure, add a row to internal/contract/variants.go, or for one host an entry to
// mockserver.Profile.Columns. Groupings are in lists.go, figures and the order of teams in tally.go, leaders in
// leaders.go.
package views
