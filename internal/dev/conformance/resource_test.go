package conformance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// besideTheResource are the files that name the venues although a new resource does not touch them, with the reasons.
var besideTheResource = map[string]string{
	"cmd/tourney/texts.go":                                     "generated",
	"internal/clienttest/calls.go":                             "tests call the list of venues as an example of a read",
	"internal/clienttest/logins.go":                            "as calls.go",
	"internal/dev/conformance/suite/mistakes.go":               "as calls.go",
	"internal/dev/conformance/suite/traffic.go":                "reads rows of more kinds, so a kind without a line is read less",
	"mockserver/console/internal/state/overview.go":            "the order of the counts; other kinds come after these",
	"mockserver/console/internal/tournament/schedule.go":       "lists games by venue",
	"mockserver/console/internal/tournament/schedule_templ.go": "generated",
	"mockserver/internal/mocktest/dump.go":                     "as traffic.go",
	"mockserver/internal/mocktest/helper.go":                   "makes venues for tests of venues",
	"mockserver/internal/mocktest/send.go":                     "as calls.go",
	"mockserver/internal/mocktest/world.go":                    "as helper.go",
}

// TestResourcePage: "Add a resource" counts its files, and names files and tests that are there. Every file that names
// the venues, which are its example, is on the page.
func TestResourcePage(t *testing.T) {
	text, err := os.ReadFile(root + "/.github/CONTRIBUTING.md")
	require.NoError(t, err)
	_, page, found := strings.Cut(string(text), "\n## Add a resource\n")
	require.True(t, found)
	count := len(regexp.MustCompile(`(?m)^\| \d+ \|`).FindAllString(page, -1))
	require.Contains(t, page, fmt.Sprintf("\n| %d | ", count), "the rows have the numbers 1, 2, 3 …")
	require.Contains(t, page, fmt.Sprintf("touches %d files", count))
	require.LessOrEqual(t, count, 23)
	tests := testNames(t)
	for _, name := range regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(page, -1) {
		require.Contains(t, tests, name[1])
	}
	var files []string
	for _, name := range regexp.MustCompile("(?m)^\\|(?: \\d+ \\|)? `([^`]+)` \\|").FindAllStringSubmatch(page, -1) {
		require.True(t, exists(filepath.Join(root, name[1])), name[1])
		files = append(files, name[1])
	}
	for _, path := range filesNaming(t, regexp.MustCompile(`(?i)venues`)) {
		if besideTheResource[path] == "" {
			require.Contains(t, files, path)
		}
	}
}

// filesNaming returns the files of Go, without tests, in which a name or a text matches a pattern.
func filesNaming(t *testing.T, pattern *regexp.Regexp) (files []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if namedIn(file, pattern) {
			name, err := filepath.Rel(root, path)
			files = append(files, filepath.ToSlash(name))
			return err
		}
		return nil
	}))
	require.Greater(t, len(files), 20)
	return files
}

func namedIn(file *ast.File, pattern *regexp.Regexp) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || pattern.MatchString(n.Name)
		case *ast.BasicLit:
			found = found || pattern.MatchString(n.Value)
		}
		return !found
	})
	return found
}
