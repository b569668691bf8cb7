package codectest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// XMLLint runs xmllint to check bodies against a type of an XML Schema. It returns the output of xmllint.
func XMLLint(t *testing.T, schema []byte, element, typeName string, bodies ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "types.xsd"), schema, 0o600))
	root := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="types.xsd"/>` +
		`<xs:element name="` + element + `" type="` + typeName + `"/></xs:schema>`
	file := filepath.Join(dir, "root.xsd")
	require.NoError(t, os.WriteFile(file, []byte(root), 0o600))
	args := append([]string{"--noout", "--schema", file}, bodies...)
	//nolint:gosec // the test wrote the files
	said, err := exec.CommandContext(t.Context(), "xmllint", args...).CombinedOutput()
	return string(said), err
}

// WantXMLLint skips a test on a machine without xmllint.
func WantXMLLint(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("*** NO XMLLINT: no body is compared with the XML Schemas")
	}
}
