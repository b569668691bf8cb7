// Package views joins rows into the resources that the interface has: a team with its division and pools, a game with
// the present names of its sides. It reads rows through a model.Reader alone, which notes what a view depends on. It
// knows no request and no format. A new member of a resource that is shown goes here; one that a request sets goes to
// package handlers.
package views
