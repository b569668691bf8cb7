package requests

import (
	"encoding/json"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
)

// wholeFile returns the file of docs/hosts.md that has every member.
func wholeFile(t testing.TB) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/hosts.md")
	require.NoError(t, err)
	_, file, found := strings.Cut(string(page), "```json\n")
	require.True(t, found)
	file, _, _ = strings.Cut(file, "```")
	return file
}

// TestProfileFile: the file of the page sets every field of both profiles, and each profile comes back from JSON as it
// was. A new field fails it until the page and everyField have a value for the field. A renamed field fails it too.
func TestProfileFile(t *testing.T) {
	want := everyField(t)
	want.ErrorText = nil
	var read, again mockserver.Profile
	require.NoError(t, json.Unmarshal([]byte(wholeFile(t)), &read))
	require.Empty(t, cmp.Diff(want, read))
	written, err := json.Marshal(everyField(t))
	require.NoError(t, err)
	require.JSONEq(t, wholeFile(t), string(written))
	require.NoError(t, json.Unmarshal(written, &again))
	require.Empty(t, cmp.Diff(want, again))

	var shared tourney.Profile
	written, err = json.Marshal(want.Profile)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(written, &shared))
	require.Empty(t, cmp.Diff(want.Profile, shared))
	require.NoError(t, json.Unmarshal([]byte(wholeFile(t)), &shared), "the file of a mock is one of a client")
	require.Empty(t, cmp.Diff(want.Profile, shared))
	require.NoError(t, json.Unmarshal(written, &read), "the file of a client is one of a mock")
	require.Empty(t, cmp.Diff(mockserver.Profile{Profile: shared}, read), "what the file does not say is zero")
	for _, name := range fieldsOf(t, reflect.TypeFor[mockserver.Profile]()) {
		require.Equal(t, name != "ErrorText", strings.Contains(wholeFile(t), `"`+name+`": `), name)
	}
}

// fieldsOf returns the names of the fields of a struct and of those it embeds.
func fieldsOf(t *testing.T, of reflect.Type) (names []string) {
	t.Helper()
	for _, field := range reflect.VisibleFields(of) {
		if !field.Anonymous {
			names = append(names, field.Name)
		}
	}
	return names
}

// TestSignersInFiles: each signer of package auth comes back with its settings, and no other signer is lost in silence.
func TestSignersInFiles(t *testing.T) {
	for text, signer := range map[string]auth.Signer{
		`{}`:                                 nil,
		`{"Signer":{"HMAC":{}}}`:             auth.HMAC{},
		`{"Signer":{"Query":{"Key":"key"}}}`: auth.Query{Key: "key"},
		`{"Signer":{"Header":{"Key":"X-Key","Secret":"X-Secret"}}}`: auth.Header{Key: "X-Key", Secret: "X-Secret"},
	} {
		written, err := json.Marshal(tourney.Profile{Signer: signer})
		require.NoError(t, err)
		require.Equal(t, text, string(written))
		var read tourney.Profile
		require.NoError(t, json.Unmarshal(written, &read))
		require.Equal(t, signer, read.Signer)
	}
	written, err := json.Marshal(tourney.Profile{Signer: &auth.Header{Key: "X-Key"}})
	require.NoError(t, err)
	require.Equal(t, `{"Signer":{"Header":{"Key":"X-Key"}}}`, string(written))
	for _, signer := range []auth.Signer{cannotVerify{}, (*auth.HMAC)(nil)} {
		_, err = json.Marshal(mockserver.Profile{Profile: tourney.Profile{Signer: signer}})
		require.ErrorContains(t, err, "tourney: Profile.Signer: a ")
	}
}

