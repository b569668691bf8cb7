package contract

// venueParams and venueListParams are section 4.13.
var (
	venueParams     = []Param{detailRow}
	venueListParams = []Param{{Name: "eventid", Type: Integer}}
)
