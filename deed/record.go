package deed

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/reconcile"
)

// recordFormat is the format of the records that this version of the library writes and reads.
const recordFormat = 1

// record is what a store keeps of a deed: a lease and a memo, and in the end the result.
type record struct {
	Format int    `json:"Format"`
	Input  string `json:"Input"`          // digest of the input and the host
	Until  int64  `json:"Until,omitzero"` // end of the lease in milliseconds of the store's clock; 0 when it was given back
	Memo   *memo  `json:"Memo,omitzero"`  // of a write that may have happened
	Done   *Done  `json:"Done,omitzero"`
}

// memo is what is known of a write that may have happened.
type memo struct {
	Note reconcile.Note `json:"Note"`

	// What the answer named, if it said neither yes nor no.
	ID            int64  `json:"Id,omitzero"`
	TeamID        int64  `json:"TeamId,omitzero"`
	TransactionID string `json:"TransactionId,omitzero"`
}

// failure returns the error of the write.
func (m *memo) failure(why error) *tourney.OutcomeUnknownError {
	return &tourney.OutcomeUnknownError{
		Op: m.Note.Op, ID: m.ID, TeamID: m.TeamID, TransactionID: m.TransactionID, Err: why,
	}
}

// decode reads a record. Data that it cannot read is an error, because a write may have happened.
func decode(data []byte) (r record, err error) {
	err = json.Unmarshal(data, &r)
	switch {
	case r.Format > recordFormat:
		err = fmt.Errorf("a later version of the library wrote it, in format %d: expected at most %d", r.Format, recordFormat)
	case err == nil && (r.Format < 1 || r.Input == "" || (r.Memo == nil) == (r.Done == nil)):
		err = errors.New("it is no record of a deed")
	}
	if err != nil {
		return record{}, fmt.Errorf("deed: reading the record of the key: %w", err)
	}
	return r, nil
}

// digestOf returns a checksum of the host and of an input without its card, whose number a checksum would betray. A
// [secret.Text] is always "[redacted]" in JSON.
func digestOf(c *tourney.Client, in tourney.Input) (string, error) {
	var plain any = in
	switch in := in.(type) {
	case tourney.RegistrationInput:
		in.Payment = withoutCard(in.Payment)
		plain = in
	case tourney.PaymentInput:
		in.Payment = withoutCard(in.Payment)
		plain = in
	}
	host, err := httptext.Identity(c.BaseURL())
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(plain)
	sum := sha256.Sum256(fmt.Appendf(text, "%T %s", in, host))
	return hex.EncodeToString(sum[:]), err
}

func withoutCard(p *tourney.PaymentDetailsInput) *tourney.PaymentDetailsInput {
	if p == nil {
		return nil
	}
	rest := *p
	rest.CreditCardType, rest.CreditCardExpireMonth, rest.CreditCardExpireYear = nil, nil, nil
	return &rest
}
