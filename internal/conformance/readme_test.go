package conformance

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadmeCode holds the Go code of the README, and of the pages of docs, to code that is compiled and run.
func TestReadmeCode(t *testing.T) {
	for page, files := range map[string][]string{
		readme:                 {"../../readme_example_test.go", "../../otel/readme_example_test.go"},
		"../../docs/errors.md": {"../../errors_example_test.go"},
	} {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		var source []byte
		for _, file := range files {
			code, err := os.ReadFile(file)
			require.NoError(t, err)
			source = append(source, code...)
		}
		blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
		require.NotEmpty(t, blocks)
		for _, block := range blocks {
			require.Contains(t, unindented(string(source)), unindented(block[1]), page)
		}
	}
}

func unindented(code string) string {
	lines := strings.Split(code, "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], "\t")
	}
	return strings.Join(lines, "\n")
}
