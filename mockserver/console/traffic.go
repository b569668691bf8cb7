package console

// trafficPages returns the pages of a console: each console keeps the faults of its own that are turned off.
func trafficPages() table {
	off := &offRules{}
	return table{
		{Path: firstPage, Title: "Requests", Rail: railRequests, Load: loadRequests},
		{Path: "requests/{number}", Title: "Request", Under: firstPage, Load: loadRequests},
		{Path: "faults", Title: "Faults", Rail: railFaults, Load: off.loadFaults, Posts: posts{
			"faults/add": addFault, "faults/clear": clearFaults, "faults/{id}/off": off.turnFaultOff,
			"faults/{id}/remove": removeFault, "faults/off/{id}/on": off.turnFaultOn,
			"faults/off/{id}/forget": off.forgetFault,
		}},
		{Path: assumptionsPath, Title: "Assumptions", Rail: railAssumptions, Load: loadAssumptions},
		{Path: apiIndex, Title: "API", Rail: railAPI, Load: loadAPI},
		{Path: apiOperations + "{id}", Title: "Operation", Under: apiIndex, Load: loadOperation},
		{Path: apiSchemas + "{name}", Title: "Schema", Under: apiIndex, Load: loadSchema},
	}
}
