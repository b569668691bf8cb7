package wire

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
	"github.com/tourney-go/tourney/secret"
)

// answers are the bodies of responses, by the folder of testdata/wire that has some, in a fixed order: a number in the
// corpus of a fuzzer chooses one.
var answers = []struct {
	folder string
	body   reflect.Type
}{
	{"teams-get", reflect.TypeFor[struct{ Team tourney.Team }]()},
	{"teams-list", reflect.TypeFor[struct{ Teams tourney.Page[tourney.Team] }]()},
	{"divisions-get", reflect.TypeFor[struct{ Division tourney.Division }]()},
	{"divisions-list", reflect.TypeFor[struct {
		Divisions tourney.Page[tourney.Division]
	}]()},
	{"games-get", reflect.TypeFor[struct{ Game tourney.Game }]()},
	{"games-list", reflect.TypeFor[struct{ Games tourney.Page[tourney.Game] }]()},
	{"players-get", reflect.TypeFor[struct{ Player tourney.Player }]()},
	{"players-list", reflect.TypeFor[struct{ Players tourney.Page[tourney.Player] }]()},
	{"venues-get", reflect.TypeFor[struct{ Venue tourney.Venue }]()},
	{"venues-list", reflect.TypeFor[struct{ Venues []tourney.Venue }]()},
	{"standings-get", reflect.TypeFor[tourney.Standings]()},
	{"statistics-get", reflect.TypeFor[struct {
		Players struct{ Statistics []tourney.StatisticCategory }
	}]()},
	{"register", reflect.TypeFor[tourney.RegistrationResult]()},
	{"payments", reflect.TypeFor[tourney.PaymentResult]()},
	{"authenticate", reflect.TypeFor[struct {
		ID           int64 `json:"Id"`
		Email        string
		APIKey       secret.Text `json:"ApiKey"`
		APISecretKey secret.Text `json:"ApiSecretKey"`
	}]()},
	{"events-get", reflect.TypeFor[struct{ Event tourney.Event }]()},
	{"events-list", reflect.TypeFor[struct{ Events tourney.Page[tourney.Event] }]()},
	{"teams-create", reflect.TypeFor[struct {
		ID int64 `json:"Id"`
	}]()},
}

func FuzzDecodeJSON(f *testing.F) { fuzzDecode(f, tourney.FormatJSON, "json") }

func FuzzDecodeXML(f *testing.F) { fuzzDecode(f, tourney.FormatXML, "xml") }

// fuzzDecode reads bodies as the client does: there is an error that says where, or a value, which comes back as it is
// when it is written and read again.
func fuzzDecode(f *testing.F, format tourney.Format, extension string) {
	f.Helper()
	for i, a := range answers {
		files := clienttest.Glob(f, "testdata/*/"+a.folder+"/*.response."+extension)
		require.NotEmpty(f, files, a.folder)
		for _, file := range files {
			body, err := os.ReadFile(file)
			require.NoError(f, err)
			f.Add(uint8(i), body)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		a := answers[int(which)%len(answers)]
		got := reflect.New(a.body)
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
		want := reflect.New(a.body)
		want.Elem().Set(normal(got.Elem(), format))
		written, err := clienttest.Marshal(format, want.Interface())
		require.NoError(t, err)
		again := reflect.New(a.body)
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

// TestFuzzersKnowEveryAnswer: a folder of responses without one of the types above would not be fuzzed.
func TestFuzzersKnowEveryAnswer(t *testing.T) {
	known := []string{"divisions-create", "errors"} // like teams-create, and read as names and values
	for _, a := range answers {
		known = append(known, a.folder)
	}
	for _, f := range clienttest.Fixtures(t, "response") {
		if !strings.HasSuffix(f.Folder, "-update") {
			require.True(t, slices.Contains(known, f.Folder), f.Folder)
		}
	}
}
