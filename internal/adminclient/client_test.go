package adminclient_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/adminclient"
)

// endless is a body that never ends.
type endless struct{}

func (endless) Read(to []byte) (int, error) { return len(to), nil }

func (endless) Close() error { return nil }

func TestReadOfAnEndlessAnswer(t *testing.T) {
	err := adminclient.Read(&http.Response{Body: endless{}}, new(any))
	require.EqualError(t, err, "the answer of the admin API is longer than 256 MiB")
}
