package httptext_test

import (
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/httptext"
)

func TestItems(t *testing.T) {
	for name, test := range map[string]struct{ lines, want []string }{
		"no line":               {nil, nil},
		"empty items":           {[]string{" , ,\t", ""}, nil},
		"one list":              {[]string{"a, b", "c"}, []string{"a", "b", "c"}},
		"a comma in a text":     {[]string{`"a,b", W/"c,\",d"`}, []string{`"a,b"`, `W/"c,\",d"`}},
		"a quote without end":   {[]string{`a", b`}, []string{`a"`, "b"}},
		"quotes without an end": {[]string{strings.Repeat(`"\`, 3) + `, b`}, []string{`"\"\"\`, "b"}},
	} {
		require.Empty(t, cmp.Diff(test.want, httptext.Items(test.lines)), name)
	}
}

// TestMedia: what is wrong with a parameter costs that parameter.
func TestMedia(t *testing.T) {
	type want struct {
		Media, Charset string
		UTF8           bool
		Weight         float64
	}
	for line, w := range map[string]want{
		"":     {Weight: 1},
		"json": {Weight: 1}, "/json": {Weight: 1}, "application/": {Weight: 1}, `"a"/b`: {Weight: 1}, "a b/c": {Weight: 1},
		"application/json":                                {"application/json", "", false, 1},
		"Application/JSON ; Charset = \"UTF-8\"":          {"application/json", "UTF-8", true, 1},
		"application/json; charset=utf-8,application/xml": {"application/json", "utf-8", true, 1},
		"application/json; charset":                       {"application/json", "", false, 1},
		"application/json;;charset=utf8":                  {"application/json", "utf8", true, 1},
		"application/json; charset=; charset='latin1'":    {"application/json", "latin1", false, 1},
		"application/json; charset=utf-8; charset=latin1": {"application/json", "utf-8", true, 1},
		"application/json charset=utf-8":                  {"application/json", "", false, 1},
		"application/json; =x; y=\"; charset=utf-8":       {"application/json", "utf-8", true, 1},
		`application/json; x="; charset=latin1"`:          {"application/json", "", false, 1},
		", garbage, text/xml;q=0.25":                      {"text/xml", "", false, 0.25},
		"*/*;q=0":                                         {"*/*", "", false, 0},
		"a/b;q=abc":                                       {"a/b", "", false, 1},
		"a/b;q=5":                                         {"a/b", "", false, 1},
		"a/b;q=-1":                                        {"a/b", "", false, 1},
		"a/b;q=NaN":                                       {"a/b", "", false, 1},
	} {
		media, params := httptext.Media(line)
		got := want{media, params.Get("charset"), params.IsUTF8(), params.Weight()}
		require.Empty(t, cmp.Diff(w, got), line)
	}
}

func TestRetryAfter(t *testing.T) {
	type want struct {
		Wait time.Duration
		OK   bool
	}
	now := time.Date(2026, 6, 12, 12, 0, 0, 0, time.UTC)
	for text, w := range map[string]want{
		"":                              {},
		"soon":                          {},
		"1.5":                           {},
		"-5":                            {},
		"+5":                            {},
		"0":                             {0, true},
		" 30 ":                          {30 * time.Second, true},
		"soon, 5, 10":                   {5 * time.Second, true},
		"99999999999999999999999":       {math.MaxInt64 / time.Second * time.Second, true},
		"Fri, 12 Jun 2026 12:01:00 GMT": {time.Minute, true},
		"Fri, 12 Jun 2026 12:00:00 GMT": {},
		"Wed, 21 Oct 2015 07:28:00 GMT": {},
	} {
		wait, ok := httptext.RetryAfter(http.Header{"Retry-After": {text}}, now)
		require.Empty(t, cmp.Diff(w, want{wait, ok}), text)
	}
	repeated := http.Header{"Retry-After": {"Wed, 21 Oct 2015 07:28:00 GMT", "7"}}
	wait, _ := httptext.RetryAfter(repeated, now)
	require.Equal(t, 7*time.Second, wait)
}

// FuzzHeader: no text makes a value that the grammar does not have.
func FuzzHeader(f *testing.F) {
	for _, seed := range []string{`application/json; charset="a,\"b;";q=0.5,*/*`, "W/\"x\", *", "gzip, identity", "-5", `"\`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, item := range httptext.Items([]string{line, line}) {
			require.NotEmpty(t, item)
			require.Contains(t, line, item)
			media, params := httptext.MediaOf(item)
			require.Equal(t, strings.ToLower(media), media)
			require.GreaterOrEqual(t, params.Weight(), 0.0)
			require.LessOrEqual(t, params.Weight(), 1.0)
		}
		wait, _ := httptext.RetryAfter(http.Header{"Retry-After": {line}}, time.Now())
		require.GreaterOrEqual(t, wait, time.Duration(0))
		require.NotContains(t, httptext.Codings(http.Header{"Content-Encoding": {line}}), "identity")
	})
}

func TestValidHeader(t *testing.T) {
	for _, h := range [][2]string{{"X-A", ""}, {"x_a.b~", "tab\tand é"}, {"!#$%&'*+-^`|", "v"}} {
		require.True(t, httptext.ValidHeader(h[0], h[1]), h)
	}
	for _, h := range [][2]string{{"", "v"}, {"X A", "v"}, {"X:A", "v"}, {"Ü", "v"}, {"X", "a\nb"}, {"X", "a\x00"}, {"X", "\x7f"}} {
		require.False(t, httptext.ValidHeader(h[0], h[1]), h)
	}
}
