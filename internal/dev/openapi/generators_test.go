package openapi

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
)

// generators are the tools of go.mod that make a Go client of a document, by the folder of the client's test.
var generators = map[string]func(document, folder string) []string{
	"oapicodegen": func(document, folder string) []string {
		return []string{"oapi-codegen", "-package", "oapicodegen", "-generate", "types,client",
			"-o", filepath.Join(folder, "client.go"), document}
	},
	"ogen": func(document, folder string) []string {
		return []string{"ogen", "-config", "ogen/ogen.yml", "-package", "ogen", "-target", folder, document}
	},
}

// TestGenerators: the client that each generator makes of a document compiles, and speaks to a mock. Its code is made in
// a folder that goes away. The step openapi of .ci/run asks for it, where the tools can be downloaded.
func TestGenerators(t *testing.T) {
	if os.Getenv("TOURNEY_GENERATORS") == "" {
		t.Skip("set TOURNEY_GENERATORS to generate clients")
	}
	srv := mockserver.Start(t, tourney.Soccer)
	t.Setenv("MOCK", srv.URL()+contract.BasePath)
	t.Setenv("EVENT", strconv.FormatInt(srv.Events.All()[0].ID, 10))
	for name, args := range generators {
		t.Run(name, func(t *testing.T) {
			srv.Reset()
			folder := t.TempDir()
			document := filepath.Join(folder, "soccer.json")
			require.NoError(t, os.WriteFile(document, srv.Schema(mockserver.SchemaOpenAPIJSON), 0o600))
			command(t, append([]string{"tool"}, args(document, folder)...)...)
			command(t, "test", "-count", "1", "-tags", "generated", "-overlay", overlay(t, name, folder), "./"+name)
		})
	}
}

// overlay writes a file for the option -overlay. With it the code in a folder is in another folder of this module, beside
// the test of the client.
func overlay(t *testing.T, name, folder string) string {
	t.Helper()
	code, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, code)
	replace := map[string]string{}
	for _, file := range code {
		replace[filepath.Join(name, filepath.Base(file))] = file
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	file := filepath.Join(folder, "overlay.json")
	require.NoError(t, os.WriteFile(file, data, 0o600))
	return file
}

// command runs the program go.
func command(t *testing.T, args ...string) {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput()
	require.NoError(t, err, "%s", said)
}
