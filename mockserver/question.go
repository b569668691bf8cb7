package mockserver

// questionKey is a GET without its header.
type questionKey struct{ path, query string }

// question is what the server makes of a GET before it looks at its rows. That depends on nothing but the path and the
// query, so a question that is asked again is understood already. Nothing but its answers changes.
type question struct {
	query   query
	route   route
	input   any
	ignored []string
	assumed *assumed // beyond the assumptions of the route

	json, xml *pastAnswers // apart, because the memory of kept answers can outlive the question
}

// in returns what the server knows of its answers in a format.
func (q *question) in(f *format) *pastAnswers {
	if f == inXML {
		return q.xml
	}
	return q.json
}

// maxRememberedQuery bounds the bytes of a query that is remembered.
const maxRememberedQuery = 512
