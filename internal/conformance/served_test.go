package conformance

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/mockserver"
)

const mockReadme = root + "/mockserver/README.md"

// TestMockReadmeNamesEverything: every option and every method of a server is on the page of the mock, and the page
// names no other.
func TestMockReadmeNamesEverything(t *testing.T) {
	text, err := os.ReadFile(mockReadme)
	require.NoError(t, err)
	require.LessOrEqual(t, strings.Count(string(text), "\n"), 200)
	_, tools, found := strings.Cut(string(text), "\n## What a test can do\n")
	require.True(t, found)
	tools, _, _ = strings.Cut(tools, "\n## ")
	var named []string
	for _, name := range regexp.MustCompile("`([A-Z]\\w*)`").FindAllStringSubmatch(tools, -1) {
		named = append(named, name[1])
	}
	require.ElementsMatch(t, slices.Concat(optionsOfTheMock(t), methodsOfTheMock(), []string{"Remote"}), named)
}

// optionsOfTheMock returns the names of the functions that return an Option, a DataOption, a SaveOption or a RemoteOption.
func optionsOfTheMock(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(root + "/mockserver/*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, f := range regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(.*\) (?:Data|Save|Remote)?Option \{`).FindAllSubmatch(source, -1) {
			names = append(names, string(f[1]))
		}
	}
	require.Greater(t, len(names), 30)
	return names
}

func methodsOfTheMock() (names []string) {
	server := reflect.TypeFor[*mockserver.Server]()
	for method := range server.Methods() {
		names = append(names, method.Name)
	}
	return names
}
