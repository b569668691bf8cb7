package requests

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// elsewhere changes a request for a host with another path, another member and a header.
func elsewhere(r *tourney.PreparedRequest) error {
	r.Path = strings.Replace(r.Path, "/api/v1/teams", "/api/v1/of%2Fours", 1)
	if r.Query.Has("eventid") {
		r.Query = url.Values{"tournament": r.Query["eventid"]}
	}
	r.Header.Set("X-Tenant", "seven")
	if r.Body != nil {
		r.Body = []byte(strings.ReplaceAll(string(r.Body), `"Name"`, `"Title"`))
	}
	return nil
}

// TestPrepareComesBeforeTheSignature: every attempt of a call carries the request as the functions left it, with a
// signature of that request.
func TestPrepareComesBeforeTheSignature(t *testing.T) {
	var got []string
	host := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
		if signed := (auth.HMAC{}).Verify(req, clienttest.Keys) == nil; !signed {
			return clienttest.JSON(http.StatusUnauthorized, `{}`), nil
		}
		var body []byte
		if req.Body != nil {
			body, _ = io.ReadAll(req.Body)
			require.Len(t, body, int(req.ContentLength))
		}
		target := fmt.Sprint(req.Method, " ", req.URL.EscapedPath(), "?", req.URL.RawQuery)
		got = append(got, fmt.Sprint(target, " ", req.Header["X-Tenant"], " ", string(body)))
		if len(got)%2 == 1 {
			return clienttest.JSON(http.StatusTooManyRequests, `{}`), nil
		}
		return clienttest.JSON(http.StatusOK, `{"Id":4001,"Teams":{"Results":[]}}`), nil
	})
	calls := 0
	client := clienttest.Over(t, host, clienttest.Quick, tourney.WithCredentials(clienttest.Keys), tourney.WithSigner(clienttest.Signer),
		tourney.WithPrepare(func(r *tourney.PreparedRequest) error { calls++; return elsewhere(r) }),
		tourney.WithPrepare(func(r *tourney.PreparedRequest) error { r.Header.Add("X-Tenant", r.Op); return nil }))
	_, err := client.Teams.List(t.Context(), tourney.TeamListOptions{EventID: 1001})
	require.NoError(t, err)
	require.NoError(t, client.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 4001, Name: new("Otters")}))
	_, err = client.Do(t.Context(), tourney.RawRequest{Method: http.MethodGet, Path: "/api/v1/teams"})
	require.NoError(t, err)
	list := "GET /api/v1/of%2Fours?tournament=1001 [seven Teams.List] "
	update := `PUT /api/v1/of%2Fours? [seven Teams.Update] {"Id":4001,"Title":"Otters"}`
	raw := "GET /api/v1/of%2Fours? [seven Do] "
	require.Empty(t, cmp.Diff([]string{list, list, update, update, raw, raw}, got))
	require.Equal(t, 3, calls, "once for each call")
}

// TestPrepareOfALogin: a login goes through the functions, and its password stays a secret.
func TestPrepareOfALogin(t *testing.T) {
	srv := mockserver.Start(t, tourney.Profile{
		Variant: tourney.Soccer, Paths: map[string]string{"/api/v1/authenticate": "/v2/login"},
	}, mockserver.RequireAuth(auth.HMAC{}))
	var ops []string
	client, err := tourney.New(srv.URL(), tourney.Soccer, tourney.WithSigner(auth.HMAC{}),
		tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword),
		tourney.WithPrepare(func(r *tourney.PreparedRequest) error {
			ops = append(ops, r.Op)
			r.Path = strings.Replace(r.Path, "/api/v1/authenticate", "/v2/login", 1)
			return nil
		}))
	require.NoError(t, err)
	_, err = client.Teams.Get(t.Context(), 4001)
	require.NoError(t, err)
	require.Equal(t, []string{"Teams.Get", "Authentication.Authenticate"}, ops)
}

