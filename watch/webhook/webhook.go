// Package webhook sends events to a receiver over HTTP, and checks the requests that a receiver gets. The requests have
// the form of [Standard Webhooks] 1.0, for which other languages have libraries. [New] makes a [Sender], and a receiver
// calls [Verify].
//
// Function Forward of package watch sends the changes of a host, and mockserver --webhook those of a mock. This file
// has the form of a request, and sender.go decides when a request is sent again.
//
// [Standard Webhooks]: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tourney-go/tourney/secret"
)

// Event is something that happened. The body of a request is the event in JSON.
type Event struct {
	// ID is the same in every request about the event, so that a receiver can drop an event that came before. The header
	// webhook-id carries it.
	ID   string          `json:"-"`
	Type string          `json:"type"`      // words with points between them, such as game.score
	Time time.Time       `json:"timestamp"` // when the event happened
	Data json.RawMessage `json:"data"`
}

const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp" // of the attempt, in Unix seconds
	headerSignature = "Webhook-Signature" // signatures with spaces between them, such as v1,K5oZ…

	keyPrefix      = "whsec_"
	minKey, maxKey = 24, 64 // bytes
	tolerance      = 5 * time.Minute
)

// Verify checks that a sender with the key signed a request, and returns the event of the request. The body must be the
// bytes as they came, because JSON that was decoded and encoded again has another signature. One right signature in the
// headers is enough, by the key or, while it is replaced, by one of the others. Verify returns an error when a header
// is missing or has another form, when the timestamp is more than 5 minutes before or after now, when no signature is
// right, and when the body cannot be decoded.
//
// A request can come again: drop an event whose ID came before.
func Verify(header http.Header, body []byte, key secret.Text, now time.Time, others ...secret.Text) (Event, error) {
	var keys [][]byte
	for _, one := range append([]secret.Text{key}, others...) {
		bytes, err := keyOf(one)
		if err != nil {
			return Event{}, err
		}
		keys = append(keys, bytes)
	}
	event, timestamp := Event{ID: header.Get(headerID)}, header.Get(headerTimestamp)
	if err := checkID(event.ID); err != nil {
		return Event{}, fmt.Errorf("tourney: webhook: the header webhook-id: %w", err)
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		const text = "tourney: webhook: the header webhook-timestamp: expected seconds at most %v from now, %d, found %.20q"
		return Event{}, fmt.Errorf(text, tolerance, now.Unix(), timestamp)
	}
	// A proxy that joins the lines of a header puts commas between them (RFC 9110, 5.3). Each version has one too.
	words := strings.FieldsFunc(strings.Join(header.Values(headerSignature), ","), func(r rune) bool {
		return r == ' ' || r == ',' || r == '\t'
	})
	right := false
	for _, bytes := range keys {
		want := []byte(signature(bytes, event.ID, timestamp, body))
		for i := 1; i < len(words); i++ {
			right = hmac.Equal([]byte(words[i-1]+","+words[i]), want) || right
		}
	}
	if !right {
		return Event{}, errors.New("tourney: webhook: the header webhook-signature: no signature is right")
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return Event{}, fmt.Errorf("tourney: webhook: the body: %w", err)
	}
	return event, nil
}

// NewKey returns a random key, for a sender and its receiver. Reveal returns it as whsec_ and base64.
func NewKey() secret.Text {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // it never fails
	return secret.New(keyPrefix + base64.StdEncoding.EncodeToString(key))
}

// NewID returns the ID of an event, made from texts that no other event has.
func NewID(of ...string) string {
	hash := sha256.Sum256(fmt.Appendf(nil, "%q", of))
	return "msg_" + base64.RawURLEncoding.EncodeToString(hash[:18])
}

// checkID refuses an ID that would make the signed text ambiguous.
func checkID(id string) error {
	if id == "" || strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r == '.' || r >= 0x7f }) {
		return errors.New("expected an ID of ASCII characters without spaces and points")
	}
	return nil
}

// keyOf returns the bytes of a key. Its error does not show the key.
func keyOf(key secret.Text) ([]byte, error) {
	bytes, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(key.Reveal(), keyPrefix))
	if err != nil || len(bytes) < minKey || len(bytes) > maxKey {
		const text = "tourney: webhook: the key: expected %s and %d to %d bytes in base64"
		return nil, fmt.Errorf(text, keyPrefix, minKey, maxKey)
	}
	return bytes, nil
}

// signature returns the signature of a request, with its version in front.
func signature(key []byte, id, timestamp string, body []byte) string {
	hash := hmac.New(sha256.New, key)
	fmt.Fprintf(hash, "%s.%s.%s", id, timestamp, body)
	return "v1," + base64.StdEncoding.EncodeToString(hash.Sum(nil))
}
