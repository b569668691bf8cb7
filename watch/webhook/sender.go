package webhook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/tourney-go/tourney/internal/plaintext"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/secret"
)

// Options sets how a Sender sends. The zero value has useful defaults.
type Options struct {
	// Client sends the requests, without following redirects. Its Timeout bounds one attempt; 0 means 15 seconds. With
	// nil the Sender uses http.DefaultTransport.
	Client *http.Client
	// OldKey also signs each request, while the receiver changes to the key of New. Receivers accept either signature.
	OldKey secret.Text
	// PublicOnly refuses to connect to an address that is not of the public internet, such as 127.0.0.1 or 10.0.0.1,
	// also when a name resolves to it. It is for services whose users type the URL. No proxy is used then. The Client
	// needs an *http.Transport or none. Send ends with ErrNotPublic.
	PublicOnly bool
	// MaxWait bounds the waits between attempts, give or take a tenth. 0 means 10 minutes.
	MaxWait time.Duration
	// Report gets an *Error after each failed attempt that another one follows. Send waits until Report returns.
	Report func(error)
}

// Sender sends events to one receiver. It is safe for concurrent use.
type Sender struct {
	url     secret.Text
	keys    []secret.Text // the old one last
	host    string
	client  http.Client
	options Options
}

// New returns a Sender for the receiver at a URL of http or https. The receiver needs the key to verify requests: see
// [NewKey]. The URL may hold a user name and a password. Errors show only its host.
func New(target string, key secret.Text, o Options) (*Sender, error) {
	at, err := url.Parse(target)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Hostname() == "" {
		return nil, errors.New("tourney: webhook: the URL: expected something like https://example.com/hook")
	}
	keys := []secret.Text{key}
	if o.OldKey != (secret.Text{}) {
		keys = append(keys, o.OldKey)
	}
	for _, key := range keys {
		if _, err := keyOf(key); err != nil {
			return nil, err
		}
	}
	if o.MaxWait < 0 {
		return nil, fmt.Errorf("tourney: webhook: the MaxWait %v must not be negative", o.MaxWait)
	}
	o.MaxWait = cmp.Or(o.MaxWait, 10*time.Minute)
	s := &Sender{url: secret.New(target), keys: keys, host: at.Host, options: o}
	if o.Client != nil {
		s.client = *o.Client
	}
	if o.PublicOnly {
		if s.client.Transport, err = public(s.client.Transport); err != nil {
			return nil, err
		}
	}
	s.client.Timeout = cmp.Or(s.client.Timeout, 15*time.Second)
	s.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return s, nil
}

// String returns the host of the receiver, with the port of the URL.
func (s *Sender) String() string { return s.host }

// ErrRefused is the reason of an [Error] when no further attempt would help: the status is none of 2xx, 408, 425, 429
// and 5xx. A receiver that answers 410 wants no further events.
var ErrRefused = errors.New("refused")

// Error says that a receiver did not accept an event.
type Error struct {
	EventID string
	Status  int           // of the answer; 0 when there was none
	Text    string        // the beginning of the answer, on one line
	Wait    time.Duration // until the next attempt; 0 when there is none
	Err     error         // ErrRefused, the error of the context, or why there was no answer; else nil
	host    string
}

