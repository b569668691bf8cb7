package answers

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/record"
)

func FuzzDecodeJSON(f *testing.F) { fuzzDecode(f, tourney.FormatJSON, "json") }

func FuzzDecodeXML(f *testing.F) { fuzzDecode(f, tourney.FormatXML, "xml") }

// fuzzDecode reads bodies as the client does: there is an error that says where, or a value, which comes back as it is
// when it is written and read again.
func fuzzDecode(f *testing.F, format tourney.Format, extension string) {
	f.Helper()
	for i, a := range clienttest.Answers {
		files := clienttest.Glob(f, "testdata/*/"+a.Folder+"/*.response."+extension)
		require.NotEmpty(f, files, a.Folder)
		for _, file := range files {
			body, err := os.ReadFile(file)
			require.NoError(f, err)
			f.Add(uint8(i), body)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		a := clienttest.Answers[int(which)%len(clienttest.Answers)]
		got := reflect.New(a.Body)
		err := clienttest.Decode(format, body, got.Interface())
		if err != nil {
			var at *record.Error
			require.ErrorAs(t, err, &at)
			require.GreaterOrEqual(t, at.Offset, int64(0))
			require.LessOrEqual(t, at.Offset, int64(len(body)))
			require.Positive(t, at.Line)
			return
		}
		sameRow(t, got)
		want := reflect.New(a.Body)
		want.Elem().Set(normal(got.Elem(), format))
		written, err := clienttest.Marshal(format, want.Interface())
		require.NoError(t, err)
		again := reflect.New(a.Body)
		require.NoError(t, clienttest.Decode(format, written, again.Interface()), "%q", written)
		// Decimals compare as numbers: JSON has one spelling where text has several.
		require.Empty(t, diff(want.Interface(), again.Interface()), "%q", written)
	})
}

// sameRow requires that a value comes back from its row.
func sameRow(t *testing.T, got reflect.Value) {
	t.Helper()
	row, err := tourney.MarshalRow(got.Interface())
	if err != nil {
		require.ErrorContains(t, err, "a row without a secret")
		return
	}
	again := reflect.New(got.Type().Elem())
	require.NoError(t, tourney.UnmarshalRow(row, again.Interface()), "%q", row)
	require.Empty(t, diff(got.Interface(), again.Interface()), "%q", row)
}

// TestFuzzersKnowEveryAnswer: a folder of responses without a type in clienttest.Answers would not be fuzzed.
func TestFuzzersKnowEveryAnswer(t *testing.T) {
	known := []string{"divisions-create", "errors"} // like teams-create, and read as names and values
	for _, a := range clienttest.Answers {
		known = append(known, a.Folder)
	}
	for _, f := range clienttest.Fixtures(t, "response") {
		if !strings.HasSuffix(f.Folder, "-update") {
			require.True(t, slices.Contains(known, f.Folder), f.Folder)
		}
	}
}
