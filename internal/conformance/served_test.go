package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

const mockReadme = root + "/mockserver/README.md"

// servedTable has a line for every operation that the mock serves, under the name that faults and the journal use.
func servedTable(t *testing.T) string {
	t.Helper()
	srv, err := mockserver.New(tourney.MultiSport)
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("| name | requests | section | after `Strict` |\n|---|---|---|---|\n")
	for _, op := range contract.Operations() {
		require.Equal(t, "yes", mockRoutes(t, srv, op))
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", op.ID, requestsOf(op), op.Section, shownFor(op))
	}
	return b.String()
}

// requestsOf lists the methods and paths of an operation.
func requestsOf(op *contract.Operation) string {
	query := ""
	if op.ByID {
		query = "?id="
	}
	requests := []string{"`" + op.Method + " " + contract.BasePath + op.Path + query + "`"}
	for _, alias := range op.Aliases {
		requests = append(requests, "`"+alias.Path+query+"`")
	}
	return strings.Join(requests, ", ")
}

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
