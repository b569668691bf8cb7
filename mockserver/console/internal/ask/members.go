package ask

import (
	"net/http"

	"github.com/tourney-go/tourney/internal/check"
)

// MaxMembers bounds how many values a page lists.
const MaxMembers = 500

// MembersIn returns the values in a text of JSON, with their names: paths of names with points and indexes. It returns
// nil if the text is not JSON.
func MembersIn(data []byte) []check.Parameter {
	return check.Asked{Method: http.MethodPost, Body: string(data)}.Parameters()
}
