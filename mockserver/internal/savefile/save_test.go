package savefile

import (
	"bufio"
	"hash/crc32"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestARowThatNoReaderTakes: a file with a longer line could not be opened again.
func TestARowThatNoReaderTakes(t *testing.T) {
	const length = len(`{"teams":{}}` + "\n")
	add := func(most int) error {
		l := &lineWriter{out: bufio.NewWriter(io.Discard), sum: crc32.New(checksums()), most: most}
		l.add("teams", []byte(`{}`))
		return l.err
	}
	require.NoError(t, add(length))
	require.EqualError(t, add(length-1), "teams: a row takes 13 bytes: expected at most 12")
}
