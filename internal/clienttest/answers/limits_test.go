package answers

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/observe"
)

// TestAnswersAreLimitedAlsoWhenCompressed: the limit counts decompressed bytes, whether the transport asks for compression and
// decompresses, or the host compresses without being asked.
func TestAnswersAreLimitedAlsoWhenCompressed(t *testing.T) {
	const limit = 1 << 10
	fits := `{"Venues":[],"Padding":"` + strings.Repeat("x", limit-26) + `"}`
	require.Len(t, fits, limit)
	for name, c := range map[string]struct {
		body   string
		gzip   bool
		status int
		fails  bool
	}{
		"fits": {fits, false, 200, false}, "fits compressed": {fits, true, 200, false},
		"one too many": {fits + " ", false, 200, true}, "one too many compressed": {fits + " ", true, 200, true},
		"a bomb": {strings.Repeat(" ", 1<<22), true, 200, true}, "an error page": {strings.Repeat("x", 1<<20), false, 404, true},
	} {
		for _, asks := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", asks ", asks), func(t *testing.T) {
				requests, body, accepts := 0, c.body, ""
				if c.gzip {
					body = clienttest.Gzip(t, body)
				}
				transport := &http.Transport{DisableCompression: !asks}
				t.Cleanup(transport.CloseIdleConnections)
				client := clienttest.Server(t, func(w http.ResponseWriter, r *http.Request) {
					requests++
					accepts = r.Header.Get("Accept-Encoding")
					w.Header().Set("Content-Type", "application/json")
					if c.gzip {
						w.Header().Set("Content-Encoding", "gzip")
					}
					w.WriteHeader(c.status)
					_, _ = io.WriteString(w, body)
				}, tourney.WithMaxResponseBytes(limit), tourney.WithHTTPClient(&http.Client{Transport: transport}))
				var response tourney.Response
				var raw []byte
				_, err := client.Venues.List(t.Context(), tourney.VenueListOptions{}, tourney.ResponseInto(&response), tourney.BodyInto(&raw))
				require.Equal(t, 1, requests, "what is too large is not asked for again")
				require.Equal(t, asks, accepts == "gzip")
				if c.fails {
					require.ErrorContains(t, err, fmt.Sprint(limit))
					return
				}
				require.NoError(t, err)
				require.Equal(t, c.body, string(raw))
				require.Empty(t, response.Header.Get("Content-Encoding"))
				require.True(t, !c.gzip || response.Header.Get("Content-Length") == "")
			})
		}
	}
}

func TestLargestResponseLimit(t *testing.T) {
	c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
			Body: io.NopCloser(strings.NewReader(`{"Venue":{"Id":3,"Name":"Riverside"}}`)),
		}, nil
	}, tourney.WithMaxResponseBytes(math.MaxInt64))
	venue, err := c.Venues.Get(t.Context(), 3)
	require.NoError(t, err)
	require.Equal(t, "Riverside", venue.Name)
}

// TestHeadersOfTheTransportAreLeftAlone: a transport may share a header between answers, so the client must not change it,
// not even for a time.
func TestHeadersOfTheTransportAreLeftAlone(t *testing.T) {
	for status, header := range map[int]http.Header{
		200: {"Content-Type": {"application/json"}, "Content-Encoding": {"GZIP"}},
		307: {"Location": {"/elsewhere"}, "Content-Encoding": {"GZIP"}},
	} {
		body := strings.NewReader(clienttest.Gzip(t, `{"Id":5}`))
		read := clienttest.ReadFunc(func(p []byte) (int, error) {
			if len(header) != 2 {
				return 0, errors.New("the header has changed")
			}
			return body.Read(p)
		})
		c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Header: header, ContentLength: -1, Body: io.NopCloser(read)}, nil
		})
		id, err := c.Teams.Create(t.Context(), tourney.TeamCreateInput{Name: new("A")})
		require.Equal(t, status == 200, err == nil && id == 5)
		require.Zero(t, body.Len())
		require.Len(t, header, 2)
	}
}

