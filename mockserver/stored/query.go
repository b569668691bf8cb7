package stored

import "github.com/tourney-go/tourney"

// Query selects the rows that a method such as Teams.Page returns: the rows that match every field that is set. The
// method panics if a set field cannot select rows of its kind, such as Day for teams.
type Query struct {
	Limit int    // the largest number of rows; 0 for no limit
	After int64  // Page.Next of the previous page; 0 for the first page
	Text  string // the id of a row, or a part of its name in any letter case; for games, a part of a side's name

	EventID    int64        // 0 for all events; selects divisions, teams, players, venues and games
	DivisionID int64        // 0 for all divisions; selects teams, players and games
	TeamID     int64        // 0 for all teams; selects players and games
	Day        tourney.Date // selects games; zero for all days
	From, To   tourney.Date // the first and the last day of the selected games; zero for no bound
}

// Page is a page of rows, in the order in which the rows were added.
type Page[T any] struct {
	Rows  []T
	Next  int64 // the Query.After for the next page; 0 when no rows are left
	Total int   // the number of rows of all pages; -1 when the server would have to read each row to count them
}
