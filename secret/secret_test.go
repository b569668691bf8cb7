package secret_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/secret"
)

func TestTextHoldsItsText(t *testing.T) {
	abc := secret.New("abc")
	require.Equal(t, "abc", abc.Reveal())
	require.False(t, abc.IsZero())
	require.True(t, secret.Text{}.IsZero())
	require.True(t, secret.New("").IsZero())
	require.Empty(t, secret.Text{}.Reveal())
	require.True(t, abc.Equal(secret.New("abc")))
	require.True(t, abc == secret.New("abc"), "it can be a key of a map")
	require.False(t, abc.Equal(secret.New("abd")))
	require.False(t, abc.Equal(secret.Text{}))
	var read secret.Text
	require.NoError(t, json.Unmarshal([]byte(`"from a file"`), &read))
	require.Equal(t, "from a file", read.Reveal())
	for _, text := range []string{"\x00\xff", "é\n", strings.Repeat("long ", 100)} {
		require.Equal(t, text, secret.New(text).Reveal())
	}
}

// report collects the failures of assertions.
type report struct{ bytes.Buffer }

func (r *report) Errorf(format string, args ...any) { _, _ = fmt.Fprintf(r, format, args...) }

// printings writes a value in every way that a program prints values.
var printings = map[string]func(out *report, value any){
	"fmt": func(out *report, value any) {
		for _, verb := range strings.Fields("v +v #v s q x X d b e t c U p o 20v -5.2s #x T") {
			out.Errorf("%"+verb+"\n", value)
		}
		_, _ = fmt.Fprintln(out, value, fmt.Sprint(value), fmt.Errorf("wrapped: %w %v", errors.ErrUnsupported, value))
	},
	"slog": func(out *report, value any) {
		for _, h := range []slog.Handler{slog.NewTextHandler(out, nil), slog.NewJSONHandler(out, nil)} {
			slog.New(h).With("with", value).Error("value", "value", value, slog.Group("group", "value", value))
		}
	},
	"json": func(out *report, value any) { _ = json.NewEncoder(out).Encode(value) },
	"xml":  func(out *report, value any) { _ = xml.NewEncoder(out).Encode(value) },
	"gob":  func(out *report, value any) { _ = gob.NewEncoder(out).Encode(value) },
	"testify": func(out *report, value any) {
		assert.Equal(out, holding("another"), value)
		assert.Contains(out, value, "x")
		assert.Len(out, value, 7)
		assert.Empty(out, value)
		assert.IsType(out, 7, value)
		assert.EqualValues(out, holding("another"), value)
		assert.ElementsMatch(out, []any{1}, []any{value})
	},
	"go-cmp": func(out *report, value any) {
		out.Errorf("%s", cmp.Diff(any(holding("another")), value, cmp.Exporter(func(reflect.Type) bool { return true })))
	},
}

// holder holds a Text at every level.
type holder struct {
	XMLName xml.Name `json:"-" xml:"holder"`
	Field   secret.Text
	Attr    secret.Text `xml:",attr"`
	Pointer *secret.Text
	Slice   []secret.Text
	Map     map[string]secret.Text `xml:"-"`
	Key     map[secret.Text]int    `xml:"-"`
	Any     any
	hidden  secret.Text
	below   *struct{ deep []secret.Text }
}

func holding(text string) *holder {
	s := secret.New(text)
	return &holder{
		Field: s, Attr: s, Pointer: &s, Slice: []secret.Text{s}, Map: map[string]secret.Text{"k": s}, Key: map[secret.Text]int{s: 1}, Any: s,
		hidden: s, below: &struct{ deep []secret.Text }{[]secret.Text{s}},
	}
}

// forms are a text as formats and encoders print it.
func forms(text string) []string {
	var inXML bytes.Buffer
	_ = xml.EscapeText(&inXML, []byte(text))
	inJSON, _ := json.Marshal(text)
	return []string{
		text, inXML.String(), strings.Trim(string(inJSON), `"`), strings.Trim(strconv.Quote(text), `"`), hex.EncodeToString([]byte(text)),
		fmt.Sprintf("% x", text), fmt.Sprintf("%d", []byte(text)), base64.StdEncoding.EncodeToString([]byte(text)),
	}
}

// TestTextIsNotShown at any level of a value. The text changes under every escape.
func TestTextIsNotShown(t *testing.T) {
	const text = `p<a>s&s"w'o/r+d é of pat`
	hidden := secret.New(text)
	for _, value := range []any{
		hidden, &hidden, *holding(text), holding(text), []secret.Text{hidden}, [1]secret.Text{hidden}, map[string]secret.Text{"k": hidden},
		map[secret.Text]int{hidden: 1}, struct{ s secret.Text }{hidden}, struct{ Text secret.Text }{hidden}, []any{hidden, &hidden},
		sql.Null[secret.Text]{V: hidden, Valid: true},
	} {
		for how, printed := range printings {
			var out report
			printed(&out, value)
			for _, form := range forms(text) {
				require.NotContains(t, out.String(), form, "%s of %T", how, value)
			}
		}
	}
	for how, printed := range printings {
		var out report
		printed(&out, text)
		shown := func(form string) bool { return strings.Contains(out.String(), form) }
		require.True(t, slices.ContainsFunc(forms(text), shown), "%s: a search that finds nothing would prove nothing", how)
	}
}

func TestWhatIsShownInstead(t *testing.T) {
	hidden := secret.New("hunter22")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		require.Equal(t, "[redacted]", fmt.Sprintf(verb, hidden), verb)
	}
	data, err := json.Marshal(map[secret.Text]secret.Text{hidden: hidden})
	require.NoError(t, err)
	require.Equal(t, `{"[redacted]":"[redacted]"}`, string(data))
	data, err = xml.Marshal(hidden)
	require.NoError(t, err)
	require.Equal(t, `<Text>[redacted]</Text>`, string(data))
	require.Equal(t, "[redacted]", slog.AnyValue(hidden).Resolve().String())
}

// TestTextInPanics: what the runtime prints of a panic goes to the standard error of the process.
func TestTextInPanics(t *testing.T) {
	values := map[string]any{
		"text": secret.New("hunter22"), "struct": *holding("hunter22"), "pointer": holding("hunter22"), "plain": "hunter22",
	}
	if value, ok := values[os.Getenv("PANIC_WITH")]; ok {
		panic(value)
	}
	for name := range values {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTextInPanics$")
		cmd.Env = append(os.Environ(), "PANIC_WITH="+name, "GOTRACEBACK=all")
		out, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Contains(t, string(out), "panic: ")
		require.Equal(t, name == "plain", strings.Contains(string(out), "hunter22"), name)
	}
}

// TestTextIsNotStored: the error does not hold the text either.
func TestTextIsNotStored(t *testing.T) {
	const text = "hunter22"
	hidden := secret.New(text)
	for _, value := range []any{hidden, &hidden, sql.Null[secret.Text]{V: hidden, Valid: true}, secret.Text{}} {
		got, err := driver.DefaultParameterConverter.ConvertValue(value)
		require.ErrorContains(t, err, "a secret.Text is not stored", "%T", value)
		require.NotContains(t, err.Error(), text)
		require.Nil(t, got)
	}
	_, err := driver.DefaultParameterConverter.ConvertValue(struct{ Key secret.Text }{hidden})
	require.Error(t, err)
	require.NotContains(t, err.Error(), text)
	var null sql.Null[secret.Text]
	err = null.Scan(text)
	require.Error(t, err, "nor does a database give one")
	require.NotContains(t, err.Error(), text)
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