func TestUnknownCompression(t *testing.T) {
	for class, call := range clienttest.ClassCalls {
		if strings.HasPrefix(class, "raw") {
			continue // its body is the caller's to read
		}
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, `{"Id":5}`, "Content-Encoding", "br"),
			tourney.WithRetry(tourney.Retry{}))
		err := call(t.Context(), c)
		unreadable := clienttest.As[*tourney.DecodeError](t, err, class)
		require.ErrorContains(t, err, `"br"`)
		require.Equal(t, 200, unreadable.Status)
		require.Empty(t, unreadable.Excerpt(), "a secret could not be found in it")
		require.Len(t, h.Requests(), unreadable.Attempts)
		risky := strings.HasPrefix(class, "create") || strings.HasPrefix(class, "charge")
		if risky {
			require.ErrorIs(t, err, tourney.ErrOutcomeUnknown)
		}
	}
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{
		clienttest.Reply(404, `{"Errors":[{"Code":1}]}`, "Content-Encoding", "br"), clienttest.Reply(200, ``, "Content-Encoding", "gzip"),
		clienttest.Reply(200, `{}`, "Content-Encoding", "identity"),
		clienttest.Reply(200, clienttest.Gzip(t, clienttest.Gzip(t, clienttest.Gzip(t, clienttest.Gzip(t, `{}`)))),
			"Content-Encoding", "gzip, gzip, gzip, gzip"),
	}, tourney.WithRetry(tourney.Retry{}))
	require.ErrorIs(t, clienttest.ClassCalls["read"](t.Context(), c), tourney.ErrNotFound, "the status is not lost")
	require.NoError(t, clienttest.ClassCalls["set"](t.Context(), c), "an empty answer")
	require.NoError(t, clienttest.ClassCalls["read"](t.Context(), c))
	require.ErrorContains(t, clienttest.ClassCalls["read"](t.Context(), c), `"gzip"`, "too many layers")
}

// TestSuccessesUnderOddHeaders: a write that succeeded reads as one, however the host spells its headers and codes its body.
func TestSuccessesUnderOddHeaders(t *testing.T) {
	const inJSON = `{"Id":5,"TransactionId":"5","TeamId":5}`
	inXML := func(encoding string) string {
		return `<?xml version="1.0" encoding="` + encoding + `"?><Response><Note>Zoë</Note><Id>5</Id><TransactionId>5</TransactionId>` +
			`<TeamId>5</TeamId></Response>`
	}
	for _, test := range []struct {
		contentType, coding []string
		body                string
	}{
		{[]string{"application/json; charset=utf-8,application/json"}, nil, inJSON},
		{[]string{"application/json", "application/json"}, nil, inJSON},
		{[]string{"application/json; charset"}, nil, inJSON},
		{[]string{"application/json;;charset=utf-8"}, nil, inJSON},
		{[]string{`application/json; charset="utf-8`}, nil, inJSON},
		{[]string{"application/json; charset=utf-8; charset=latin1"}, nil, inJSON},
		{[]string{"json"}, nil, inJSON},
		{[]string{"application/json"}, nil, "\ufeff" + inJSON},
		{[]string{"application/xml"}, nil, inXML("utf-16")},
		{[]string{"text/xml;charset=UTF-8, text/xml"}, nil, "\ufeff" + inXML("ISO-8859-1")},
		{[]string{"text/xml; charset"}, nil, inXML("utf8")},
		{[]string{"application/json"}, []string{"gzip, gzip"}, clienttest.Gzip(t, clienttest.Gzip(t, inJSON))},
		{[]string{"application/json"}, []string{"gzip, x-gzip, gzip"}, clienttest.Gzip(t, clienttest.Gzip(t, clienttest.Gzip(t, inJSON)))},
		{[]string{"application/json"}, []string{"identity", "gzip"}, clienttest.Gzip(t, inJSON)},
	} {
		for _, class := range []string{"create", "charge", "charge by registering", "set"} {
			c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
				return &http.Response{
					StatusCode: 200, Header: http.Header{"Content-Type": test.contentType, "Content-Encoding": test.coding},
					ContentLength: -1, Body: io.NopCloser(strings.NewReader(test.body)),
				}, nil
			})
			require.NoError(t, clienttest.ClassCalls[class](t.Context(), c), "%s: %q", class, test)
		}
	}
}

// TestHeadersAreLimited: the client's own transport stops at the limit, and the client checks the headers of a user's transport.
func TestHeadersAreLimited(t *testing.T) {
	for size, fits := range map[int]bool{clienttest.MaxHeaderBytes / 2: true, clienttest.MaxHeaderBytes: false} {
		requests := 0
		handler := func(w http.ResponseWriter, r *http.Request) {
			requests++
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("X-Padding", strings.Repeat("x", size))
			_, _ = io.WriteString(w, `{}`)
		}
		brought := clienttest.Server(t, handler, clienttest.Quick)
		srv := httptest.NewServer(http.HandlerFunc(handler))
		t.Cleanup(srv.Close)
		own, err := tourney.New(srv.URL, tourney.Soccer, clienttest.Quick)
		require.NoError(t, err)
		for name, c := range map[string]*tourney.Client{"brought": brought, "own": own} {
			requests = 0
			err := clienttest.ClassCalls["read"](t.Context(), c)
			require.Equal(t, 1, requests, name)
			if fits {
				require.NoError(t, err, name)
				continue
			}
			_ = clienttest.As[*tourney.TransportError](t, err, name)
			require.ErrorContains(t, err, fmt.Sprint(clienttest.MaxHeaderBytes), name)
			require.ErrorIs(t, clienttest.ClassCalls["charge"](t.Context(), c), tourney.ErrOutcomeUnknown, name)
		}
	}
}

