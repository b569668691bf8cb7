package contract

// venueParams and venueListParams are section 4.13.
var (
	venueParams     = []Param{idRow}
	venueListParams = []Param{{Name: "eventid", Type: Integer, Min: 1}}
)
