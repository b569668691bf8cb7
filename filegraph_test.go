package tourney_test

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkedFiles is a package with the types of its files, without tests, and the objects that each file uses.
type checkedFiles struct {
	pkg    *types.Package
	files  []*ast.File
	tokens *token.FileSet
	uses   map[*ast.Ident]types.Object
}

// checkedBefore are the results of checkFolder: a check of all types takes a second.
var checkedBefore = map[string]*checkedFiles{}

func checkFolder(t *testing.T, folder string) *checkedFiles {
	t.Helper()
	if before := checkedBefore[folder]; before != nil {
		return before
	}
	exports, err := exportData()
	require.NoError(t, err)
	c := &checkedFiles{tokens: token.NewFileSet(), uses: map[*ast.Ident]types.Object{}}
	c.files = parseFolder(t, c.tokens, folder)
	config := types.Config{Importer: importer.ForCompiler(c.tokens, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	c.pkg, err = config.Check(path.Join(module, folder), c.tokens, c.files, &types.Info{Uses: c.uses})
	require.NoError(t, err)
	checkedBefore[folder] = c
	return c
}

// fileUses returns, for each file of a package, the objects of other files that it uses, by file.
func fileUses(t *testing.T, folder string) map[string]map[string]map[string]bool {
	t.Helper()
	c := checkFolder(t, folder)
	at := func(pos token.Pos) string { return filepath.Base(c.tokens.Position(pos).Filename) }
	uses := map[string]map[string]map[string]bool{}
	for _, file := range c.files {
		uses[at(file.Pos())] = map[string]map[string]bool{}
	}
	for ident, object := range c.uses {
		from, to := at(ident.Pos()), at(object.Pos())
		if object.Pkg() != c.pkg || from == to || uses[from] == nil || uses[to] == nil || isInterfaceMethod(object) {
			continue
		}
		if uses[from][to] == nil {
			uses[from][to] = map[string]bool{}
		}
		uses[from][to][object.Name()] = true
	}
	return uses
}

func isInterfaceMethod(object types.Object) bool {
	method, ok := object.(*types.Func)
	return ok && method.Signature().Recv() != nil && types.IsInterface(method.Signature().Recv().Type())
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

// walked are the packages whose files ARCHITECTURE.md walks through.
var walked = []string{".", "mockserver", "internal/transport"}

// exportData finds the compiler's export data of the packages that the walked packages import.
var exportData = sync.OnceValues(func() (map[string]string, error) {
	list := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, folder := range walked {
		list = append(list, "./"+folder)
	}
	out, err := exec.CommandContext(context.Background(), "go", list...).Output()
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[name] = file
	}
	return exports, err
})

// TestFilesStandOnTheirFloor: ARCHITECTURE.md lists every file of the root package once, and a file uses files of its own
// floor and of lower ones.
func TestFilesStandOnTheirFloor(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n## The root's files from the ground up\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	_, section, _ = strings.Cut(section, "\n1. ")
	section, _, _ = strings.Cut(section, "\n\n")
	floorOf := map[string]int{}
	for i, line := range regexp.MustCompile(`\n\d\. `).Split(section, -1) {
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(line, -1) {
			require.NotContains(t, floorOf, name[1])
			require.FileExists(t, name[1])
			floorOf[name[1]] = i + 1
		}
	}
	uses := fileUses(t, ".")
	for from := range uses {
		require.Contains(t, floorOf, from)
		for to, objects := range uses[from] {
			require.LessOrEqual(t, floorOf[to], floorOf[from], "%s uses %s of %s", from, slices.Sorted(maps.Keys(objects)), to)
		}
	}
}

// TestArchitectureNamesWhatExists: every Go file that ARCHITECTURE.md names is in the root package or in one of the packages
// whose files it walks through.
func TestArchitectureNamesWhatExists(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	require.NoError(t, err)
	names := regexp.MustCompile("`([a-z_/]+\\.go)`").FindAllStringSubmatch(string(text), -1)
	require.Greater(t, len(names), 50)
	for _, name := range names {
		there := slices.ContainsFunc(walked, func(folder string) bool {
			_, err := os.Stat(filepath.Join(folder, name[1]))
			return err == nil
		})
		require.True(t, there, name[1])
	}
}