// TestHeadersAboveTheTransportsLimit: net/http stops at its own limit with an error that has no type. The failure is the same.
func TestHeadersAboveTheTransportsLimit(t *testing.T) {
	for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
		requests := 0
		srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requests++
			for range 5 { // each one fits: in HTTP/2 what is far too large is a broken protocol
				w.Header().Add("X-Padding", strings.Repeat("x", 1<<10))
			}
		}))
		srv.EnableHTTP2 = protocol == "HTTP/2.0"
		srv.StartTLS()
		t.Cleanup(srv.Close)
		trusting, ok := srv.Client().Transport.(*http.Transport)
		require.True(t, ok)
		small := trusting.Clone()
		small.MaxResponseHeaderBytes = 4 << 10
		t.Cleanup(small.CloseIdleConnections)
		var ends []observe.OperationEnd
		c := clienttest.Client(t, srv.URL, tourney.Soccer, small, clienttest.Quick, clienttest.Ends(&ends))
		require.ErrorContains(t, clienttest.ClassCalls["read"](t.Context(), c), "header", protocol)
		require.Equal(t, observe.ErrorTooLarge, ends[0].Error, protocol)
		require.Equal(t, 1, requests, protocol)
		require.ErrorIs(t, clienttest.ClassCalls["charge"](t.Context(), c), tourney.ErrOutcomeUnknown, protocol)
	}
}

func TestManySmallHeadersAreLimitedToo(t *testing.T) {
	var ends []observe.OperationEnd
	c, h := clienttest.Serve(t, tourney.Soccer, clienttest.One(func(req *http.Request) (*http.Response, error) {
		res, err := clienttest.Reply(200, `{}`)(req)
		for i := range clienttest.MaxHeaderBytes / 4 {
			res.Header.Add("X-Many", fmt.Sprint(i%10))
		}
		return res, err
	}), clienttest.Ends(&ends))
	require.ErrorContains(t, clienttest.ClassCalls["read"](t.Context(), c), "header")
	require.Len(t, h.Requests(), 1, "what is too large is not asked for again")
	require.Equal(t, observe.ErrorTooLarge, ends[0].Error)
}

// endless is a body without end that decompresses to nothing: empty gzip members, one after another.
type endless struct {
	member []byte
	read   int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], e.member[(e.read+n)%len(e.member):])
	}
	e.read += n
	return n, nil
}

func (*endless) Close() error { return nil }

func TestWhatIsCompressedIsLimitedToo(t *testing.T) {
	var member bytes.Buffer
	require.NoError(t, gzip.NewWriter(&member).Close())
	body := &endless{member: member.Bytes()}
	c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
		return clienttest.AnswerOf(req, http.StatusOK, body, "Content-Encoding", "gzip"), nil
	}, tourney.WithMaxResponseBytes(1000))
	_, err := c.Teams.Get(t.Context(), 1)
	require.ErrorContains(t, err, "broke off")
	require.Less(t, body.read, 1<<17)
}

// closedOnce is a body that remembers what nobody may do with a closed one.
type closedOnce struct {
	io.Reader
	closes, lateReads int
}

func (b *closedOnce) Read(p []byte) (int, error) {
	if b.closes > 0 {
		b.lateReads++
	}
	return b.Reader.Read(p)
}

func (b *closedOnce) Close() error {
	b.closes++
	return nil
}

// TestBodiesAreClosedOnce: the Close of a transport's body may give something back that another request has then.
func TestBodiesAreClosedOnce(t *testing.T) {
	for name, answer := range map[string]struct {
		status int
		body   string
		header http.Header
	}{
		"read": {200, `{"Venues":[]}`, nil}, "refused": {400, `{}`, nil},
		"replaced": {429, `{}`, nil}, "too large": {200, strings.Repeat(" ", 1000), nil},
		"broken":   {200, ``, nil},
		"redirect": {307, ``, http.Header{"Location": {"https://elsewhere.example.com"}}},
	} {
		for class, call := range clienttest.ClassCalls {
			var bodies []*closedOnce
			c := clienttest.Over(t, func(*http.Request) (*http.Response, error) {
				body := &closedOnce{Reader: strings.NewReader(answer.body)}
				if name == "broken" {
					body.Reader = iotest.ErrReader(errors.New("lost"))
				}
				bodies = append(bodies, body)
				res := clienttest.JSON(answer.status, "")
				maps.Copy(res.Header, answer.header)
				res.Body, res.ContentLength = body, -1
				return res, nil
			}, tourney.WithRetry(tourney.Retry{Max: 2}), tourney.WithMaxResponseBytes(100))
			_ = call(t.Context(), c)
			for _, body := range bodies {
				require.Equal(t, 1, body.closes, "%s, %s", name, class)
				require.Zero(t, body.lateReads, "%s, %s", name, class)
			}
		}
	}
}
