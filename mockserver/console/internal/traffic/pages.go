// Package traffic has the pages about the requests to a mock and its answers: the requests in the journal, the
// faults, the assumptions that answers rely on, and the interface itself. Add a row to Pages for a new page of this
// kind.
package traffic

import "github.com/tourney-go/tourney/mockserver/console/internal/view"

// Pages returns the pages of this area.
func Pages() view.Table {
	return view.Table{
		{Path: view.FirstPage, Title: "Requests", Load: loadRequests},
		{Path: "requests/{number}", Title: "Request", Load: loadRequests},
		{Path: "faults", Title: "Faults", Load: loadFaults, Posts: view.Posts{
			"faults/add": addFault, "faults/clear": clearFaults, "faults/{id}/remove": removeFault,
		}},
		{Path: assumptionsPath, Title: "Assumptions", Load: loadAssumptions},
		{Path: apiIndex, Title: "API", Load: loadAPI},
		{Path: apiOperations + "{id}", Title: "Operation", Load: loadOperation},
		{Path: apiSchemas + "{name}", Title: "Schema", Load: loadSchema},
	}
}
