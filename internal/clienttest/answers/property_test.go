package answers

import (
	"encoding"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/secret"
)

// TestBodiesAreComplete: the tests below cover the request and answer types of all service methods.
func TestBodiesAreComplete(t *testing.T) {
	found := 0
	for service := range reflect.TypeFor[tourney.Client]().Fields() {
		for method := range service.Type.Methods() {
			if !strings.HasSuffix(service.Type.Name(), "Service") {
				continue
			}
			for in := range method.Type.Ins() {
				if in.Kind() == reflect.Struct && in != service.Type && !strings.HasSuffix(in.Name(), "Options") {
					require.Contains(t, clienttest.Bodies, in, "%s.%s", service.Name, method.Name)
					found++
				}
			}
			out := method.Type.Out(0)
			if out.Kind() == reflect.Slice {
				out = out.Elem()
			}
			if strings.HasPrefix(out.Name(), "WholeList[") {
				continue // no answer: it has the rows of the pages
			}
			if out.Kind() == reflect.Struct {
				require.Contains(t, clienttest.Bodies, out, "%s.%s", service.Name, method.Name)
				found++
			}
		}
	}
	require.Greater(t, found, 20)
}

// TestBodiesSurviveARoundTrip: writing and reading a value gives the same value, in either format, by generated code
// and by the plan. normal lists the exceptions.
func TestBodiesSurviveARoundTrip(t *testing.T) {
	for _, body := range clienttest.Bodies {
		t.Run(strings.ReplaceAll(body.Name(), "github.com/tourney-go/tourney.", ""), func(t *testing.T) {
			values := clienttest.ValuesOf(body)
			rapid.Check(t, func(t *rapid.T) {
				v := reflect.New(body)
				v.Elem().Set(values.Draw(t, body.Name()))
				inBoth(t, v)
			})
		})
	}
}

// inBoth checks the properties of one value, given as a pointer.
func inBoth(t *rapid.T, v reflect.Value) {
	t.Helper()
	fromJSON := same(t, tourney.FormatJSON, v)
	fromXML := same(t, tourney.FormatXML, v)
	// A value that was read from one format survives the other format unchanged.
	require.Empty(t, diff(fromJSON.Interface(), readBack(t, tourney.FormatXML, fromJSON).Interface(), exactly))
	require.Empty(t, diff(fromXML.Interface(), readBack(t, tourney.FormatJSON, fromXML).Interface(), exactly))
}

// same checks that a value survives a round trip, and returns the result.
func same(t *rapid.T, f tourney.Format, v reflect.Value) reflect.Value {
	t.Helper()
	want := reflect.New(v.Type().Elem())
	want.Elem().Set(normal(v.Elem(), f))
	got := readBack(t, f, v)
	require.Empty(t, diff(want.Interface(), got.Interface(), exactly), f)
	return got
}

// readBack writes a value as the mock writes responses and as the client writes requests, and reads both. Which of the
// two it is makes no difference to the bytes but for the root element in XML, so both go by the name of a response.
func readBack(t *rapid.T, f tourney.Format, v reflect.Value) reflect.Value {
	t.Helper()
	asResponse, err := clienttest.Marshal(f, v.Interface())
	require.NoError(t, err)
	got := reflect.New(v.Type().Elem())
	require.NoError(t, clienttest.Decode(f, asResponse, got.Interface()), "%s", asResponse)

	node, err := record.NodeOf(v.Interface())
	require.NoError(t, err)
	asRequest := jsoncodec.AppendNode(nil, node)
	if f == tourney.FormatXML {
		asRequest = xmlwire.AppendNode(nil, "Response", node)
	}
	again := reflect.New(v.Type().Elem())
	require.NoError(t, clienttest.Decode(f, asRequest, again.Interface()), "%s", asRequest)
	require.Empty(t, diff(got.Interface(), again.Interface(), exactly), "%s\n%s", asResponse, asRequest)

	if f == tourney.FormatJSON { // XML needs the tables of the contract for this: it does not tell what is a list
		parsed, err := jsoncodec.ParseNode(asRequest, jsoncodec.Limits{})
		require.NoError(t, err)
		bound := reflect.New(v.Type().Elem())
		require.NoError(t, record.Bind(parsed, bound.Interface()), "%s", asRequest)
		require.Empty(t, diff(got.Interface(), bound.Interface(), exactly), "%s", asRequest)
	}
	return got
}

// exactly compares decimals by their text, as 57.0 must not become 57. The zero Decimal and 0 have the same text.
var exactly = cmp.Comparer(func(a, b tourney.Decimal) bool { return a.String() == b.String() })

// diff is cmp.Diff with a fast path for equal values.
func diff(want, got any, opts ...cmp.Option) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got, opts...)
}

// normal returns the value that a round trip through a format makes of v. It differs from v in these cases:
//   - Extra is empty, because encoding does not write it.
//   - A won-by of a known pair has both halves. A won-by without a known partner keeps only the half that the format
//     carries: JSON carries the code and XML the name, each if there is one.
//   - Blank text is no value for types that read text with a method (a status, a secret), because hosts send it for
//     absent values. Hosts also send it for absent numbers, but encoding never writes that. A pointer to blank text is
//     nil.
func normal(v reflect.Value, f tourney.Format) reflect.Value {
	switch value := v.Interface().(type) {
	case tourney.Extra:
		return reflect.Zero(v.Type())
	case tourney.WonBy:
		return reflect.ValueOf(normalWonBy(value, f))
	case tourney.TextOrNumber:
		return reflect.ValueOf(tourney.TextOrNumber(notBlank(string(value))))
	case secret.Text: // the text itself is on the wire, whatever the secret prints as
		return reflect.ValueOf(secret.New(notBlank(value.Reveal())))
	case tourney.Decimal, tourney.Date, tourney.TimeOfDay, tourney.DateTime:
		return v
	}
	copied := reflect.New(v.Type()).Elem()
	copied.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			copied.Set(reflect.New(v.Type().Elem()))
			copied.Elem().Set(normal(v.Elem(), f))
			_, byMethod := v.Interface().(encoding.TextUnmarshaler)
			if byMethod && copied.Elem().Kind() == reflect.String && copied.Elem().Len() == 0 {
				copied.SetZero()
			}
		}
	case reflect.Slice:
		if !v.IsNil() {
			copied.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		}
		for i := range v.Len() {
			copied.Index(i).Set(normal(v.Index(i), f))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			copied.Field(i).Set(normal(v.Field(i), f))
		}
	}
	return copied
}

func notBlank(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return text
}

func normalWonBy(w tourney.WonBy, f tourney.Format) tourney.WonBy {
	if w.Name == "" || f == tourney.FormatJSON && w.Code != 0 {
		w.Name = ""
	} else {
		w.Code = 0
	}
	return tourney.Profile{}.CompleteWonBy(w)
}

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
			at := clienttest.As[*record.Error](t, err)
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