// Error returns a text that says why, and when the next attempt is.
func (e *Error) Error() string {
	text := "tourney: webhook: " + e.host + " did not accept the event " + e.EventID
	if e.Wait > 0 {
		text += fmt.Sprintf(", the next attempt is in %v", e.Wait.Round(time.Millisecond))
	}
	if e.Err != nil {
		text += ": " + plaintext.OneLine(e.Err.Error())
	}
	if e.Status != 0 {
		text += fmt.Sprintf(": status %d", e.Status)
	}
	if e.Text != "" {
		text += ": " + e.Text
	}
	return text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

const (
	minWait  = time.Second // after the first failure
	maxRead  = 4 << 10     // bytes of an answer
	maxText  = 200         // characters of an answer in an error
	minToken = 16          // a segment of this length in the path of a URL may be a token
	minMixed = 8           // a segment of this length with a digit may be one too
	withheld = "[a text with a secret]"
)

// Send sends an event until the receiver accepts it with a status of 2xx or refuses it, or until ctx ends. Each attempt
// has the ID of the event and the time of the attempt. The wait after a failure is a second at first, doubles with each
// failure up to MaxWait, and is up to a tenth longer at random. Send waits for a longer Retry-After, up to MaxWait.
//
// Send returns an *Error, or another error for an event that cannot be sent: without an ID, with an ID that has a point
// or a space, or with Data that is no JSON.
func (s *Sender) Send(ctx context.Context, e Event) error {
	body, err := json.Marshal(e)
	if err = cmp.Or(checkID(e.ID), err); err != nil {
		return fmt.Errorf("tourney: webhook: the event %q: %w", e.ID, err)
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodPost, s.url.Reveal(), body)
	if err != nil {
		return errors.New("tourney: webhook: the context is nil") // New has checked the URL
	}
	req.Header = http.Header{"Content-Type": {"application/json"}, "User-Agent": {"tourney"}, headerID: {e.ID}}
	sign := func(req *http.Request) error {
		timestamp := strconv.FormatInt(time.Now().Unix(), 10)
		req.Header = req.Header.Clone() // the transport may still read the header of the last attempt
		req.Header.Set(headerTimestamp, timestamp)
		var signatures []string
		for _, key := range s.keys {
			bytes, err := keyOf(key)
			if err != nil {
				return err
			}
			signatures = append(signatures, signature(bytes, e.ID, timestamp, body))
		}
		req.Header.Set(headerSignature, strings.Join(signatures, " "))
		return nil
	}
	_ = sign(req.Request) // New has checked the keys
	d := &delivery{s, Error{EventID: e.ID, host: s.host}}
	loop := &retryablehttp.Client{
		HTTPClient: &s.client, RetryMax: math.MaxInt, RetryWaitMin: minWait, RetryWaitMax: s.options.MaxWait,
		CheckRetry: d.attemptEnded, Backoff: d.wait, PrepareRetry: sign, ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	res, err := loop.Do(req)
	if res != nil {
		_, _ = io.CopyN(io.Discard, res.Body, maxRead) // to keep the connection
		_ = res.Body.Close()
	}
	if err != nil {
		d.last.Err = err
	}
	if d.last.Err != nil {
		return &d.last
	}
	return nil
}

// delivery is one call of Send.
type delivery struct {
	*Sender

	last Error // of the last attempt
}

// attemptEnded reports whether another attempt follows. The error failure ends the delivery.
func (d *delivery) attemptEnded(ctx context.Context, res *http.Response, err error) (again bool, failure error) {
	d.last.Status, d.last.Text, d.last.Err = 0, "", nil
	if outer := (*url.Error)(nil); errors.As(err, &outer) {
		err = outer.Err // without the URL
	}
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(err, ErrNotPublic):
		return false, ErrNotPublic
	case err != nil:
		if d.last.Err = err; d.shows(err.Error()) {
			d.last.Err = errors.New(withheld)
		}
		return true, nil
	case res.StatusCode/100 == 2:
		return false, nil
	}
	text, _ := io.ReadAll(io.LimitReader(res.Body, maxRead))
	d.last.Status, d.last.Text = res.StatusCode, plaintext.Excerpt(string(bytes.TrimSpace(text)), maxText)
	if d.shows(string(text)) {
		d.last.Text = withheld
	}
	switch res.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true, nil
	}
	if res.StatusCode < 500 {
		d.last.Err = ErrRefused
	}
	return res.StatusCode >= 500, nil
}

// wait returns the time until the next attempt, and reports the failure of the last one.
func (d *delivery) wait(least, most time.Duration, attempt int, res *http.Response) time.Duration {
	own := retryablehttp.DefaultBackoff(least, most, attempt, nil)
	asked := retryablehttp.DefaultBackoff(least, most, attempt, res) // may be a Retry-After of any size, even below 0
	wait := min(max(own, asked), most)
	wait += rand.N(wait/10 + 1) //nolint:gosec // no secret
	if d.options.Report != nil {
		failure := d.last
		failure.Wait = wait
		d.options.Report(&failure)
	}
	return wait
}

// shows reports whether a text shows the key, or what may be secret in the URL. An answer can repeat both.
func (s *Sender) shows(text string) bool {
	at, _ := url.Parse(s.url.Reveal()) // New has checked it
	var secrets []string
	for _, key := range s.keys {
		secrets = append(secrets, key.Reveal())
	}
	if at.User != nil {
		name := at.User.Username()
		password, _ := at.User.Password()
		secrets = append(secrets, name, password, base64.StdEncoding.EncodeToString([]byte(name+":"+password)))
	}
	secrets = append(secrets, at.RawQuery, at.Fragment)
	for pair := range strings.FieldsFuncSeq(at.RawQuery, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(pair, "=")
		secrets = append(secrets, cmp.Or(value, name)) // a name without a value is a value
	}
	for segment := range strings.SplitSeq(at.Path, "/") {
		if len(segment) >= minToken || len(segment) >= minMixed && strings.ContainsAny(segment, "0123456789") {
			secrets = append(secrets, segment)
		}
	}
	return redact.SearchFor(secrets...).In(text)
}
