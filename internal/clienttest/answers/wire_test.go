package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
	"github.com/tourney-go/tourney/secret"
)

// TestResponsesDecodeCompletely: nothing of an answer is left over, and its two formats carry the same data.
func TestResponsesDecodeCompletely(t *testing.T) {
	all := clienttest.Fixtures(t, "response")
	require.GreaterOrEqual(t, len(all), 77)
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			read := func(body, media string, opts ...tourney.Option) any {
				c, h := clienttest.Serve(t, f.Variant, clienttest.Always(200, body, "Content-Type", media+"; charset=utf-8"), opts...)
				got, err := f.Reader(t)(t.Context(), c)
				require.NoError(t, err)
				require.Len(t, h.Requests(), 1)
				require.Equal(t, media, h.Requests()[0].Header.Get("Accept"))
				require.Empty(t, leftOver(reflect.ValueOf(got), ""), "members without a field")
				return got
			}
			got := read(f.Body, "application/json")
			written, err := json.Marshal(got)
			require.NoError(t, err)
			clienttest.SameTree(t, f.Body, string(written))
			require.Empty(t, cmp.Diff(got, read(f.InXML(t), "application/xml", tourney.WithFormat(tourney.FormatXML))))
		})
	}
}

// leftOver returns the paths of all unknown members inside a value.
func leftOver(v reflect.Value, path string) (found []string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			found = leftOver(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			found = append(found, leftOver(v.Index(i), path+"[]")...)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			found = append(found, leftOver(value, path+"/"+field.Name)...)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if v.Type() == reflect.TypeFor[tourney.Extra]() {
				found = append(found, path+"/"+key.String())
				continue
			}
			found = append(found, leftOver(v.MapIndex(key), path+"/"+key.String())...)
		}
	}
	return found
}

// TestLeftOverSeesUnknownMembers: without a working leftOver the test above would prove nothing.
func TestLeftOverSeesUnknownMembers(t *testing.T) {
	extra := tourney.Extra{"New": nil}
	require.Empty(t, leftOver(reflect.ValueOf(tourney.Game{}), ""))
	require.Equal(t, []string{"/AwayTeam/Extra/New"}, leftOver(reflect.ValueOf(tourney.Game{AwayTeam: &tourney.GameSide{Extra: extra}}), ""))
	require.Equal(t, []string{"/Teams/Results[]/Players[]/Extra/New"}, leftOver(reflect.ValueOf(map[string]any{
		"Teams": tourney.Page[tourney.Team]{Results: []tourney.Team{{Players: []tourney.TeamPlayer{{Extra: extra}}}}},
	}), ""))
}

func TestRequestsCarryWhatTheFixturesDo(t *testing.T) {
	all := clienttest.Fixtures(t, "request")
	require.GreaterOrEqual(t, len(all), 30)
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			sent := f.Send(t, clienttest.Reply(200, `{"Id":1,"TeamId":1,"TransactionId":"t","ApiKey":"aw==","ApiSecretKey":"cw=="}`))
			want, got := scoresAsNumbers(clienttest.Tree(t, f.Body)), scoresAsNumbers(clienttest.Tree(t, sent.Body))
			require.Empty(t, cmp.Diff(want, got))

			const answer = `<Response><Id>1</Id><TeamId>1</TeamId><TransactionId>t</TransactionId>` +
				`<ApiKey>aw==</ApiKey><ApiSecretKey>cw==</ApiSecretKey></Response>`
			sent = f.Send(t, clienttest.Reply(200, answer, "Content-Type", "text/xml"), tourney.WithFormat(tourney.FormatXML))
			require.Equal(t, "application/xml", sent.Header.Get("Content-Type"))
			require.Empty(t, cmp.Diff(elements(t, f.InXML(t)), elements(t, sent.Body)))
		})
	}
}

// scoresAsNumbers turns scores into numbers: sample bodies send scores as text, and both are equal.
func scoresAsNumbers(body any) any {
	object, _ := body.(map[string]any)
	for name, value := range object {
		if text, ok := value.(string); ok && strings.HasSuffix(name, "score") && !strings.HasPrefix(text, "number ") {
			object[name] = "number " + text
		}
	}
	return body
}

// elements reads a request for a comparison of content: names in alphabetical order without letter case, text without surrounding white
// space, nulls as absent.
func elements(t *testing.T, body string) node.Node {
	t.Helper()
	_, n, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{Root: "Request"})
	require.NoError(t, err, body)
	return plainNode(n)
}

