package main

import (
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
	"os"
	"time"
)

// certificate is what the program answers over https with. The nil certificate means http.
type certificate struct {
	tls.Certificate

	pem  string // of the certificate
	made bool   // by the program, so that no client trusts it yet
}

// certificate returns the certificate of the flags, nil for none.
func (f *serveFlags) certificate(now time.Time) (*certificate, error) {
	switch {
	case f.TLSCert != "":
		return readCertificate(f.TLSCert, f.TLSKey)
	case f.TLS:
		return newCertificate(now, f.AllowHost)
	}
	return nil, nil
}

func readCertificate(certFile, keyFile string) (*certificate, error) {
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, fmt.Errorf("--tls-cert %s with --tls-key %s: %w", certFile, keyFile, err)
	}
	text, err := os.ReadFile(certFile) //nolint:gosec // the file that the user named
	return &certificate{Certificate: pair, pem: string(text)}, err
}

// certificateTime is how long a certificate of the program holds. Browsers refuse longer ones.
const certificateTime = 397 * 24 * time.Hour

// newCertificate makes a certificate for this machine and for the names of --allow-host. It signs itself, and is good
// for nothing else: nobody who trusts it trusts another one.
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
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		BasicConstraintsValid: true,
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			form.IPAddresses = append(form.IPAddresses, ip)
		} else {
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
