package withhold

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/tourney-go/tourney/internal/transport"
	"github.com/tourney-go/tourney/observe"
)

// Err returns an error that repeats no secret: the given error, or a replacement of it.
func (r *Redactor) Err(err error, kind observe.ErrorType) error {
	ours := kind == observe.ErrorSigner || kind == observe.ErrorLimiter
	c := chain{Redactor: r, left: maxChain, quotesHost: r.Secret && !ours}
	whole, parts := c.parts(err)
	if whole && onlyText(err) {
		return err
	}
	text := err.Error()
	if shown := c.text(err, whole); shown != text {
		text = shown
		if kind != observe.ErrorNone {
			text += " (" + string(kind) + ")" // the kind is all that the caller learns
		}
	}
	return redacted(err, text, parts...)
}

// redacted returns a replacement for err, with this text. The replacement wraps only below, which are errors that
// repeat no secret.
func redacted(err error, text string, below ...error) error {
	return &redactedError{text: text, below: below, is: func(target error) bool { return errors.Is(err, target) }}
}

// redactedError replaces an error that repeats a secret. errors.Is compares targets with the replaced error, which
// reveals no more than yes or no. errors.As and Unwrap find only the errors of its chain that repeat no secret.
type redactedError struct {
	text  string
	below []error
	is    func(target error) bool // a function, because fmt would print the members of an error
}

func (e *redactedError) Error() string        { return e.text }
func (e *redactedError) Unwrap() []error      { return e.below }
func (e *redactedError) Is(target error) bool { return e.is(target) }

// WithoutURL drops the URLs, and so the queries, from errors of net/http and of transports that wrap it. The text
// around an error with a URL is lost, but errors.Is still finds the outer error.
func WithoutURL(err error) error {
	if outer, ok := err.(*url.Error); ok && outer.Err != nil { //nolint:errorlint // of http.Client
		err = outer.Err
	}
	below, found := err, false
	for u := (*url.Error)(nil); errors.As(below, &u); found = true {
		if below = u.Err; below == nil {
			below = errors.New("no reason is given")
		}
	}
	if !found {
		return err
	}
	return redacted(err, below.Error(), below)
}

// maxChain bounds the errors of a chain that are looked at. The client shows no error beyond the bound.
const maxChain = 100

// chain looks at an error and the errors that it wraps.
type chain struct {
	*Redactor
	left       int  // errors that are still looked at
	quotesHost bool // the request carried a secret, and the error may hold what its host said
}

// parts reports whether an error and all errors that it wraps may be shown. If not, it returns the parts of the chain
// that may be shown as a whole.
func (c *chain) parts(err error) (whole bool, parts []error) {
	if c.left--; c.left < 0 {
		return false, nil
	}
	if op, ok := err.(*net.OpError); ok && op.Op == "dial" && c.quotesHost { //nolint:errorlint // the walk goes on below
		c.quotesHost = false // no host has got the request
		defer func() { c.quotesHost = true }()
	}
	whole = true
	for _, wrapped := range wrappedBy(err) {
		also, below := c.parts(wrapped)
		whole = whole && also
		parts = append(parts, below...)
	}
	if whole && c.showable(err) {
		return true, []error{err}
	}
	return false, parts
}

// showable reports whether an error may be shown, without regard to the errors that it wraps. If the chain may hold
// what a host said about a secret, the type of the error and a search of its text decide. Otherwise showable searches
// everything that fmt prints of the error for secrets.
func (c *chain) showable(err error) bool {
	if c.quotesHost {
		return c.hasOwnText(err) && c.Searched(err.Error()) == err.Error()
	}
	clean := func(text string) bool {
		plain := addresses.ReplaceAllString(text, "") // whose digits can be those of a card by chance
		return !c.known.In(text) && c.Searched(plain) == plain
	}
	return clean(err.Error()) && (onlyText(err) || clean(fmt.Sprintf("%+v", err)) && clean(fmt.Sprintf("%#v", err)))
}

// addresses matches what fmt prints of pointers.
var addresses = regexp.MustCompile(`\b0x[0-9a-f]+\b`)

// text returns the text of an error, or a notice when the text may not be shown. In front of the notice it keeps the
// words of this client about an error of the transport.
func (c *chain) text(err error, whole bool) string {
	switch own := (*transport.OwnError)(nil); {
	case whole || !c.quotesHost:
		return c.Searched(err.Error())
	case errors.As(err, &own) && own.Err != nil:
		return own.Text + ": " + withheld
	}
	return withheld
}

func wrappedBy(err error) (wrapped []error) {
	switch err := err.(type) { //nolint:errorlint // the caller walks the chain
	case interface{ Unwrap() error }:
		wrapped = []error{err.Unwrap()}
	case interface{ Unwrap() []error }:
		wrapped = slices.Clone(err.Unwrap())
	}
	return slices.DeleteFunc(wrapped, func(e error) bool { return e == nil })
}

// fixedErrors have texts that no host can change.
var fixedErrors = []error{
	context.Canceled, context.DeadlineExceeded, io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed,
	os.ErrDeadlineExceeded, http.ErrSchemeMismatch,
}

// hasOwnText reports whether errors of this type hold no text of a host that got the request. The errors that err wraps
// do not count.
func (c *chain) hasOwnText(err error) bool {
	switch err.(type) { //nolint:errorlint // each error of the chain is looked at alone
	case syscall.Errno, *os.SyscallError, *net.OpError, *net.DNSError,
		tls.AlertError, *tls.CertificateVerificationError, x509.HostnameError, x509.UnknownAuthorityError,
		x509.CertificateInvalidError, // of a handshake, which is before the request
		*redactedError:
		return true
	}
	return slices.ContainsFunc(fixedErrors, func(fixed error) bool { return err == fixed }) || //nolint:errorlint // alone
		transport.IsOwn(err) || c.OwnError(err)
}

// onlyText reports whether an error and the errors that it wraps are of types that hold no more than their text, and so
// print nothing else through fmt or an encoder.
func onlyText(err error) bool {
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return slices.Contains(textPackages, t.PkgPath()) &&
		!slices.ContainsFunc(wrappedBy(err), func(wrapped error) bool { return !onlyText(wrapped) })
}

// clientPackage is the package of the client's errors.
var clientPackage = strings.TrimSuffix(reflect.TypeFor[Redactor]().PkgPath(), "/internal/withhold")

// textPackages are the packages whose errors hold no more than their text.
var textPackages = []string{
	"errors", "fmt", "context", "io", "net", "net/http", "net/textproto", "os", "syscall", "internal/poll",
	"crypto/tls", "crypto/x509",
	clientPackage, reflect.TypeFor[transport.OwnError]().PkgPath(),
}
