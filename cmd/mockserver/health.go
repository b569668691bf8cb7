package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// healthCommand asks whether a mock answers. In a container the variables that tell serve where to listen tell this
// command where to ask.
type healthCommand struct {
	serveFlags

	URL   *string
	TLSCA string
}

func (c *healthCommand) Declare(p *command.Parameters) {
	url := command.Add(p, &c.URL, "url", "URL", command.Optional(command.Text),
		"The address that the mock printed. Without it the flags of serve below say where to ask.")
	command.Add(p, &c.TLSCA, "tls-ca", "FILE", command.ExistingFile,
		"A file with the certificate to trust, in PEM. Without it --url needs one that this machine trusts.")
	c.Listen = []string{defaultListen}
	command.Either([]*command.Flag{url}, c.declareListen(p))
}

// healthTime is how long an answer may take.
const healthTime = 5 * time.Second

// Run returns an error unless a mock answers at each address. The certificate that serve --tls makes is in no file, and
// the request has no secret, so without --url and --tls-ca any certificate will do.
func (c *healthCommand) Run(ctx context.Context, to command.Terminal) error {
	targets, err := c.targets(ctx)
	if err != nil {
		return command.Usage(err)
	}
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: c.URL == nil}, //nolint:gosec // see above
	}}
	mock := command.Mock{TLSCA: c.TLSCA}
	if trusting, err := mock.HTTPClient(ctx); err != nil {
		return err
	} else if trusting != nil {
		client = trusting
	}
	for _, target := range targets {
		if err := checkHealth(ctx, client.Transport, target); err != nil {
			err = mock.AboutTrust(err)
			return fmt.Errorf("no mock answers at %s: %w", target, err)
		}
	}
	return printLine(to.Out, "the mock answers at %s", strings.Join(targets, ", "))
}

// targets returns the URLs to ask, without a slash at the end.
func (c *healthCommand) targets(ctx context.Context) (all []string, err error) {
	if c.URL != nil {
		u, err := url.Parse(*c.URL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" {
			return nil, errors.New("--url: expected a URL such as http://127.0.0.1:8080") // it can have a password
		}
		return []string{strings.TrimSuffix(*c.URL, "/")}, nil
	}
	u := url.URL{Scheme: "http"}
	if c.TLSCert != "" || c.TLS != nil && *c.TLS {
		u.Scheme = "https"
	}
	places, err := c.places(ctx)
	for _, p := range places {
		host, port, err := net.SplitHostPort(p.address)
		if err != nil || port == "0" {
			return nil, fmt.Errorf("--listen %s has no port to ask at: --url takes the address that the mock printed", p.address)
		}
		if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
			host = "127.0.0.1"
		}
		u.Host = net.JoinHostPort(host, port)
		all = append(all, u.String())
	}
	return all, err
}

// checkHealth asks for the page at /, and follows no redirect. A mock shows that page without the admin API and its
// token. No fault acts on the request, and the journal does not keep it.
func checkHealth(ctx context.Context, by http.RoundTripper, target string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, healthTime, fmt.Errorf("no answer within %v", healthTime))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target+"/", nil)
	if err != nil {
		return err
	}
	req.Close = true
	resp, err := by.RoundTrip(req)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
	if err == nil && (resp.StatusCode != http.StatusOK || !strings.HasPrefix(string(text), "Mock for ")) {
		err = fmt.Errorf("the answer is %s: %s", resp.Status, plaintext.Excerpt(string(text), 200))
	}
	return cmp.Or(context.Cause(ctx), err)
}
