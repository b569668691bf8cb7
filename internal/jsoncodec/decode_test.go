package jsoncodec_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

func TestUnmarshal(t *testing.T) {
	raw := func(text string) json.RawMessage { return json.RawMessage(text) }
	extra := func(name, text string) map[string]json.RawMessage {
		return map[string]json.RawMessage{name: raw(text)}
	}
	for _, test := range []struct {
		body string
		want team
	}{
		{`{}`, team{}},
		{` { } `, team{}},
		{`null`, team{}},
		{`{"Id":7,"Name":"Comets","Paid":true}`, team{ID: 7, Name: "Comets", Paid: new(true)}},
		{`{"Paid":true,"Name":"Comets","Id":7}`, team{ID: 7, Name: "Comets", Paid: new(true)}},
		{"\t{ \"id\" : -7 ,\r\n\"NAME\":\"a\\u0041\\n\\/\"}\n", team{ID: -7, Name: "aA\n/"}},
		{`{"Id":7.0}`, team{ID: 7}},
		{`{"Id":70e-1}`, team{ID: 7}},
		{`{"Id":" 12 "}`, team{ID: 12}},
		{`{"Id":-0}`, team{}},
		{`{"Id":-9223372036854775808}`, team{ID: -1 << 63}},
		{`{"Id":123456789012345678}`, team{ID: 123456789012345678}},
		{`{"Name":57.50}`, team{Name: "57.50"}},
		{`{"Name":true}`, team{Name: "true"}},
		{`{"Name":"é €\ud83d\ude00\ud83d"}`, team{Name: "é €😀\uFFFD"}},
		{`{"Name":"\ud83dx\ude00\ud83d\ud83d\ude00"}`, team{Name: "\uFFFDx\uFFFD\uFFFD😀"}},
		{`{"N\u0061me":"a"}`, team{Name: "a"}},
		{`{"Id":1,"Id":null}`, team{}},
		{`{"Id":1,"id":2}`, team{ID: 2}},
		{`{"Paid":"False","Open":" TRUE "}`, team{Paid: new(false), Open: true}},
		{`{"Paid":"","Gender":"","Since":"","Amount":"","Share":" "}`, team{}},
		{`{"Paid":"\u0020","Since":"\n","Amount":"\t"}`, team{}},
		{`{"Paid":null,"Gender":null,"Since":null,"Amount":null,"Home":null,"Seeds":null,"RawPtr":null}`, team{}},
		{`{"Birthdate":null,"Status":null,"ApiSecretKey":null,"Address":null,"Code":null}`, team{}},
		{`{"Birthdate":"","Label":"","ApiSecretKey":"","Code":""}`, team{}},
		{`{"Gender":4,"Count":"3","GPA":"3.25","Code":"5"}`, team{Gender: new(gender(4)), Count: 3, GPA: 3.25, Code: 5}},
		{`{"Gender":0,"Count":3.0,"GPA":3,"Code":5,"Share":"0.5"}`, team{Gender: new(gender(0)), Count: 3, GPA: 3, Code: 5, Share: new(0.5)}},
		{
			`{"Birthdate":"9/3/2014","Since":"9\/4\/2014"}`,
			team{Born: date{Year: 2014, Month: 9, Day: 3}, Since: &date{Year: 2014, Month: 9, Day: 4}},
		},
		{`{"Label":12.0}`, team{Label: "12.0"}},
		{`{"Amount":1.50}`, team{Amount: &decimal{Text: "1.50"}}},
		{`{"Amount":"1.50"}`, team{Amount: &decimal{Text: "1.50"}}},
		{`{"Status":"Active"}`, team{Status: status{Name: "Active"}}},
		{`{"Status":"Active","Status":2}`, team{Status: status{Code: 2}}},
		{`{"ApiSecretKey":"hush"}`, team{Key: secret{Text: "hush"}}},
		{`{"Seeds":[]}`, team{Seeds: []int{}}},
		{`{"Seeds":[1,2],"Seeds":[3]}`, team{Seeds: []int{3}}},
		{`{"Seeds":[ 1 , "2" , null , "" ]}`, team{Seeds: []int{1, 2, 0, 0}}},
		{`{"Grid":[[1,null],[],null,[127]]}`, team{Grid: [][]*int8{{new(int8(1)), nil}, {}, nil, {new(int8(127))}}}},
		{`{"Address":{"City":"a"},"Address":{"Latitude":1}}`, team{Address: address{Lat: new(1.0)}}},
		{`{"Home":{"City":"a"},"Home":{}}`, team{Home: &address{}}},
		{`{"Players":[{"City":"a"},null,{}]}`, team{Players: []address{{City: "a"}, {}, {}}}},
		{`{"Raw": [1, {"a":null}] ,"RawPtr":"x"}`, team{Raw: raw(`[1, {"a":null}]`), RawPtr: new(raw(`"x"`))}},
		{`{"Next":{"Next":{"Id":1}}}`, team{Next: &team{Next: &team{ID: 1}}}},
		{`{"Other": [1 ,2] }`, team{Extra: extra("Other", "[1 ,2]")}},
		{`{"Other":1,"Other":2,"Id":3}`, team{ID: 3, Extra: extra("Other", "2")}},
		{`{"Players":[{"Un\"known":{}}]}`, team{Players: []address{{Extra: extra(`Un"known`, "{}")}}}},
	} {
		got := team{ID: 99, Name: "what was there before", Seeds: []int{1, 2, 3}, Home: &address{}}
		require.NoError(t, jsoncodec.Unmarshal([]byte(test.body), &got, jsoncodec.Limits{}), test.body)
		require.Empty(t, cmp.Diff(test.want, got), test.body)
	}
}

