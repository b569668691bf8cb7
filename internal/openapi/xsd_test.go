package openapi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/contract"
)

func TestXMLSchemasAreCurrent(t *testing.T) {
	for _, v := range contract.Variants() {
		written(t, root+"/docs/openapi/"+v.Name+".xsd", XSD(v))
	}
}

// TestFixturesAreValidXML has xmllint compare every fixture in XML with the schema of its variant.
func TestFixturesAreValidXML(t *testing.T) {
	codectest.WantXMLLint(t)
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
					more, err := filepath.Glob(root + "/testdata/" + base + "/" + operations[op.ID].folder + "/" + v.Name + ".*" + kind.file + ".xml")
					require.NoError(t, err)
					files = append(files, more...)
				}
				if len(files) == 0 {
					continue
				}
				count += len(files)
				said, err := codectest.XMLLint(t, XSD(v), kind.element, strings.ReplaceAll(op.ID, ".", "")+kind.suffix, files...)
				require.NoError(t, err, said)
			}
		}
	}
	require.Greater(t, count, 80)
}

func TestErrorsAreValidXML(t *testing.T) {
	codectest.WantXMLLint(t)
	files, err := filepath.Glob(root + "/testdata/wire/errors/*.xml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, v := range contract.Variants() {
		said, err := codectest.XMLLint(t, XSD(v), "Response", "Refusal", files...)
		require.NoError(t, err, said)
	}
}

func TestXMLSchemaRefuses(t *testing.T) {
	codectest.WantXMLLint(t)
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
			said, err := codectest.XMLLint(t, XSD(v), "Request", "TeamsCreateRequest", file)
			require.Error(t, err)
			require.Contains(t, said, c.want)
		})
	}
}