func plainNode(n node.Node) node.Node {
	n.Offset = 0
	n.Text = strings.TrimSpace(n.Text)
	n.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m node.Member) bool { return m.Kind == node.Null })
	for i := range n.Members {
		n.Members[i] = node.Member{Name: strings.ToLower(n.Members[i].Name), Node: plainNode(n.Members[i].Node)}
	}
	slices.SortStableFunc(n.Members, func(a, b node.Member) int { return strings.Compare(a.Name, b.Name) })
	return n
}

func TestXMLErrors(t *testing.T) {
	const body = `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">` +
		`<Errors><Error><Code>1</Code><Message>no such team</Message></Error></Errors></Response>`
	c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body, "Content-Type", "application/xml"))
	_, err := c.Teams.Get(t.Context(), 1)
	require.ErrorIs(t, err, tourney.ErrNotFound)
	require.ErrorContains(t, err, "no such team")

	c, _ = clienttest.Serve(t, tourney.Soccer,
		clienttest.Always(200, "<Response>\n<Team><Paid>maybe</Paid></Team></Response>", "Content-Type", "application/xml"), clienttest.SentOnce)
	_, err = c.Teams.Get(t.Context(), 1)
	unreadable := clienttest.As[*tourney.DecodeError](t, err)
	require.Equal(t, "/Team/Paid", unreadable.Path)
	require.Equal(t, 2, unreadable.Line)

	c, _ = clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, "<!DOCTYPE a><Response/>", "Content-Type", "application/xml"),
		clienttest.SentOnce)
	require.Error(t, clienttest.Err(c.Venues.List(t.Context(), tourney.VenueListOptions{})))
}

// TestBadMembersLeaveNothingBehind: a member that cannot be decoded keeps its previous value.
func TestBadMembersLeaveNothingBehind(t *testing.T) {
	for body, want := range map[string]tourney.PlayerGame{
		`{"Id":1,"Time":"soon"}`:                                           {ID: 1},
		`{"Time":"9:30 AM","Time":"soon"}`:                                 {Time: &tourney.TimeOfDay{Hour: 9, Minute: 30}},
		`<Response><Id>1</Id><Time>soon</Time></Response>`:                 {ID: 1},
		`<Response><Time>9:30 AM</Time><Time>soon</Time></Response>`:       {Time: &tourney.TimeOfDay{Hour: 9, Minute: 30}},
		`<Response><Date>1/5/2026</Date><Date>2/30/2026</Date></Response>`: {Date: tourney.Date{Year: 2026, Month: 1, Day: 5}},
	} {
		f := tourney.FormatJSON
		if body[0] == '<' {
			f = tourney.FormatXML
		}
		var got tourney.PlayerGame
		require.Error(t, clienttest.Decode(f, []byte(body), &got), body)
		require.Empty(t, cmp.Diff(want, got), body)
	}
}

// TestUnwritableMembersAreNamed: the error of a nested value that cannot be written has its path.
func TestUnwritableMembersAreNamed(t *testing.T) {
	no := tourney.Date{Year: 2026, Month: 2, Day: 30}
	page := struct{ Players tourney.Page[tourney.Player] }{tourney.Page[tourney.Player]{Results: []tourney.Player{
		{ID: 1},
		{ID: 2, Teams: []tourney.PlayerTeam{{Games: []tourney.PlayerGame{{ID: 3}, {Date: no}}}}},
	}}}
	const want = "/Players/Results[1]/Teams[0]/Games[1]/Date"
	for _, f := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
		_, err := clienttest.Marshal(f, page)
		found := clienttest.As[*record.Error](t, err, f)
		require.Equal(t, want, found.Path, f)
	}
}

// withMore adds a member that no type knows to every object of a body.
func withMore(t *testing.T, format tourney.Format, body []byte) []byte {
	t.Helper()
	if format == tourney.FormatXML { // every object with an Id or a Name, the first of which is never inside a text
		for _, first := range []string{"<Id>", "<Name>"} {
			body = bytes.ReplaceAll(body, []byte(first), []byte("<NewIn2027><More a='1'>&lt;x&gt;</More><More/></NewIn2027>"+first))
		}
		return body
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	more, err := json.Marshal(addMore(v))
	require.NoError(t, err)
	return more
}

func addMore(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = addMore(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = addMore(v[name])
		}
		v["NewIn2027"] = map[string]any{"Deep": []any{nil, 1.5, "<é\u2028\"", json.Number("1e400")}, "Null": nil}
	}
	return v
}

