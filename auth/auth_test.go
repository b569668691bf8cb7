package auth_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/secret"
)

const base = "https://host.example.com"

var testKeys = auth.Credentials{APIKey: "apikeyforaccount", APISecret: secret.New("apisecretkeyforaccount")}

// testSigner signs at the instant of the public example.
var testSigner = auth.HMAC{Now: func() time.Time { return time.Date(2012, 9, 27, 20, 33, 55, 356445300, time.UTC) }}

func get(t *testing.T, target string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
	require.NoError(t, err)
	return req
}

func errorOf(_ auth.Credentials, err error) error { return err }

// TestHMACGivesTheKnownSignature: two other tools computed the expected signature.
func TestHMACGivesTheKnownSignature(t *testing.T) {
	const want = "LPtnmmZMu8wRvlTgenFTOxlwcuiGLsGQ0Jxy0BQYYxY="
	for name, target := range map[string]string{
		"plain":                   "https://host.example.com/api/v1/events",
		"the query is not signed": "https://host.example.com/api/v1/events?page=2&eventid=7",
		"nor is the host":         "http://other.example.com:8080/api/v1/events",
		"nor the base URL's path": "https://host.example.com/soccer/live/api/v1/events",
	} {
		t.Run(name, func(t *testing.T) {
			req := get(t, target)
			require.NoError(t, testSigner.Sign(req, testKeys))
			require.Equal(t, "2012-09-27T20:33:55.3564453Z", req.Header.Get("Timestamp"))
			require.Equal(t, "apikeyforaccount."+want, req.Header.Get("Authentication"))
			require.Empty(t, req.Header.Get("Authorization"), "the header has another name")
			require.NoError(t, testSigner.Verify(req, testKeys))
		})
	}
}

func TestHMACKeepsTheCaseOfTheKey(t *testing.T) {
	mixed := auth.Credentials{APIKey: "ApiKeyForAccount", APISecret: testKeys.APISecret}
	req := get(t, base+"/api/v1/events")
	require.NoError(t, testSigner.Sign(req, mixed))
	require.Equal(t, "ApiKeyForAccount.LPtnmmZMu8wRvlTgenFTOxlwcuiGLsGQ0Jxy0BQYYxY=", req.Header.Get("Authentication"),
		"the message is upper-cased as a whole, the header is not")
	require.Equal(t, "ApiKeyForAccount", testSigner.Account(req))
}

func TestHMACUsesUniversalTime(t *testing.T) {
	zone := time.FixedZone("elsewhere", 3*3600)
	signer := auth.HMAC{Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, zone) }}
	req := get(t, base+"/api/v1/events")
	require.NoError(t, signer.Sign(req, testKeys))
	require.Equal(t, "2026-01-02T00:04:05.0000000Z", req.Header.Get("Timestamp"))
}

func TestSignersTakeBackWhatTheySigned(t *testing.T) {
	for name, c := range map[string]struct {
		signer  auth.Verifier
		carried string // where the request says who it is
	}{
		"hmac":            {testSigner, "apikeyforaccount"},
		"headers":         {auth.Header{Key: "X-Key", Secret: "X-Secret"}, "apikeyforaccount"},
		"one header":      {auth.Header{Key: "X-Key"}, "apikeyforaccount"},
		"parameters":      {auth.Query{Key: "apikey", Secret: "apisecret"}, "apikeyforaccount"},
		"secret alone":    {auth.Query{Secret: "apisecret"}, ""},
		"secret a header": {auth.Header{Secret: "X-Secret"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			unsigned, signed := get(t, base+"/api/v1/teams?page=2"), get(t, base+"/api/v1/teams?page=2")
			require.NoError(t, c.signer.Sign(signed, testKeys))
			require.Equal(t, c.carried, c.signer.Account(signed))
			require.NoError(t, c.signer.Verify(signed, testKeys))
			require.Equal(t, "2", signed.URL.Query().Get("page"), "the request's own parameters stay")
			require.Error(t, c.signer.Verify(unsigned, testKeys))
			require.Empty(t, c.signer.Account(unsigned))
			other := auth.Credentials{APIKey: "other", APISecret: secret.New("other-secret-value")}
			err := c.signer.Verify(signed, other)
			require.Error(t, err)
			require.NotContains(t, err.Error(), "other", "it does not say what was expected")
		})
	}
}

