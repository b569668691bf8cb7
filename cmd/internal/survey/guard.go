package survey

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/time/rate"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// guard is the transport below the client: every request passes it, also after a redirect and when it is sent again. It
// lets through reads of the host, and writes of rows of the scratch event. It refuses everything else, and so every
// registration and every payment, whatever the code above asks for.
type guard struct {
	next    http.RoundTripper
	base    *url.URL // of the host, without /api/v1
	scratch int64    // id of the scratch event; 0 when the survey only reads
	pace    *rate.Limiter

	mu       sync.Mutex
	mine     map[string]bool    // rows of the scratch event that a write may name, as in "/teams 7"
	answered int                // requests
	progress func(answered int) // called after each of them; nil for nobody
	limited  int                // requests that the host answered with 429 or 503
}

// errGuard is the error of a request that the guard refuses.
var errGuard = errors.New("a survey does not send this request")

// permit lets writes name a row of the scratch event.
func (g *guard) permit(path string, id int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mine[path+" "+itoa(id)] = true
}

// RoundTrip sends a request that the guard lets through.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := g.checked(req)
	if err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	res, err := g.next.RoundTrip(sent)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.answered++
	if g.progress != nil {
		g.progress(g.answered)
	}
	if res.StatusCode == http.StatusTooManyRequests || res.StatusCode == http.StatusServiceUnavailable {
		g.limited++
		g.pace.SetLimit(max(g.pace.Limit()/2, 0.1)) // requests a second
	}
	return res, nil
}

// writes are the requests that may change something: rows that a PUT may name, or nothing for a create.
var writes = map[string]string{"POST /teams": "", "PUT /teams": "/teams ", "PUT /games": "/games "}

// checked returns a request that may be sent.
func (g *guard) checked(req *http.Request) (*http.Request, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	hasBody, query := req.Body != nil && req.Body != http.NoBody, req.URL.RawQuery
	path, ours := strings.CutPrefix(req.URL.EscapedPath(), g.base.EscapedPath()+contract.BasePath)
	named := url.URL{Scheme: req.URL.Scheme, Host: cmp.Or(req.Host, req.URL.Host)}
	ours = ours && httptext.Origin(req.URL) == httptext.Origin(g.base) && req.URL.Opaque == "" &&
		httptext.Origin(&named) == httptext.Origin(g.base) && !strings.Contains(path, "..")
	rows, known := writes[req.Method+" "+path]
	for name := range req.Header {
		ours = ours && !strings.Contains(strings.ToLower(name), "method") // such a header may change the method
	}
	switch {
	case ours && req.Method == http.MethodGet && !hasBody:
		return req, nil
	case !ours || !known || !hasBody || g.scratch == 0 || query != "" || req.Header.Get("Content-Encoding") != "":
		return nil, errGuard
	}
	const most = 1 << 20
	body, err := io.ReadAll(io.LimitReader(req.Body, most))
	if err != nil || !g.inScratch(rows, req.Header.Get("Content-Type"), body) {
		return nil, errGuard
	}
	_ = req.Body.Close()
	sent := req.WithContext(req.Context()) // a RoundTripper must not change the request of its caller
	sent.Body, sent.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return sent, nil
}

// inScratch reports whether a body names rows of the scratch event, for a create its division, and nothing of another
// event.
func (g *guard) inScratch(rows, media string, body []byte) bool {
	var n node.Node
	form, err := envelope.SyntaxOf(media, body)
	if err == nil && form.XML {
		_, n, err = xmlwire.ParseNode(body, xmlwire.Limits{Root: "Request"})
	} else if err == nil {
		n, err = jsoncodec.ParseNode(body, jsoncodec.Limits{Doubles: true})
	}
	ids := map[string]string{}
	for _, m := range n.Members {
		name := node.FoldedName(m.Name)
		if _, twice := ids[name]; twice {
			return false
		}
		ids[name] = m.Text
	}
	event, hasEvent := ids["eventid"]
	division, hasDivision := ids["divisionid"]
	return err == nil && (!hasEvent || event == itoa(g.scratch)) && (!hasDivision || g.mine["/divisions "+division]) &&
		(rows == "" && hasDivision || rows != "" && g.mine[rows+ids["id"]])
}
