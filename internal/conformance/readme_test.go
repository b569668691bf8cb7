package conformance

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeCode holds the Go code of the README to code that is compiled and run.
func TestReadmeCode(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	var source []byte
	for _, file := range []string{"../../readme_example_test.go", "../../otel/readme_example_test.go"} {
		code, err := os.ReadFile(file)
		require.NoError(t, err)
		source = append(source, code...)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, blocks)
	for _, block := range blocks {
		require.Contains(t, unindented(string(source)), unindented(block[1]))
	}
}

func unindented(code string) string {
	lines := strings.Split(code, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return strings.Join(lines, "\n")
}