// TestRowsComeBack: every answer of testdata/wire, with unknown members in every object, is the same after it was
// written as a row and read again, and the row holds all that the JSON body had.
func TestRowsComeBack(t *testing.T) {
	tried := 0
	for _, a := range clienttest.Answers {
		for format, extension := range map[tourney.Format]string{tourney.FormatJSON: "json", tourney.FormatXML: "xml"} {
			files := clienttest.Glob(t, "testdata/wire/"+a.Folder+"/*.response."+extension)
			for _, file := range files {
				body, err := os.ReadFile(file)
				require.NoError(t, err)
				for _, body := range [][]byte{body, withMore(t, format, body)} {
					got := reflect.New(a.Body)
					require.NoError(t, clienttest.Decode(format, body, got.Interface()), "%s\n%s", file, body)
					row, err := tourney.MarshalRow(got.Interface())
					if a.Folder == "authenticate" {
						require.ErrorContains(t, err, "/ApiKey: found content not shown, expected a row without a secret")
						continue
					}
					require.NoError(t, err, file)
					again := reflect.New(a.Body)
					require.NoError(t, tourney.UnmarshalRow(row, again.Interface()), "%s", row)
					require.Empty(t, diff(got.Interface(), again.Interface(), exactly), "%s\n%s", file, row)
					if format == tourney.FormatJSON {
						sameMembers(t, a.Body, string(body), string(row))
					}
					tried++
				}
			}
		}
	}
	require.Greater(t, tried, 150)
}

// sameMembers compares a body with its row. The wrappers of these tests have no place for unknown members of their own.
func sameMembers(t *testing.T, body reflect.Type, want, got string) {
	t.Helper()
	wanted, found := clienttest.Tree(t, want), clienttest.Tree(t, got)
	if _, has := body.FieldByName("Extra"); !has {
		delete(wanted.(map[string]any), "newin2027")
		if inside, ok := wanted.(map[string]any)["players"].(map[string]any); ok && body.Field(0).Type.Name() == "" {
			delete(inside, "newin2027")
		}
	}
	require.Empty(t, diff(wanted, found))
}