// TestPrepareThatRefuses: what a function must not do is named, and nothing goes out.
func TestPrepareThatRefuses(t *testing.T) {
	for want, prepare := range map[string]func(*tourney.PreparedRequest) error{
		"WithPrepare: no tenant":                             func(*tourney.PreparedRequest) error { return errors.New("no tenant") },
		"Path must start with / and hold no query":           func(r *tourney.PreparedRequest) error { r.Path += "?id=1"; return nil },
		"Path has a % that begins no escape":                 func(r *tourney.PreparedRequest) error { r.Path = "/%zz"; return nil },
		"WithPrepare: only the client may set Host":          func(r *tourney.PreparedRequest) error { r.Header.Set("Host", "x"); return nil },
		"WithPrepare: the name or the value has a character": func(r *tourney.PreparedRequest) error { r.Header.Set("X", "a\r\nb"); return nil },
	} {
		client, host := clienttest.Serve(t, tourney.Soccer, clienttest.Always(http.StatusOK, `{"Id":1}`), tourney.WithPrepare(prepare))
		_, err := client.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("Otters")})
		_ = clienttest.As[*tourney.ValidationError](t, err)
		require.ErrorContains(t, err, want)
		require.Empty(t, host.Requests())
	}
	_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithPrepare(nil))
	require.ErrorContains(t, err, "WithPrepare: the function is nil")

	plain, err := tourney.New("http://host.example.com", tourney.Soccer, tourney.WithPrepare(elsewhere),
		tourney.WithHTTPClient(&http.Client{Transport: httpmock.NewMockTransport()}))
	require.NoError(t, err)
	err = plain.Teams.Update(t.Context(), tourney.TeamUpdateInput{ID: 1, Name: new("Otters")})
	require.ErrorContains(t, err, "it would send secrets over plain http", "a body that the client does not know")
	secretive, err := tourney.New("http://host.example.com", tourney.Soccer,
		tourney.WithPrepare(func(r *tourney.PreparedRequest) error { r.Header.Set("Authorization", "Bearer hush"); return nil }),
		tourney.WithHTTPClient(&http.Client{Transport: httpmock.NewMockTransport()}))
	require.NoError(t, err)
	_, err = secretive.Teams.Get(t.Context(), 1)
	require.ErrorContains(t, err, "it would send secrets over plain http")
}

// TestPrepareKeepsSecrets: a secret under another name, in another place, is in no error.
func TestPrepareKeepsSecrets(t *testing.T) {
	const answer = `{"Errors":[{"Code":3,"Message":"no 4111111111111111 with 737 for Bearer-hush"}]}`
	client, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(http.StatusBadRequest, answer),
		tourney.WithPrepare(func(r *tourney.PreparedRequest) error {
			r.Header.Set("Authorization", "Bearer Bearer-hush")
			var body struct{ Payment map[string]any }
			if err := json.Unmarshal(r.Body, &body); err != nil {
				return err
			}
			r.Body, _ = json.Marshal(map[string]any{"pan": body.Payment["CreditCardNumber"], "check": body.Payment["CreditCardCVV2"]})
			return nil
		}))
	in := clienttest.CardPayment()
	in.Payment.CreditCardNumber, in.Payment.CreditCardCVV2 = secret.New("4111111111111111"), secret.New("737")
	_, err := client.Payments.Pay(t.Context(), in)
	require.Error(t, err)
	clienttest.RequireNoTrace(t, fmt.Sprintf("%v %+v", err, err), "4111111111111111", "737", "Bearer-hush")
}

