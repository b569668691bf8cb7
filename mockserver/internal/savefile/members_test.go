package savefile

import (
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/rowjson"
	"github.com/tourney-go/tourney/mockserver/internal/model"
	"github.com/tourney-go/tourney/secret"
)

var update = flag.Bool("update", false, "write testdata/members.txt anew")

// TestFilesKeepTheirNames: a field with another name in Go has its old name in files. A name that changes, comes or
// goes in testdata/members.txt is another form of the file, which needs another formatVersion once there is a release.
func TestFilesKeepTheirNames(t *testing.T) {
	const file = "testdata/members.txt"
	var lines []string
	for _, f := range savedForms {
		if !strings.Contains(f.name, ".") { // the others are parts of these
			lines = memberNames(lines, f.name, f.form)
		}
	}
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")))
}

// memberNames appends a line with the names of each object in a form.
func memberNames(lines []string, path string, form reflect.Type) []string {
	texts := []reflect.Type{
		reflect.TypeFor[time.Time](), reflect.TypeFor[tourney.Decimal](), reflect.TypeFor[rowjson.Raw](),
		reflect.TypeFor[model.Scope](),
	}
	switch k := form.Kind(); {
	case k == reflect.Pointer:
		return memberNames(lines, path, form.Elem())
	case k == reflect.Slice || k == reflect.Map:
		return memberNames(lines, path+"[]", form.Elem())
	case k != reflect.Struct || slices.Contains(texts, form):
		return lines
	}
	line, fields := path+":", reflect.VisibleFields(form)
	fields = slices.DeleteFunc(fields, func(f reflect.StructField) bool {
		return !f.IsExported() || f.Type == reflect.TypeFor[secret.Text]()
	})
	for _, f := range fields {
		line += " " + rowjson.Name(f)
	}
	lines = append(lines, line)
	for _, f := range fields {
		lines = memberNames(lines, path+"."+rowjson.Name(f), f.Type)
	}
	return lines
}
