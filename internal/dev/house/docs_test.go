package house

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

// TestErrorsDocumentNamesWhatThereIs: every Go name in the page is a name of the package, or of a member.
func TestErrorsDocumentNamesWhatThereIs(t *testing.T) {
	t.Chdir(root)
	text, err := os.ReadFile(filepath.Join("docs", "errors.md"))
	require.NoError(t, err)
	names := map[string]bool{}
	sources(t, func(_ string, file *ast.File, _ *token.FileSet) {
		ast.Inspect(file, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				names[name.Name] = true
			}
			return true
		})
	})
	for _, op := range contract.Operations() {
		names[op.Result] = true
	}
	for _, name := range regexp.MustCompile("`([A-Za-z]+)`").FindAllStringSubmatch(string(text), -1) {
		require.True(t, names[name[1]] || strings.ToUpper(name[1]) == name[1], "%s: nothing is called that", name[1])
	}
}