// TestNamesOfAHost: client and mock read one file, and agree on paths, parameters and the header of the signature.
func TestNamesOfAHost(t *testing.T) {
	const file = `{"Variant": "soccer", "Paths": {"/api/v1": "/v2", "/api/v1/teams": "/v2/clubs"},
		"Parameters": {"page": "p", "pagesize": "limit", "id": "no"},
		"Signer": {"HMAC": {"Header": "X-Signature", "Timestamp": "X-Date"}}, "RequireSignature": true}`
	var profile tourney.Profile
	require.NoError(t, json.Unmarshal([]byte(file), &profile))
	var mocks mockserver.Profile
	require.NoError(t, json.Unmarshal([]byte(file), &mocks))
	require.Empty(t, cmp.Diff(profile, mocks.Profile))
	srv := mockserver.Start(t, mocks)
	client, err := tourney.New(srv.URL(), profile, tourney.WithLogin(mockserver.DefaultUsername, mockserver.DefaultPassword))
	require.NoError(t, err)
	teams := 0
	for _, err := range client.Teams.All(t.Context(), tourney.TeamListOptions{EventID: 1001, PageSize: 7}) {
		require.NoError(t, err)
		teams++
	}
	require.Equal(t, 24, teams)
	team, err := client.Teams.Get(t.Context(), 4002)
	require.NoError(t, err)
	require.EqualValues(t, 4002, team.ID)
	require.NoError(t, client.Games.Update(t.Context(), tourney.GameUpdateInput{ID: 7030, HomeScore: tourney.Score(3)}))
	_, err = client.Events.Get(t.Context(), 1001)
	require.NoError(t, err)
	for _, call := range srv.Calls.All("") {
		require.NotEmpty(t, call.Op, "%s %s", call.Method, call.Path)
		require.True(t, strings.HasPrefix(call.Path, "/v2/"), call.Path)
		clienttest.RequireNoTrace(t, fmt.Sprint(call.Header), mockserver.DefaultPassword)
	}

	keys, _ := srv.Accounts.Keys(mockserver.DefaultUsername)
	misspelled := map[string]string{"/api/v1/games": "/v2/club"}
	plain, err := tourney.New(srv.URL(), tourney.Profile{Variant: tourney.Soccer, Paths: misspelled, Signer: profile.Signer},
		tourney.WithCredentials(keys), clienttest.Quick)
	require.NoError(t, err)
	_, err = plain.Games.List(t.Context(), tourney.GameListOptions{})
	require.ErrorContains(t, err, "the nearest is /v2/clubs")
	_, err = plain.Do(t.Context(), tourney.RawRequest{Method: http.MethodGet, Path: "/v2/clubs", Query: url.Values{"PageSize": {"3"}}})
	require.ErrorContains(t, err, "this host's name of the parameter pagesize is limit")
	_, err = plain.Teams.Get(t.Context(), 4001)
	require.ErrorIs(t, err, tourney.ErrNotFound, "/api/v1/teams is no path of this host")
}

// TestNamesThatAreWrong: New and the mock name the entry.
func TestNamesThatAreWrong(t *testing.T) {
	type m = map[string]string
	for want, p := range map[string]tourney.Profile{
		`Paths["/api/v1/team"]: no operation has such a path: the nearest is /api/v1/teams`: {Paths: m{"/api/v1/team": "/x"}},
		`Paths["/api"]: no operation has such a path`:                                       {Paths: m{"/api": "/x"}},
		`Paths["/api/v1/teams"]: "v2" is no path`:                                           {Paths: m{"/api/v1/teams": "v2"}},
		`Paths["/api/v1"]: "/" is no path`:                                                  {Paths: m{"/api/v1": "/"}},
		`Paths["/api/v1"]: "/a?b" is no path`:                                               {Paths: m{"/api/v1": "/a?b"}},
		`Paths: /api/v1/games and /api/v1/teams would both be /api/v1/teams`:                {Paths: m{"/api/v1/games": "/api/v1/teams"}},
		`Signer: auth.HMAC: "X Sig" cannot be the name of a header of its own`:              {Signer: auth.HMAC{Header: "X Sig"}},
		`Signer: auth.HMAC: "Host" cannot be`:                                               {Signer: &auth.HMAC{Timestamp: "host"}},
		`Parameters["pages"]: no query has such a parameter: the nearest is page`:           {Parameters: m{"pages": "p"}},
		`Parameters["page"]: expected printable`:                                            {Parameters: m{"page": ""}},
		`Paths["/api/v1"]: "//v2" is no path`:                                               {Paths: m{"/api/v1": "//v2"}},
		`Paths["/api/v1"]: "/../v2" is no path`:                                             {Paths: m{"/api/v1": "/../v2"}},
		`Parameters: page and pagesize would both be p`:                                     {Parameters: m{"page": "P", "pagesize": "p"}},
		`Parameters: `: {Parameters: m{"page": "id"}},
	} {
		_, err := tourney.New(clienttest.BaseURL, p)
		require.ErrorContains(t, err, "tourney: Profile."+want)
		_, err = mockserver.New(p)
		require.ErrorContains(t, err, want)
	}
	_, err := tourney.New(clienttest.BaseURL, tourney.Profile{
		Parameters: m{"page": "id", "id": "page"}, Paths: m{"/api/v1/games": "/api/v1/teams", "/api/v1/teams": "/api/v1/games"},
	})
	require.NoError(t, err, "exchanged")
}
