package jsoncodec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// TestNamesAreMadeOnce: the objects of a list share the names of their members, also when two names have one place.
func TestNamesAreMadeOnce(t *testing.T) {
	const first, second = "ab", "qb" // have one place
	text := `[{"` + first + `":1,"` + second + `":2,"":3},{"` + second + `":4,"` + first + `":5,"":6}]`
	n, err := jsoncodec.ParseNode([]byte(text), jsoncodec.Limits{})
	require.NoError(t, err)
	var members []string
	for _, item := range n.Items {
		for _, m := range item.Members {
			members = append(members, m.Name+"="+m.Node.Text)
		}
	}
	require.Equal(t, []string{"ab=1", "qb=2", "=3", "qb=4", "ab=5", "=6"}, members)

	cost := func(name string) float64 {
		body := []byte("[" + strings.Repeat(`{"`+name+`":null},`, 20) + "null]")
		return testing.AllocsPerRun(10, func() {
			_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
			require.NoError(t, err)
		})
	}
	require.InDelta(t, cost("")+1, cost("FirstName"), 0)
}
