package mockserver

// questionKey is a GET without its header.
type questionKey struct{ path, query string }

// question is what the server makes of a GET before it looks at its rows. That depends on nothing but the path and the
// query, so a question that is asked again is understood already. Nothing changes it.
type question struct {
	query   query
	route   route
	input   any
	ignored []string
	assumed *assumed // beyond the assumptions of the route
}

// maxRememberedQuery bounds the bytes of a query that is remembered.
const maxRememberedQuery = 512
