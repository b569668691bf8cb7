package conformance

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
	"github.com/tourney-go/tourney/internal/openapi"
)

// rooted is a type of an XML Schema with its root element.
type rooted struct{ element, name string }

// TestLiveBodiesAreValidXML has xmllint compare every body in XML of the suite with the schema of its variant: what the
// client sends and the mock takes, and what the mock answers.
func TestLiveBodiesAreValidXML(t *testing.T) {
	codectest.WantXMLLint(t)
	for _, v := range contract.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			files := filesOf(t, v)
			require.ElementsMatch(t, typesOf(v), slices.Collect(maps.Keys(files)))
			for is, bodies := range files {
				said, err := codectest.XMLLint(t, openapi.XSD(v), is.element, is.name, bodies...)
				require.NoError(t, err, "%s: %s", is.name, failures(said))
			}
		})
	}
}

// typesOf returns the type of each body that a request or an answer of the variant can have.
func typesOf(v *contract.Variant) []rooted {
	all := []rooted{{"Response", "Refusal"}}
	for _, op := range contract.Operations() {
		if !op.Shown.Has(v) {
			continue
		}
		name := strings.ReplaceAll(op.ID, ".", "")
		all = append(all, rooted{"Response", name + "Answer"})
		if op.Method != http.MethodGet {
			all = append(all, rooted{"Request", name + "Request"})
		}
	}
	return all
}

// filesOf writes each body in XML of a variant into a file, by its type.
func filesOf(t *testing.T, v *contract.Variant) map[rooted][]string {
	t.Helper()
	dir, files, seen := t.TempDir(), map[rooted][]string{}, map[string]bool{}
	add := func(is rooted, body []byte) {
		if key := is.name + string(body); !seen[key] {
			seen[key] = true
			file := filepath.Join(dir, fmt.Sprintf("%d.xml", len(seen)))
			require.NoError(t, os.WriteFile(file, body, 0o600))
			files[is] = append(files[is], file)
		}
	}
	for _, x := range suite.Record(t, tourney.Variant(v.Name), tourney.FormatXML) {
		op := x.Operation(v)
		switch {
		case x.Status >= http.StatusBadRequest:
			add(rooted{"Response", "Refusal"}, x.Got)
		case op != nil:
			name := strings.ReplaceAll(op.ID, ".", "")
			add(rooted{"Response", name + "Answer"}, x.Got)
			if x.Sent != nil && !x.ByHand { // what is written by hand has names that hosts ignore
				add(rooted{"Request", name + "Request"}, x.Sent)
			}
		}
	}
	return files
}

// failures returns what xmllint says is wrong, without the files that are sound.
func failures(said string) string {
	lines := slices.DeleteFunc(strings.Split(said, "\n"), func(line string) bool {
		return strings.HasSuffix(line, " validates")
	})
	return strings.Join(lines[:min(len(lines), 20)], "\n")
}
