package stored

import "github.com/tourney-go/tourney"

// Query selects the rows that a method such as Teams.Page returns: the rows that fit all fields that are set. A method
// panics when a field is set that does not select its rows.
type Query struct {
	Limit int    // rows at most; 0 for no limit
	After int64  // Page.Next of the previous page; 0 for the first page
	Text  string // the id of a row, or a part of its name in any letter case; of a game, of the name of a side

	EventID    int64        // 0 for all events; of divisions, teams, players, venues and games
	DivisionID int64        // 0 for all divisions; of teams, players and games
	TeamID     int64        // 0 for all teams; of players and games
	Day        tourney.Date // of games; zero for all days
	From, To   tourney.Date // the first and the last day of games; zero for no bound
}

// Page is a page of rows, in the order in which the rows were added.
type Page[T any] struct {
	Rows  []T
	Next  int64 // for Query.After; 0 when no rows are left
	Total int   // rows of all pages; -1 when the server would have to read each row to count them
}
