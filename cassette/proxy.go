package cassette

import (
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	"github.com/tourney-go/tourney/internal/httptext"
)

// Proxy returns a handler that passes requests of programs on this machine to one host, through a [Recorder] or another
// transport. Requests keep their signatures, because a signature does not include the name of the host. The path of a
// request is added to the path of the host's URL.
//
// The handler answers nobody else. With the status 403 it refuses a request whose Host header is neither localhost nor
// an IP address, as a web page can arrange, and a request with the headers of a web page. With the status 400 it
// refuses a request that names another host, as clients of a general proxy send, and it opens no tunnels.
func Proxy(host *url.URL, through http.RoundTripper) http.Handler {
	pass := &httputil.ReverseProxy{
		Transport: through, FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(host)
			r.Out.Host = host.Host
			r.Out.Header.Del("Upgrade")
			if r.In.Header.Get("User-Agent") == "" {
				r.Out.Header.Set("User-Agent", "") // net/http would add its own
			}
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodConnect || r.URL.IsAbs() || !strings.HasPrefix(r.URL.Path, "/"):
			http.Error(w, "this proxy is for one host: send it the path alone", http.StatusBadRequest)
		case !isLocal(w, r, "proxy"):
		default:
			pass.ServeHTTP(w, r)
		}
	})
}

// isLocal reports whether a program on this machine may have sent a request to what answers. It refuses other requests.
func isLocal(w http.ResponseWriter, r *http.Request, what string) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	if httptext.NamesThisMachine(r) && r.Header.Get("Origin") == "" && (site == "" || site == "none") {
		return true
	}
	http.Error(w, "this "+what+" is for programs on this machine", http.StatusForbidden)
	return false
}
