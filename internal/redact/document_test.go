package redact_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/redact"
)

// TestDocuments: secrets go wherever they are in a document, and what is none stays.
func TestDocuments(t *testing.T) {
	const same = ""
	for _, c := range []struct{ document, saved, shown string }{
		{`{"Login":{"Password":"x"}}`, `{"Login":{"Password":"[redacted]"}}`, `{"Login":{"Password":"[redacted]"}}`},
		{`[{"ApiKey":"x"}]`, `[{"ApiKey":"[redacted]"}]`, `[{"ApiKey":"[redacted]"}]`},
		{`{"a":[[{"api_secret":{"b":[1]}}]]}`, `{"a":[[{"api_secret":"[redacted]"}]]}`, `{"a":[[{"api_secret":"[redacted]"}]]}`},
		{`{"Pin":1234}`, `{"Pin":"[redacted]"}`, `{"Pin":"[redacted]"}`},
		{`[{"Name":"Token","Value":"x"}]`, `[{"Name":"Token","Value":"[redacted]"}]`, `[{"Name":"Token","Value":"[redacted]"}]`},
		{`{"key":"Key","value":["x"]}`, `{"key":"Key","value":"[redacted]"}`, `{"key":"Key","value":"[redacted]"}`},
		{`{"a":"{\"Password\":\"x\"}"}`, `{"a":"[redacted]"}`, `{"a":"[redacted]"}`},
		{`{"a":["<Login><Password>x</Password></Login>"]}`, `{"a":["[redacted]"]}`, `{"a":["[redacted]"]}`},
		{`{"a":"u=1&api_key=x","b":"%7B%22pin%22%3A1%7D"}`, `{"a":"[redacted]","b":"[redacted]"}`, `{"a":"[redacted]","b":"[redacted]"}`},
		{`"https://pat:x@example.com"`, `"[redacted]"`, `"[redacted]"`},
		{`{"Name":"4111 1111 1111 1111","b":"NDExMTExMTExMTExMTExMQ=="}`, same, `{"Name":"[redacted]","b":"[redacted]"}`},
		{`{"Card":4111111111111111,"4111111111111111":1}`, same, `{"Card":"[redacted]","[redacted]":1}`},
		{`{"Id":4111111111111111,"TeamIds":[4111111111111111],"next":4111111111111111,"Total":4}`, same, same},
		{`{"Password":null,"Token":"","RequireSignature":true,"a":"{\"Password\":\"[redacted]\"}"}`, same, same},
		{`{"Waiver signature":"Pat","Club secretary":"Lee"}`, same, `{"Waiver signature":"[redacted]","Club secretary":"[redacted]"}`},
		{`{"a":"password=[redacted]x"}`, `{"a":"[redacted]"}`, `{"a":"[redacted]"}`},
		{`{"a":"the Password: see below"}`, `{"a":"[redacted]"}`, `{"a":"[redacted]"}`},
		{`{"a":"a pin, a token","b":-1.50e3,"c":{}}`, same, same},
	} {
		for name, rule := range map[string]redact.Rule{"saved": redact.Saved, "shown": redact.Shown} {
			want := map[string]string{"saved": c.saved, "shown": c.shown}[name]
			n, err := jsoncodec.ParseNode([]byte(c.document), jsoncodec.Limits{})
			require.NoError(t, err)
			require.Equal(t, want != same, rule.Withhold(&n), "%s %s", name, c.document)
			if want == same {
				want = c.document
			}
			require.Empty(t, cmp.Diff(want, string(jsoncodec.AppendNode(nil, n))), name)
			require.False(t, rule.Withhold(&n), "%s %s: the second time", name, c.document)
		}
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
