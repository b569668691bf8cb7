package house

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkedBefore are the results of checkFolder: a check of all types takes a second.
var checkedBefore = map[string]*types.Package{}

// checkFolder returns a package with its types, also those that it does not export.
func checkFolder(t *testing.T, folder string) *types.Package {
	t.Helper()
	if before := checkedBefore[folder]; before != nil {
		return before
	}
	exports, err := exportData()
	require.NoError(t, err)
	tokens := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(tokens, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	pkg, err := config.Check(path.Join(module, folder), tokens, parseFolder(t, tokens, folder), nil)
	require.NoError(t, err)
	checkedBefore[folder] = pkg
	return pkg
}

// parseFolder returns the files of a package that build on this system, without tests.
func parseFolder(t *testing.T, tokens *token.FileSet, folder string) (files []*ast.File) {
	t.Helper()
	packages := goList(t)
	i := slices.IndexFunc(packages, func(p listed) bool { return p.ImportPath == path.Join(module, folder) })
	require.GreaterOrEqual(t, i, 0, folder)
	for _, name := range packages[i].GoFiles {
		file, err := parser.ParseFile(tokens, filepath.Join(folder, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, file)
	}
	return files
}

// exportData finds the compiler's export data of the packages that the mock imports.
var exportData = sync.OnceValues(func() (map[string]string, error) {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	args = append(args, "./mockserver/...", "./mockserver/console/...")
	out, err := exec.CommandContext(context.Background(), "go", args...).Output()
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[name] = file
	}
	return exports, err
})
