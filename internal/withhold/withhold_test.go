package withhold_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/withhold"
	"github.com/tourney-go/tourney/observe"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "key-0123456789abcdef"

func ownNone(error) bool { return false }

func TestTexts(t *testing.T) {
	open := withhold.New(withhold.Carried{Texts: []string{key}, OwnError: ownNone})
	secret := withhold.New(withhold.Carried{Texts: []string{key}, Secret: true, OwnError: ownNone})
	require.Equal(t, "no such team", open.Text("no such team"))
	require.NotContains(t, open.Text("wrong "+key), key)
	spaced := withhold.New(withhold.Carried{Texts: []string{key + " \n"}, OwnError: ownNone})
	for _, said := range []string{key, strings.ToUpper(key), base64.StdEncoding.EncodeToString([]byte(key)), hex.EncodeToString([]byte(key))} {
		require.Contains(t, spaced.Text("wrong "+said), "[withheld", said)
		require.Contains(t, open.ID("r-"+said), "[withheld", said)
	}
	require.Contains(t, secret.Text("no such team"), "[withheld")
	require.Equal(t, "email", secret.Name("email"))
	require.Contains(t, secret.Name("hunter2"), "[withheld")
	require.Equal(t, "req-1", secret.ID("req-1"))
	require.Empty(t, secret.Excerpt([]byte("<html>")))
	require.Equal(t, "<html>", open.Excerpt([]byte("<html>")))
}

func TestErrors(t *testing.T) {
	open := withhold.New(withhold.Carried{Texts: []string{key}, OwnError: ownNone})
	require.Equal(t, io.EOF, open.Err(io.EOF, observe.ErrorNone))
	cause := fmt.Errorf("sent %s: %w", key, io.EOF)
	shown := open.Err(cause, observe.ErrorBroken)
	require.NotContains(t, fmt.Sprintf("%v %+v %#v", shown, shown, shown), key)
	require.ErrorIs(t, shown, io.EOF)
	require.ErrorIs(t, shown, cause)

	at := withhold.WithoutURL(&url.Error{Op: "Get", URL: "https://a/?k=" + key, Err: errors.New("broken")})
	require.Equal(t, "broken", at.Error())
}

func TestQuotes(t *testing.T) {
	body := []byte(`{"Name":"` + key + `"}`)
	open := withhold.New(withhold.Carried{Texts: []string{key}, OwnError: ownNone})
	shown := open.Reworded(&record.Error{Path: "/Name", Offset: 8, Found: key, Expected: "a number"}, body)
	require.NotContains(t, shown.Error(), key)
	require.ErrorContains(t, shown, "/Name")
}
