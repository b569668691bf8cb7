package house

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// callsOfAll returns a package that calls every method of some types, and uses some names.
func callsOfAll(types []reflect.Type, names ...string) string {
	var b strings.Builder
	b.WriteString("package importer\n\nvar (\n")
	for _, name := range names {
		fmt.Fprintf(&b, "\t_ = %s\n", name)
	}
	b.WriteString(")\n")
	for i, of := range types {
		fmt.Fprintf(&b, "\nfunc calls%d(of %s) {\n", i, of)
		for method := range of.Methods() {
			var given []string
			for i := 1; i < method.Type.NumIn(); i++ {
				if i < method.Type.NumIn()-1 || !method.Type.IsVariadic() {
					given = append(given, fmt.Sprintf("*new(%s)", method.Type.In(i)))
				}
			}
			fmt.Fprintf(&b, "\tof.%s(%s)\n", method.Name, strings.Join(given, ", "))
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// TestImportersStaySmall: the compiler of a package that names a type takes in all types that the type reaches, and
// compiles the methods of generic ones anew. Inlined methods reach the types in their bodies. So the size of a package
// that calls every method shows what each build of a user's package costs.
func TestImportersStaySmall(t *testing.T) {
	const kib = 1 << 10
	client := []reflect.Type{reflect.TypeFor[*tourney.Client]()}
	for field := range reflect.TypeFor[tourney.Client]().Fields() {
		if field.IsExported() {
			client = append(client, field.Type)
		}
	}
	mock := []reflect.Type{
		reflect.TypeFor[*mockserver.Server](), reflect.TypeFor[*mockserver.World](), reflect.TypeFor[*mockserver.Clock](),
		reflect.TypeFor[*fault.Armed](), reflect.TypeFor[*mockserver.Snapshot](),
	}

	for name, tt := range map[string]struct {
		source string
		most   int64
	}{
		"a client": {callsOfAll(client, "tourney.New"), 512 * kib},
		"a mock":   {callsOfAll(mock, "mockserver.Start", `mockserver.Scenario("empty")`, "admin.Serve()"), 3 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			source, archive := filepath.Join(folder, "importer.go"), filepath.Join(folder, "importer.a")
			var imports []string
			for name, path := range map[string]string{
				"tourney": module, "mockserver": module + "/mockserver", "fault": module + "/mockserver/fault",
				"admin": module + "/mockserver/admin",
				"feed":  module + "/mockserver/feed", "context": "context", "fs": "io/fs", "http": "net/http",
				"io": "io", "time": "time", "tls": "crypto/tls", "testing": "testing",
			} {
				if strings.Contains(tt.source, name+".") {
					imports = append(imports, fmt.Sprintf("import %q\n", path))
				}
			}
			whole := strings.Replace(tt.source, "\n\n", "\n\n"+strings.Join(imports, "")+"\n", 1)
			require.NoError(t, os.WriteFile(source, []byte(whole), 0o600))
			out, err := exec.CommandContext(t.Context(), "go", "build", "-o", archive, source).CombinedOutput()
			require.NoError(t, err, "%s\n%s", out, whole)
			built, err := os.Stat(archive)
			require.NoError(t, err)
			require.LessOrEqual(t, built.Size(), tt.most)
		})
	}
}