func TestUnmarshalIntoOtherThings(t *testing.T) {
	var teams []team
	require.NoError(t, jsoncodec.Unmarshal([]byte(`[{"Id":1},{}]`), &teams, jsoncodec.Limits{}))
	require.Empty(t, cmp.Diff([]team{{ID: 1}, {}}, teams))

	var p *team
	require.NoError(t, jsoncodec.Unmarshal([]byte(`{"Id":1}`), &p, jsoncodec.Limits{}))
	require.EqualValues(t, 1, p.ID)

	var unknown struct{ ID int }
	require.NoError(t, jsoncodec.Unmarshal([]byte(`{"a":{"b":[1,"\ud800",{}]},"ID":2,"c":null}`), &unknown, jsoncodec.Limits{}))
	require.Equal(t, 2, unknown.ID)
	err := jsoncodec.Unmarshal([]byte(`{"a":{"\u0062":["c",{"d":x}]}}`), &unknown, jsoncodec.Limits{})
	require.EqualError(t, err, `/a/b[1]/d (line 1, offset 25): found "x", expected a value`)

	for _, v := range []any{nil, team{}, (*team)(nil)} {
		require.EqualError(t, jsoncodec.Unmarshal([]byte(`{}`), v, jsoncodec.Limits{}), "/: expected a pointer to read into")
	}
}

