// Package views joins rows into the resources that the interface has: a team with its division and pools, a game with
// the present names of its sides. It reads rows through a model.Reader alone, which notes what a view depends on. It
// knows no request and no format. A member of a resource is a field of package tourney and a row of internal/contract:
// it is shown without a line here, unless it is computed, hidden or asked for by an include, or a summary has it:
// summaries list their members.
package views
