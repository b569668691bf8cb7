package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"

	"github.com/tourney-go/tourney/observe"
)

// Failure is the failure of a request that got no complete answer.
type Failure struct {
	Kind      observe.ErrorType
	NeverSent bool // the host certainly got nothing of the last attempt
	Waiting   bool // the request failed in the wait before an attempt that the policy had allowed
	Err       error
}

// ErrPanicked is the failure of a request that ended with a panic.
var ErrPanicked error = &OwnError{Text: "panicked"}

// finalError is an error that another attempt would not change.
type finalError struct {
	kind observe.ErrorType // ErrorNone if KindOf finds the kind from err
	err  error
}

func (e *finalError) Error() string { return e.err.Error() }
func (e *finalError) Unwrap() error { return e.err }

// OwnError is an error whose Text this package wrote, without any text of the host.
type OwnError struct {
	Text string
	Err  error // that the text is about; nil when there is none
}

// Error returns Text, and after it the text of Err.
func (e *OwnError) Error() string {
	if e.Err == nil {
		return e.Text
	}
	return e.Text + ": " + e.Err.Error()
}

// Unwrap returns Err.
func (e *OwnError) Unwrap() error { return e.Err }

// IsOwn reports whether this package made an error. The text of such an error repeats the host only inside the texts of
// the errors that it wraps.
func IsOwn(err error) bool {
	_, own := err.(interface{ own() })
	return own
}

func (*OwnError) own()   {}
func (*finalError) own() {}

func tooLarge(what string, limit int64) error {
	return &OwnError{Text: fmt.Sprintf("%s is larger than the limit of %d bytes", what, limit)}
}

// Cause removes the finalError around an error, if there is one.
func Cause(err error) error {
	var final *finalError
	if errors.As(err, &final) {
		return final.err
	}
	return err
}

// KindOf returns the kind of an error of an attempt or a wait.
func KindOf(err error) observe.ErrorType {
	var (
		final    *finalError
		repeated *repeatError
	)
	switch {
	case err == nil:
		return observe.ErrorNone
	case errors.Is(err, context.Canceled):
		return observe.ErrorCanceled
	case errors.As(err, &final) && final.kind != observe.ErrorNone:
		return final.kind
	case errors.As(err, &repeated):
		return observe.ErrorBroken
	case errors.Is(err, ErrPanicked):
		return observe.ErrorPanic
	}
	return networkKind(err)
}

func networkKind(err error) observe.ErrorType {
	var (
		slow        net.Error
		dns         *net.DNSError
		op          *net.OpError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		alert       tls.AlertError
	)
	if errors.Is(err, context.DeadlineExceeded) {
		return observe.ErrorTimeout
	}
	if outer := (*url.Error)(nil); errors.As(err, &outer) && outer.Err != nil {
		err = outer.Err // the Timeout of a url.Error misses a timeout that another error wraps
	}
	switch {
	case errors.As(err, &slow) && slow.Timeout():
		return observe.ErrorTimeout
	case errors.As(err, &dns):
		return observe.ErrorDNS
	case errors.As(err, &certificate), errors.As(err, &record), errors.As(err, &alert), isAlert(err),
		errors.Is(err, http.ErrSchemeMismatch):
		return observe.ErrorTLS
	case errors.As(err, &op) && op.Op == "dial":
		return observe.ErrorDial
	case op != nil, errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return observe.ErrorBroken
	}
	return observe.ErrorOther
}

// isAlert reports whether an error is an alert of TLS. crypto/tls has no type for some alerts. They are a net.OpError
// whose Op says which side sent the alert.
func isAlert(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error")
}

// repeatError is the failure of an attempt that was stopped before the transport repeated the request.
type repeatError struct{ http2 bool }

func (*repeatError) own() {}

// notProcessed is the meaning of REFUSED_STREAM and GOAWAY in the protocol (RFC 9113, section 8.7). A host that sends
// them may nevertheless have acted.
const notProcessed = "the host says it did not process it"

// Error names the reasons that the host may have had. net/http does not tell which reason it was.
func (e *repeatError) Error() string {
	if e.http2 {
		return "the host ended the HTTP/2 stream before an answer: with REFUSED_STREAM or GOAWAY " + notProcessed +
			", with PROTOCOL_ERROR it does not say"
	}
	return "the kept connection broke before an answer"
}
