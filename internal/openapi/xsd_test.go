package openapi

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
)

func TestXMLSchemasAreCurrent(t *testing.T) {
	for _, v := range contract.Variants() {
		written(t, root+"/docs/openapi/"+v.Name+".xsd", XSD(v))
	}
}

// Lint has xmllint compare bodies with a type of a variant. It returns what xmllint says.
func Lint(t *testing.T, v *contract.Variant, element, typeName string, bodies ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "types.xsd"), XSD(v), 0o600))
	schema := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="types.xsd"/>` +
		`<xs:element name="` + element + `" type="` + typeName + `"/></xs:schema>`
	file := filepath.Join(dir, "root.xsd")
	require.NoError(t, os.WriteFile(file, []byte(schema), 0o600))
	args := append([]string{"--noout", "--schema", file}, bodies...)
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

// TestFixturesAreValidXML has xmllint compare every fixture in XML with the schema of its variant.
func TestFixturesAreValidXML(t *testing.T) {
	WantXMLLint(t)
	count := 0
	for _, v := range contract.Variants() {
		for _, op := range contract.Operations() {
			if !op.Shown.Has(v) {
				continue
			}
			for _, kind := range []struct{ file, element, suffix string }{
				{"request", "Request", "Request"}, {"response", "Response", "Answer"},
			} {
				var files []string
				for _, base := range []string{"wire", "observed"} {
					more, err := filepath.Glob(root + "/testdata/" + base + "/" + folders[op.ID] + "/" + v.Name + ".*" + kind.file + ".xml")
					require.NoError(t, err)
					files = append(files, more...)
				}
				if len(files) == 0 {
					continue
				}
				count += len(files)
				said, err := Lint(t, v, kind.element, strings.ReplaceAll(op.ID, ".", "")+kind.suffix, files...)
				require.NoError(t, err, said)
			}
		}
	}
	require.Greater(t, count, 80)
}

func TestErrorsAreValidXML(t *testing.T) {
	WantXMLLint(t)
	files, err := filepath.Glob(root + "/testdata/wire/errors/*.xml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, v := range contract.Variants() {
		said, err := Lint(t, v, "Response", "Refusal", files...)
		require.NoError(t, err, said)
	}
}

func TestXMLSchemaRefuses(t *testing.T) {
	WantXMLLint(t)
	v, _ := contract.LookupVariant("soccer")
	for _, c := range []struct{ name, body, want string }{
		{"a member of another variant", "<Request><Players><Player><Bats>1</Bats></Player></Players></Request>", "Bats"},
		{"a text that is too long", "<Request><Address><PostalCode>12345678901</PostalCode></Address></Request>", "maxLength"},
		{"an id below 1", "<Request><EventId>0</EventId></Request>", "minInclusive"},
		{"too many items", "<Request><Coaches>" + strings.Repeat("<Coach/>", 6) + "</Coaches></Request>", "Coach"},
		{"a word for a boolean", "<Request><Paid>yes</Paid></Request>", "boolean"},
		{"a website without http", "<Request><Website>www.example.com</Website></Request>", "pattern"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "body.xml")
			require.NoError(t, os.WriteFile(file, []byte(c.body), 0o600))
			said, err := Lint(t, v, "Request", "TeamsCreateRequest", file)
			require.Error(t, err)
			require.Contains(t, said, c.want)
		})
	}
}