func TestTamperedRequestsAreRefused(t *testing.T) {
	for name, tamper := range map[string]func(*http.Request){
		"method":        func(r *http.Request) { r.Method = http.MethodPut },
		"path":          func(r *http.Request) { r.URL.Path = "/api/v1/games" },
		"timestamp":     func(r *http.Request) { r.Header.Set("Timestamp", "2012-09-27T20:33:55.356Z") },
		"no timestamp":  func(r *http.Request) { r.Header.Del("Timestamp") },
		"account":       func(r *http.Request) { r.Header.Set("Authentication", "x"+r.Header.Get("Authentication")) },
		"signature":     func(r *http.Request) { r.Header.Set("Authentication", r.Header.Get("Authentication")+"A") },
		"cut signature": func(r *http.Request) { r.Header.Set("Authentication", "apikeyforaccount.") },
		"no signature":  func(r *http.Request) { r.Header.Del("Authentication") },
	} {
		t.Run(name, func(t *testing.T) {
			req := get(t, base+"/api/v1/events")
			require.NoError(t, testSigner.Sign(req, testKeys))
			tamper(req)
			require.Error(t, testSigner.Verify(req, testKeys))
		})
	}
	byHeader := auth.Header{Key: "X-Key", Secret: "X-Secret"}
	req := get(t, base)
	require.NoError(t, byHeader.Sign(req, testKeys))
	req.Header.Set("X-Secret", "guess")
	require.Error(t, byHeader.Verify(req, testKeys))
}

func TestSignersRefuseToSignWithNothing(t *testing.T) {
	req := get(t, base+"/api/v1/events")
	require.Error(t, testSigner.Sign(req, auth.Credentials{APISecret: testKeys.APISecret}))
	require.Error(t, testSigner.Sign(req, auth.Credentials{APIKey: "key"}))
	require.Error(t, auth.Header{}.Sign(req, testKeys))
	require.Error(t, auth.Query{}.Sign(req, testKeys))
	require.Empty(t, req.Header)
	require.Empty(t, req.URL.RawQuery)
}

func TestDecode(t *testing.T) {
	raw := "\xfb\xff\xbf sub?jects~"
	std, url := base64.StdEncoding.EncodeToString([]byte(raw)), base64.URLEncoding.EncodeToString([]byte(raw))
	require.NotEqual(t, std, url, "the sample needs both alphabets")
	require.True(t, strings.HasSuffix(std, "="), "the sample needs padding")
	for name, text := range map[string]string{
		"standard":      std,
		"url":           url,
		"unpadded":      strings.TrimRight(std, "="),
		"unpadded url":  strings.TrimRight(url, "="),
		"spaces around": "  " + std + "\r\n",
		"wrapped":       std[:8] + "\r\n" + std[8:],
	} {
		t.Run(name, func(t *testing.T) {
			got, err := auth.Decode(text, text)
			require.NoError(t, err)
			require.Equal(t, raw, got.APIKey)
			require.Equal(t, raw, got.APISecret.Reveal())
		})
	}
}

func TestDecodeNamesTheKeyAndNeverRepeatsIt(t *testing.T) {
	const good = "Z29vZA=="
	for name, bad := range map[string]string{
		"garbage": "plain-text-secret!", "space inside": "c2Vj cmV0LXZhbHVl", "one letter too many": "c2VjcmV0X", "padding inside": "c2Vj=cmV0",
		"empty": "", "padding only": "==", "spaces": "   ",
	} {
		t.Run(name, func(t *testing.T) {
			for which, err := range map[string]error{
				"ApiKey":       errorOf(auth.Decode(bad, good)),
				"ApiSecretKey": errorOf(auth.Decode(good, bad)),
			} {
				require.ErrorContains(t, err, which)
				if text := strings.TrimSpace(bad); len(text) > 2 {
					require.NotContains(t, err.Error(), text)
					require.NotContains(t, err.Error(), text[:4])
				}
			}
		})
	}
}

// TestHMACRefusesNames: headers that cannot hold a signature of their own.
func TestHMACRefusesNames(t *testing.T) {
	for _, s := range []auth.HMAC{
		{Header: "Timestamp"}, {Header: "X", Timestamp: "x"}, {Header: "X Sig"}, {Header: "host"}, {Timestamp: "Content-Length"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base, nil)
		require.NoError(t, err)
		require.ErrorContains(t, s.Sign(req, testKeys), "of its own")
		require.Empty(t, req.Header)
	}
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