func TestRowsHaveOneForm(t *testing.T) {
	team := tourney.Team{
		ID: 7, Name: "Ötters <1>", Address: &tourney.Address{City: "X", Extra: tourney.Extra{"Borough": json.RawMessage(`null`)}},
		Extra: tourney.Extra{"b": json.RawMessage("[1,\n 2]"), "a\"": json.RawMessage(`"<>"`), "Empty": nil},
	}
	const want = `{"Id":7,"Name":"Ötters <1>","Address":{"City":"X","Borough":null},"Empty":null,"a\"":"<>","b":[1,` + "\n" + ` 2]}`
	for range 5 {
		got, err := tourney.MarshalRow(&team)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	rows, err := tourney.MarshalRow([]tourney.Venue{{ID: 1, Name: "A"}, {ID: 2, Extra: tourney.Extra{"New": json.RawMessage(`{}`)}}})
	require.NoError(t, err)
	require.Equal(t, `[{"Id":1,"Name":"A"},{"Id":2,"Name":"","New":{}}]`, string(rows))
	var venues []tourney.Venue
	require.NoError(t, tourney.UnmarshalRow(rows, &venues))
	require.Equal(t, `{"New":{}}`, venues[1].Extra.String())
}

// TestRowsThatCannotBeWritten: nothing is changed, hidden or written twice in silence.
func TestRowsThatCannotBeWritten(t *testing.T) {
	extra := func(name, value string) tourney.Game {
		return tourney.Game{AwayTeam: &tourney.GameSide{Extra: tourney.Extra{name: json.RawMessage(value)}}}
	}
	wonBy := func(name string) *tourney.GameSide { return &tourney.GameSide{WonBy: &tourney.WonBy{Name: name}} }
	password := secret.New("hunter22")
	for want, row := range map[string]any{
		"a <nil> as a row: /: found nil":                                      nil,
		"a *tourney.Team as a row: /: found nil":                              (*tourney.Team)(nil),
		"/AwayTeam/name: found a member of Extra, expected no other member":   extra("name", `1`),
		"/AwayTeam/New: found a member of Extra that is not JSON":             extra("New", `{"a":`),
		"/AwayTeam/Two: found a member of Extra that is not JSON":             extra("Two", `1 2`),
		"/Name: found text that is not UTF-8":                                 tourney.Team{Name: "\xff"},
		"/Players[0]/Status: found text that is not UTF-8":                    tourney.Team{Players: []tourney.TeamPlayer{{Status: "\xff"}}},
		"/HomeTeam/WonBy: found text that is not UTF-8":                       tourney.Game{HomeTeam: wonBy("\xff")},
		": found text that is not UTF-8":                                      extra("\xff", `1`),
		"/Date: ":                                                             tourney.Game{Date: tourney.Date{Year: 2026, Month: 2, Day: 30}},
		"/Address/Latitude: ":                                                 tourney.Team{Address: &tourney.Address{Latitude: new(math.NaN())}},
		"/Password: found content not shown, expected a row without a secret": tourney.Login{Username: "director", Password: password},
		"a map[string]string as a row: ":                                      map[string]string{},
		"a int as a row: it is no row: expected a type of an answer":          5,
		"a *errors.errorString as a row: it is no row":                        errors.New("team"),
		"a tourney.APIError as a row: it is no row":                           tourney.APIError{},
		"a struct {} as a row: it is no row":                                  struct{}{},
		"a *string as a row: it is no row":                                    new("Team"),
		"a []bool as a row: it is no row":                                     []bool{true},
		"a tourney.Date as a row: it is no row":                               tourney.Date{Year: 2026, Month: 2, Day: 3},
		"a tourney.TeamCreateInput as a row: it is no row":                    tourney.TeamCreateInput{Name: new("Otters")},
		"a *tourney.GameUpdateInput as a row: it is no row":                   &tourney.GameUpdateInput{ID: 7},
	} {
		got, err := tourney.MarshalRow(row)
		require.ErrorContains(t, err, want, "%s", got)
		require.True(t, strings.HasPrefix(err.Error(), "tourney: cannot write a "), err.Error())
		require.NotContains(t, err.Error(), password.Reveal())
		require.Nil(t, got)
	}
	account, err := tourney.MarshalRow(tourney.Account{ID: 3, Credentials: auth.Credentials{APIKey: "k", APISecret: password}})
	require.NoError(t, err)
	require.Equal(t, `{"Id":3,"Email":""}`, string(account), "its keys are no members")
}

func TestRowsThatCannotBeRead(t *testing.T) {
	for data, want := range map[string]string{
		``:                           "tourney: cannot read a row into a *tourney.Game: ",
		`{"Id":1} x`:                 "/",
		`{"AwayTeam":{"Score":"x"}}`: "/AwayTeam/Score",
		`[]`:                         "expected an object",
	} {
		var game tourney.Game
		require.ErrorContains(t, tourney.UnmarshalRow([]byte(data), &game), want, data)
	}
	require.ErrorContains(t, tourney.UnmarshalRow([]byte(`{}`), tourney.Game{}), "expected a pointer to read into")
	game := tourney.Game{ID: 5, Extra: tourney.Extra{"Old": nil}}
	require.NoError(t, tourney.UnmarshalRow([]byte(`{"id":6}`), &game))
	require.Equal(t, tourney.Game{ID: 6}, game, "the value is replaced")
}

func TestExtraPrintsAsText(t *testing.T) {
	extra := tourney.Extra{
		"Number": json.RawMessage(`12`), "Away": json.RawMessage("{\n\t\"Pool\": \"<Blue>\"\r\n}"), "É\"\n": json.RawMessage(`null`),
		"bad": json.RawMessage("{oops\n"), "none": nil,
	}
	const want = `{"Away":{"Pool":"<Blue>"},"Number":12,"bad":"{oops\n","none":"","É\"\n":null}`
	for range 5 {
		require.Equal(t, want, extra.String())
	}
	require.Equal(t, want+" "+want, fmt.Sprintf("%v %s", extra, extra))
	require.Equal(t, "{}", tourney.Extra(nil).String())
	require.Contains(t, fmt.Sprintf("%+v", tourney.Venue{Extra: tourney.Extra{"A": json.RawMessage(`1`)}}), `Extra:{"A":1}`)
	long := tourney.Extra{"A": json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)}
	require.Len(t, long.String(), 1<<20+len(`{"A":""}`), "nothing is cut")
}
