package command

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tourney-go/tourney/internal/tempfile"
)

// Mock are the flags of commands that send requests to a running mock.
type Mock struct {
	URL        string
	AdminToken string
	Session    string
	TLSCA      string
}

// Declare declares the flags.
func (m *Mock) Declare(p *Parameters) {
	m.URL = "http://127.0.0.1:8080"
	Add(p, &m.URL, "url", "URL", Text, "The address that the mock printed. The default is http://127.0.0.1:8080.")
	Add(p, &m.AdminToken, "admin-token", "TEXT", Text, "The token that the mock was started with.")
	Add(p, &m.Session, "session", "NAME", Text, "The session to act on, in place of the main world.")
	Add(p, &m.TLSCA, "tls-ca", "FILE", ExistingFile,
		"A file with the certificate to trust, in PEM, in place of those of the system: that of a mock with --tls.")
}

// Target returns the URL of the mock or of the session.
func (m *Mock) Target() string {
	target := strings.TrimSuffix(m.URL, "/")
	if m.Session != "" {
		target += "/_mock/session/" + url.PathEscape(m.Session)
	}
	return target
}

// clientTimeout bounds a request of a client command.
const clientTimeout = 30 * time.Second

// HTTPClient returns a client that trusts only the certificates of the file of --tls-ca, nil without the flag.
func (m *Mock) HTTPClient(ctx context.Context) (*http.Client, error) {
	if m.TLSCA == "" {
		return nil, nil
	}
	data, err := tempfile.Read(ctx, m.TLSCA, maxFile)
	if err != nil {
		return nil, Usage(fmt.Errorf("--tls-ca: %w", err))
	}
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(data) {
		return nil, Usage(fmt.Errorf("--tls-ca: %s has no certificate: expected one in PEM, which begins with "+
			"-----BEGIN CERTIFICATE-----", m.TLSCA))
	}
	return &http.Client{Timeout: clientTimeout, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS12},
	}}, nil
}

// AboutTrust adds advice to an error about a certificate that the program does not trust. It returns other errors
// unchanged.
func (m *Mock) AboutTrust(err error) error {
	var wrongName x509.HostnameError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &wrongName):
		return fmt.Errorf("%w: --allow-host of a mock with --tls adds a name to its certificate", err)
	case errors.As(err, &untrusted) && m.TLSCA != "":
		return fmt.Errorf("%w: --tls-ca %s has another certificate than the mock", err, m.TLSCA)
	case errors.As(err, &untrusted):
		return fmt.Errorf("%w: --tls-ca names a file with the certificate of the mock, which mockserver --tls "+
			"--print-json prints", err)
	}
	return err
}
