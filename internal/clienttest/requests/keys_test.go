package requests

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

// TestKeysThatCannotBeRead: the error describes the answer, names the member, and gives its place if the answer has the member. No text
// shows a key.
func TestKeysThatCannotBeRead(t *testing.T) {
	const (
		good   = "Z29vZC1rZXk=" // of good-key
		isNull = ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"`
	)
	for name, c := range map[string]struct {
		status            int
		contentType, body string
		path              string
		at                string // what of the body begins at the position; "" when there is none
	}{
		"no base64": {
			200, "application/json", "{\n\"Id\":1,\n\"ApiKey\": \"hidden-key!\",\"ApiSecretKey\":\"" + good + `"}`,
			"/ApiKey", `"hidden-key!"`,
		},
		"no base64, the secret, another status and type": {
			201, "application/problem+json; charset=utf-8",
			"{\"ApiKey\":\"" + good + "\",\n\n\"apisecretkey\":\"hidden-key!\"}", "/ApiSecretKey", `"hidden-key!"`,
		},
		"a number":        {200, "text/json", `{"ApiKey":1234567890123}`, "/ApiKey", "1234567890123"},
		"an object":       {200, "application/json", `{"ApiKey":{"hidden-key":1}}`, "/ApiKey", `{"hidden-key":1}`},
		"a list":          {200, "application/json", `{"ApiKey":["` + good + `"]}`, "/ApiKey", `["` + good},
		"padding only":    {200, "application/json", `{"ApiKey":"===="}`, "/ApiKey", `"===="`},
		"broken off":      {200, "application/json", `{"ApiKey":"hidden-k`, "/ApiKey", ""},
		"null":            {200, "application/json", `{"ApiKey":null,"ApiSecretKey":"` + good + `"}`, "/ApiKey", ""},
		"empty":           {203, "text/json", `{"ApiKey":"` + good + `","ApiSecretKey":""}`, "/ApiSecretKey", ""},
		"blank":           {200, "text/json", `{"ApiKey":" \r\n","ApiSecretKey":"` + good + `"}`, "/ApiKey", ""},
		"missing":         {200, "application/json", `{"Id":1,"ApiKey":"` + good + `"}`, "/ApiSecretKey", ""},
		"nothing at all":  {200, "application/json", `{}`, "/ApiKey", ""},
		"no content type": {200, "", `{"ApiKey":"hidden-key!"}`, "/ApiKey", `"hidden-key!"`},
		"XML, no base64": {
			202, "text/xml; charset=utf-8", "<Response>\n<Id>1</Id>\n<ApiKey>hidden-key!</ApiKey>" +
				"<ApiSecretKey>" + good + "</ApiSecretKey></Response>", "/ApiKey", "hidden-key!<",
		},
		"XML, the secret, escaped": {
			200, "application/xml", "<Response><ApiKey>" + good + "</ApiKey>" +
				"<ApiSecretKey>hidden&amp;key</ApiSecretKey></Response>", "/ApiSecretKey", "hidden&amp;key",
		},
		"XML, an element": {
			200, "application/xml", "<Response><ApiKey><hidden-key/></ApiKey></Response>", "/ApiKey", "<hidden-key/>",
		},
		"XML, null":    {200, "application/xml", "<Response><ApiKey" + isNull + "/></Response>", "/ApiKey", ""},
		"XML, missing": {200, "application/xml", "<Response/>", "/ApiKey", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var heard []observe.ErrorType
			for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
				answer := clienttest.Always(c.status, c.body, "Content-Type", c.contentType)
				client, h := clienttest.Serve(t, tourney.Soccer, answer, tourney.WithFormat(format), endsIn(&heard))
				var response tourney.Response
				account, err := client.Authenticate(t.Context(), "director", "hunter22", tourney.ResponseInto(&response))
				require.Zero(t, account)
				requireUnreadableKey(t, err, c.status, c.contentType, c.path, c.body, c.at)
				require.Equal(t, c.status, response.Status)
				require.Len(t, h.Requests(), 1)

				shared, _ := clienttest.Serve(t, tourney.Soccer, answer, tourney.WithFormat(format),
					tourney.WithLogin("director", "hunter22"), tourney.WithSigner(clienttest.Signer))
				_, err = shared.Teams.Get(t.Context(), 7)
				requireUnreadableKey(t, err, c.status, c.contentType, c.path, c.body, c.at)
			}
			require.Equal(t, []observe.ErrorType{observe.ErrorDecode, observe.ErrorDecode}, heard)
		})
	}
}

func requireUnreadableKey(t *testing.T, err error, status int, contentType, path, body, at string) {
	t.Helper()
	failed := clienttest.As[*tourney.DecodeError](t, err)
	require.Equal(t, "Authentication.Authenticate", failed.Op)
	require.Equal(t, []any{status, contentType, path}, []any{failed.Status, failed.ContentType, failed.Path})
	if at != "" {
		require.True(t, strings.HasPrefix(body[failed.Offset:], at), "offset %d", failed.Offset)
		require.Equal(t, 1+strings.Count(body[:failed.Offset], "\n"), failed.Line)
	}
	require.Empty(t, failed.Excerpt())
	require.ErrorContains(t, err, path)
	shown := fmt.Sprintf("%v %+v %#v %#v %#v", err, err, err, failed, failed.Err)
	clienttest.RequireNoTrace(t, shown, "hidden", "Z29vZC1rZXk", "good-key", "1234567890")
}

// endsIn notes how calls end.
func endsIn(heard *[]observe.ErrorType) tourney.Option {
	return tourney.WithObserver(observe.Observer{OperationEnd: func(_ context.Context, e observe.OperationEnd) {
		*heard = append(*heard, e.Error)
	}})
}
