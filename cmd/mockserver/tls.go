package main

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"slices"
	"strings"
	"time"
)

// certificate is the certificate of the program for https. The nil certificate means http.
type certificate struct {
	tls.Certificate

	pem  string // of the certificate
	made bool   // the program made the certificate, so no client trusts it yet
}

// certificate returns the certificate of the flags for servers at places, nil for none.
func (f *serveFlags) certificate(ctx context.Context, now time.Time, all []*host) (*certificate, error) {
	switch {
	case f.TLSCert != "":
		return readCertificate(ctx, f.TLSCert, f.TLSKey)
	case f.TLS != nil && *f.TLS:
		names := slices.Clone(f.AllowHost)
		for _, h := range all {
			host, _, _ := net.SplitHostPort(h.address) // the listener will report what is wrong
			host, _, _ = strings.Cut(host, "%")        // of the zone of an IPv6 address
			names = append(names, host)
		}
		return newCertificate(now, names)
	}
	return nil, nil
}

func readCertificate(ctx context.Context, certFile, keyFile string) (*certificate, error) {
	text, err := inputFiles{ctx}.ReadFile(certFile)
	key, unread := inputFiles{ctx}.ReadFile(keyFile)
	var pair tls.Certificate
	if err = cmp.Or(err, unread); err == nil {
		pair, err = tls.X509KeyPair(text, key)
	}
	if err != nil {
		return nil, fmt.Errorf("--tls-cert %s with --tls-key %s: %w", certFile, keyFile, err)
	}
	return &certificate{Certificate: pair, pem: string(text)}, nil
}

// certificateTime is how long a certificate of the program is valid. Browsers refuse certificates with a longer time.
const certificateTime = 397 * 24 * time.Hour

// newCertificate makes a certificate for this machine and for other hosts. It leaves out addresses that mean all
// addresses of the machine, such as 0.0.0.0. The certificate is self-signed and cannot sign other certificates, so a
// client that trusts it trusts no other certificate because of it.
func newCertificate(now time.Time, hosts []string) (*certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	form := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "mockserver on this machine"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificateTime),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	for _, host := range append([]string{"localhost", "127.0.0.1", "::1"}, hosts...) {
		switch ip := net.ParseIP(host); {
		case host == "", ip != nil && ip.IsUnspecified():
		case ip != nil && !slices.ContainsFunc(form.IPAddresses, ip.Equal):
			form.IPAddresses = append(form.IPAddresses, ip)
		case ip == nil && !slices.Contains(form.DNSNames, host):
			form.DNSNames = append(form.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return &certificate{tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, string(text), true}, nil
}
