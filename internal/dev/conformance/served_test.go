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
	tools, parts, found := strings.Cut(tools, "\n| part |")
	require.True(t, found)
	server := methodsOf(reflect.TypeFor[*mockserver.Server]())
	require.ElementsMatch(t, slices.Concat(optionsOfTheMock(t), server, []string{"Remote"}), namesIn(tools))
	for field := range reflect.TypeFor[mockserver.World]().Fields() {
		if field.IsExported() {
			require.Contains(t, parts, field.Name)
			require.Subset(t, namesIn(parts), methodsOf(field.Type), field.Name)
		}
	}
}

// namesIn returns the names in a text that are marked as code.
func namesIn(text string) (names []string) {
	for _, name := range regexp.MustCompile("`([A-Z]\\w*)`").FindAllStringSubmatch(text, -1) {
		names = append(names, name[1])
	}
	return names
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
	require.Greater(t, len(names), 20)
	return names
}

func methodsOf(of reflect.Type) (names []string) {
	for method := range of.Methods() {
		names = append(names, method.Name)
	}
	return names
}
