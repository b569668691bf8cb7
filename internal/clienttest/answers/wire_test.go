package answers

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
)

func TestResponsesDecodeCompletely(t *testing.T) {
	all := clienttest.Fixtures(t, "response")
	require.GreaterOrEqual(t, len(all), 77)
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			c, h := clienttest.Serve(t, f.Variant, clienttest.Always(200, f.Body))
			got, err := f.Reader(t)(t.Context(), c)
			require.NoError(t, err)
			require.Len(t, h.Requests(), 1)
			require.Empty(t, leftOver(reflect.ValueOf(got), ""), "members without a field")
			written, err := json.Marshal(got)
			require.NoError(t, err)
			clienttest.SameTree(t, f.Body, string(written))
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