func TestUnmarshalRefersToNothingInData(t *testing.T) {
	data := []byte(`{"Name":"Comets","Raw":[1],"Other":"x","Label":"y"}`)
	var got team
	require.NoError(t, jsoncodec.Unmarshal(data, &got, jsoncodec.Limits{}))
	clear(data)
	require.Equal(t, "Comets", got.Name)
	require.Equal(t, `[1]`, string(got.Raw))
	require.Equal(t, `"x"`, string(got.Extra["Other"]))
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"", `/ (line 1, offset 0): found end of body, expected an object`},
		{"\uFEFF\uFEFF{}", `/ (line 1, offset 3): found a byte order mark, expected an object`},
		{`maybe`, `/ (line 1, offset 0): found "m", expected an object`},
		{`[]`, `/ (line 1, offset 0): found array, expected an object`},
		{`"a"`, `/ (line 1, offset 0): found string "a", expected an object`},
		{`{`, `/ (line 1, offset 1): found end of body, expected a member name`},
		{`{"Id":1,}`, `/ (line 1, offset 8): found "}", expected a member name`},
		{`{"Id" 1}`, `/ (line 1, offset 6): found "1", expected ":"`},
		{`{"Id":1 "Name"}`, `/ (line 1, offset 8): found "\"", expected "," or "}"`},
		{`{"Id":1]`, `/ (line 1, offset 7): found "]", expected "," or "}"`},
		{`{"Id":1}{`, `/ (line 1, offset 8): found "{", expected end of body`},
		{`{"Id":`, `/Id (line 1, offset 6): found end of body, expected an integer`},
		{`{"Id":01}`, `/ (line 1, offset 7): found "1", expected "," or "}"`},
		{`{"Id":+1}`, `/Id (line 1, offset 6): found "+", expected an integer`},
		{`{"Id":1.}`, `/Id (line 1, offset 8): found "}", expected a digit`},
		{`{"Id":1e}`, `/Id (line 1, offset 8): found "}", expected a digit`},
		{`{"Id":-}`, `/Id (line 1, offset 7): found "}", expected a digit`},
		{`{"Id":9223372036854775808}`, `/Id (line 1, offset 6): found number 9223372036854775808, expected an integer: out of range`},
		{`{"Id":57.5}`, `/Id (line 1, offset 6): found number 57.5, expected an integer: it has a fraction`},
		{`{"Id":true}`, `/Id (line 1, offset 6): found boolean true, expected an integer`},
		{`{"Id":{"a":1}}`, `/Id (line 1, offset 6): found object, expected an integer`},
		{`{"Id":nul}`, `/Id (line 1, offset 9): found "}", expected "null"`},
		{`{"Paid":tru`, `/Paid (line 1, offset 11): found end of body, expected "true"`},
		{`{"Count":300}`, `/Count (line 1, offset 9): found number 300, expected an integer of 0 or more: out of range`},
		{`{"Name":[]}`, `/Name (line 1, offset 8): found array, expected a string`},
		{`{"Name":"a`, `/Name (line 1, offset 10): found end of body, expected the end of the string`},
		{`{"Name":"a\`, `/Name (line 1, offset 11): found end of body, expected an escape`},
		{`{"Name":"\x"}`, `/Name (line 1, offset 10): found "x", expected an escape`},
		{`{"Name":"\u12G4"}`, `/Name (line 1, offset 11): found "1", expected four hexadecimal digits`},
		{"{\"Name\":\"a\nb\"}", `/Name (line 1, offset 10): found "\n", expected no bare control character`},
		{"{\"Name\":\"a\xffb\"}", `/Name (line 1, offset 10): found "\xff", expected valid UTF-8`},
		{"{\"Name\":\"a\xed\xa0\x80b\"}", `/Name (line 1, offset 10): found "\xed", expected valid UTF-8`},
		{"{\n\"Players\":[\n{},\n{\"City\":{}}]}", `/Players[1]/City (line 4, offset 26): found object, expected a string`},
		{`{"Players":{}}`, `/Players (line 1, offset 11): found object, expected an array`},
		{`{"Players":[{} {}]}`, `/Players (line 1, offset 15): found "{", expected "," or "]"`},
		{`{"Seeds":"1,2"}`, `/Seeds (line 1, offset 9): found string "1,2", expected an array`},
		{`{"Address":[]}`, `/Address (line 1, offset 11): found array, expected an object`},
		{`{"Amount":"much"}`, `/Amount (line 1, offset 10): found string "much", expected a Decimal: not a decimal`},
		{`{"Birthdate":{}}`, `/Birthdate (line 1, offset 13): found object, expected a Date`},
		{`{"Birthdate":"soon"}`, `/Birthdate (line 1, offset 13): found string "soon", expected a Date: expected integer`},
		{`{"ApiSecretKey":"hush hush hush"}`, `/ApiSecretKey (line 1, offset 16): found string, expected a Secret`},
		{`{"ApiSecretKey":["hush"]}`, `/ApiSecretKey (line 1, offset 16): found array, expected a Secret`},
		{`{"ApiSecretKey":{"hush":tru}}`, `/ApiSecretKey (line 1, offset 27): found content not shown, expected "true"`},
		{`{"ApiSecretKey":"hush\h"}`, `/ApiSecretKey (line 1, offset 22): found content not shown, expected an escape`},
		{`{"Raw":[1,}`, `/Raw[1] (line 1, offset 10): found "}", expected a value`},
		{`{"Other":{"a":[1,}`, `/Other/a[1] (line 1, offset 17): found "}", expected a value`},
		{`{"` + strings.Repeat("x", 50) + `":[,]}`, `/` + strings.Repeat("x", 40) + `…[0] (line 1, offset 55): found ",", expected a value`},
	} {
		var got team
		err := jsoncodec.Unmarshal([]byte(test.body), &got, jsoncodec.Limits{})
		require.EqualError(t, err, test.want, test.body)
		require.ErrorAs(t, err, new(*record.Error))
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	for _, test := range []struct {
		depth, limit int
		accepted     bool
	}{
		{64, 0, true},
		{65, 0, false},
		{2, 2, true},
		{3, 2, false},
		{100_000, 0, false},
	} {
		body := nested(test.depth)
		lim := jsoncodec.Limits{MaxDepth: test.limit}
		_, asNode := jsoncodec.ParseNode(body, lim)
		var raw json.RawMessage
		skipped := jsoncodec.Unmarshal(body, &raw, lim)
		require.Equal(t, test.accepted, asNode == nil, asNode)
		require.Equal(t, test.accepted, skipped == nil, skipped)
	}

	typed := strings.Repeat(`{"Next":`, 70) + "null" + strings.Repeat("}", 70)
	err := jsoncodec.Unmarshal([]byte(typed), new(team), jsoncodec.Limits{})
	require.ErrorContains(t, err, `found "{", expected no deeper nesting`)
	var bad *record.Error
	require.ErrorAs(t, err, &bad)
	require.Equal(t, strings.Repeat("/Next", 64), bad.Path)
}

// fixtures returns the bodies that were written from the interface document.
func fixtures(t testing.TB) map[string][]byte {
	t.Helper()
	bodies := map[string][]byte{}
	root := filepath.Join("..", "..", "testdata", "wire")
	require.NoError(t, filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".json" {
			return err
		}
		bodies[path], err = os.ReadFile(path)
		return err
	}))
	require.NotEmpty(t, bodies)
	return bodies
}

// Every prefix of a body is an error and no panic, whatever it is read into.
func TestTruncatedFixtures(t *testing.T) {
	bodies := fixtures(t)
	bodies["a value of each kind"] = []byte(fullBody)
	for path, body := range bodies {
		whole := strings.TrimSpace(string(body))
		for n := range len(whole) {
			part := []byte(whole[:n])
			_, err := jsoncodec.ParseNode(part, jsoncodec.Limits{})
			for _, err := range []error{
				err, jsoncodec.Unmarshal(part, new(page), jsoncodec.Limits{}), jsoncodec.Unmarshal(part, new(team), jsoncodec.Limits{}),
			} {
				if err == nil {
					require.Failf(t, "a part is accepted", "%s cut at %d", path, n)
				}
			}
		}
	}
}

func TestFixturesAgreeWithEncodingJSON(t *testing.T) {
	for path, body := range fixtures(t) {
		n, err := jsoncodec.ParseNode(body, jsoncodec.Limits{})
		require.NoError(t, err, path)
		require.Empty(t, cmp.Diff(decoded(t, body), plainNode(n)), path)

		if filepath.Base(filepath.Dir(path)) != "players-list" {
			continue
		}
		var got, want page
		require.NoError(t, jsoncodec.Unmarshal(body, &got, jsoncodec.Limits{}), path)
		require.NoError(t, json.Unmarshal(body, &want), path)
		require.Empty(t, cmp.Diff(want, got), path)
		require.NotEmpty(t, got, path)
	}
}

// TestStop: reading ends at the member Stop, unless it holds nothing.
func TestStop(t *testing.T) {
	for body, stops := range map[string]bool{
		`{"Errors":null,"Id":7}`:                     false,
		`{"Errors" : [ ` + "\n" + ` ] ,"Id":7}`:      false,
		`{"errors":[],"Id":7}`:                       false,
		`{"Id":7,"Errors":[{}]}`:                     true,
		`{"Errors":[0],"Id":7}`:                      true,
		`{"Errors":{},"Id":7}`:                       true,
		`{"Errors":"","Id":7}`:                       true,
		`{"Errors":0,"Id":7}`:                        true,
		`{"Inner":{"Errors":[{}]},"Id":7}`:           false,
		`{"Errors":[],"Errors":[{"Code":1}],"Id":7}`: true,
		`{"Errors":[[]],"Id":7,"Tail":"not reached`:  true,
	} {
		var got struct {
			ID int `json:"Id"`
		}
		err := jsoncodec.Unmarshal([]byte(body), &got, jsoncodec.Limits{Stop: "Errors"})
		if stops {
			require.ErrorIs(t, err, record.ErrStopped, body)
			continue
		}
		require.NoError(t, err, body)
		require.Equal(t, 7, got.ID, body)
	}
	for _, body := range []string{`{"Errors":nullx}`, `{"Errors":[]`} {
		var at *record.Error
		var got struct{}
		require.ErrorAs(t, jsoncodec.Unmarshal([]byte(body), &got, jsoncodec.Limits{Stop: "Errors"}), &at, body)
	}
}