// TestProfileFilesThatAreWrong: an error names the member, its line and what was expected, and the profile stays.
func TestProfileFilesThatAreWrong(t *testing.T) {
	const signer = `expected a signer such as {"HMAC":{}} or {"Header":{"Key":"X-Api-Key"}}, found `
	size := strconv.Itoa(strconv.IntSize)
	for text, want := range map[string]string{
		"{\n\"Varian\":1}":                             `.Varian (line 2): unknown member: the nearest is Variant`,
		"{\n\n\"variant\":\"soccer\"}":                 `.variant (line 3): unknown member: the nearest is Variant`,
		"{\"Variant\":\"rugby\",\n\"Variant\":\"x\"}":  `.Variant (line 2): expected each name once, found a name a second time`,
		"{\r\n\"Variant\":\r\n\"socer\"}":              `.Variant (line 3): unknown variant "socer": the nearest is soccer: choose one of multi-sport, `,
		`{"Name":null}`:                                `.Name (line 1): expected a text, found null`,
		`{"Strict":"yes"}`:                             `.Strict (line 1): expected true or false, found a text`,
		"{\"Categories\":[{\"Code\":\"a\",\n\"Nam\":1": `.Categories[0] (line 2): expected "," or "}"`,
		"{\"Categories\":[{},\n{\"Nam\":1}]}":          `.Categories[1].Nam (line 2): unknown member: the nearest is Name`,
		"{\"Categories\":[\n{\"Code\":\"a,b\"}]}":      `.Categories[0].Code (line 2): "a,b": expected a word without a comma`,
		"{\"WonBy\":[{\n\"Code\":\"7\"}]}":             `.WonBy[0].Code (line 2): expected an integer of ` + size + ` bits, found a text`,
		`{"Signer":"hmac"}`:                            `.Signer (line 1): ` + signer + "a text",
		`{"Signer":{"HMAC":{},"Query":{"Key":"k"}}}`:   `.Signer (line 1): ` + signer + "another value",
		`{"Signer":{"Header":{}}}`:                     `.Signer (line 1): ` + signer + "another value",
		`{"Signer":{"Hmac":{}}}`:                       `.Signer.Hmac (line 1): unknown member: the nearest is HMAC`,
		`{"Signer":{"HMAC":{"Now":1}}}`:                `.Signer.HMAC.Now (line 1): unknown member`,
		"{\"Name\":\n\"a\x00\"}":                       `.Name (line 2): `,
		"{\"\\u001b[31m\\u202e\":1}":                   `. [31m\u202e (line 1): unknown member: `,
		"[]":                                           ` (line 1): expected an object, found a list`,
		"{}\n}":                                        ` (line 2): expected end of body`,
		"":                                             ` (line 1): expected a value, found end of body`,
	} {
		p := tourney.Profile{Name: "before"}
		err := p.UnmarshalJSON([]byte(text))
		require.ErrorContains(t, err, "tourney: Profile"+want)
		require.Equal(t, tourney.Profile{Name: "before"}, p)
		require.ErrorContains(t, new(mockserver.Profile).UnmarshalJSON([]byte(text)), "mockserver: Profile"+strings.SplitAfter(want, ")")[0])
		require.Error(t, json.Unmarshal([]byte(text), &p))
	}
	for text, want := range map[string]string{
		"{\n\"MaxPageSise\":1}":                                 `.MaxPageSise (line 2): unknown member: the nearest is MaxPageSize`,
		"{\"Columns\":[{\"Name\":\"a\",\n\"Figure\":\"win\"}]}": `.Columns[0].Figure (line 2): "win" is no figure: the nearest is "wins"`,
		`{"KeyLifetime":30}`:                                    `.KeyLifetime (line 1): expected a duration such as 1h30m, found a number`,
		`{"RateLimit":{"Per":"1 h"}}`:                           `.RateLimit.Per (line 1): expected a duration such as 1h30m, `,
		"{\"RateLimit\":{\n\"Requests\":-1}}":                   `.RateLimit.Requests (line 2): -1 is negative`,
		`{"KeyOverlap":"-1h"}`:                                  `.KeyOverlap (line 1): -1h0m0s is negative`,
		"{\"ErrorStatuses\":{\n\"2\":304}}":                     `.ErrorStatuses[2] (line 2): 304 is no status with a body`,
		"{\"ErrorStatuses\":{\n\"4\":404}}":                     `.ErrorStatuses[4] (line 2): there is no code 4: choose one of [0 1 2 3 5 `,
		`{"ErrorStatuses":{"two":404}}`:                         `.ErrorStatuses.two (line 1): expected an integer as a name, found another name`,
		`{"UpdateAnswer":"all"}`:                                `.UpdateAnswer (line 1): "all" is no answer: choose AnswerEmpty ("")`,
		`{"RefuseLargePages":true}`:                             `.RefuseLargePages (line 1): it needs MaxPageSize`,
		`{"ErrorText":"no"}`:                                    `.ErrorText (line 1): unknown member: no name is like it`,
	} {
		p := mockserver.Profile{MaxPageSize: 7}
		require.ErrorContains(t, p.UnmarshalJSON([]byte(text)), "mockserver: Profile"+want)
		require.Equal(t, mockserver.Profile{MaxPageSize: 7}, p)
	}
	var p mockserver.Profile
	require.NoError(t, json.Unmarshal([]byte(`{"RequireSignature":true}`), &p), "a program can add a signer of its own")
	_, err := mockserver.New(p)
	require.ErrorContains(t, err, "RequireSignature: it needs a Signer")
	require.NoError(t, json.Unmarshal([]byte(`{"A":null}`), &map[string]*mockserver.Profile{}))
	require.NoError(t, p.UnmarshalJSON([]byte("\ufeff{}")), "editors write a byte order mark")
}

func FuzzProfile(f *testing.F) {
	f.Add(wholeFile(f))
	f.Add(`{"Signer":{"Header":{"Key":"k"}},"Name":["/w=="],"HandNames":{"-1":""},"RegisteredStatus":0}`)
	f.Add("{\n\"Columns\":[{\"Figur\":1}]}")
	f.Fuzz(func(t *testing.T, text string) {
		var read, again mockserver.Profile
		if err := read.UnmarshalJSON([]byte(text)); err != nil {
			require.Less(t, len(err.Error()), 2000)
			require.NotContains(t, err.Error(), "\n")
			require.Equal(t, -1, strings.IndexFunc(err.Error(), unicode.IsControl), "%q", err.Error())
			return
		}
		written, err := json.Marshal(read)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(written, &again))
		require.Empty(t, cmp.Diff(read, again))
	})
}
