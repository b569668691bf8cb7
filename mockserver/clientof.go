package mockserver

import (
	"net/http"

	"github.com/tourney-go/tourney"
)

// Client returns a client of this server. If the server requires signatures, the client signs with the keys that the
// first account has now, as Credentials returns them, and does not learn of later ones. An option can change that, such
// as tourney.WithLogin. With the option ClockSkew a client with HMACSigner signs with the server's clock. Client panics
// if an option is wrong.
func (s *Server) Client(opts ...tourney.Option) *tourney.Client {
	in := inner(s)
	hc := &http.Client{Transport: in.main.public}
	if in.main.link.address != nil {
		hc.Transport = in.transport
	}
	own := []tourney.Option{tourney.WithHTTPClient(hc)}
	if in.options.verifier != nil {
		signer := in.responder.signatures.signer()
		own = append(own, tourney.WithSigner(signer), tourney.WithCredentials(s.Credentials()))
	}
	return mustClient(s.URL(), in.profile, append(own, opts...))
}

// mustClient returns a client for the method Client. It panics if an option is wrong.
func mustClient(target string, p tourney.Profile, opts []tourney.Option) *tourney.Client {
	client, err := tourney.New(target, p, opts...)
	if err != nil {
		panic("mockserver: Client: " + withoutPackage(err))
	}
	return client
}
