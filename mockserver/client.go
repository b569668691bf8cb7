package mockserver

import (
	"net/http"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

func (s *server) Client(opts []tourney.Option) *tourney.Client {
	hc := &http.Client{Transport: transportFunc(s.main.roundTrip)}
	if s.main.link.Address != nil {
		hc.Transport = s.transport
	}
	own := []tourney.Option{tourney.WithHTTPClient(hc)}
	if s.options.verifier != nil {
		keys, _ := s.Keys("")
		own = append(own, tourney.WithSigner(s.responder.Signatures.Signer()), tourney.WithCredentials(keys))
	}
	return mustClient(s.URL(), s.profile.Profile, append(own, opts...))
}

// transportFunc is a function that answers requests without a socket.
type transportFunc func(*http.Request) (*http.Response, error)

// RoundTrip answers a request.
func (f transportFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// mustClient returns a client for the method Client. It panics if an option is wrong.
func mustClient(target string, p tourney.Profile, opts []tourney.Option) *tourney.Client {
	client, err := tourney.New(target, p, opts...)
	if err != nil {
		panic(refusal.Errorf("Client", "%s", refusal.WithoutPackage(err)))
	}
	return client
}
