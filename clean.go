package tourney

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/secrets"
)

// redactor removes the secrets of one request from the texts that a host, a transport or a signer wrote about it.
type redactor struct {
	keeper interface{ secrets() []secrets.Secret } // the answer, which knows the secrets
	search *secrets.Search                         // nil until the first text is shown
}

// secretSearch returns the search for the request's secrets. It collects them before the client shows the first text.
// Most requests never need them, and only the end of a request knows all of them.
func (r *redactor) secretSearch() *secrets.Search {
	if r.search == nil {
		r.search = secrets.New(r.keeper.secrets())
	}
	return r.search
}

// text returns a text, or a notice in its place if the text repeats a secret.
func (r *redactor) text(s string) string { return r.secretSearch().Shown(s) }

// id is text for a request id, which may look like a card number by chance.
func (r *redactor) id(s string) string { return r.secretSearch().ShownID(s) }

// resultID is text for the id of a create's or charge's result. The caller needs all digits of that id.
func (r *redactor) resultID(s string) string { return r.secretSearch().ShownResult(s) }

// item removes secrets from an entry of Errors. A code can hold the digits of a card number as well.
func (r *redactor) item(item *ErrorItem) {
	item.Message, item.Field = r.text(item.Message), r.text(item.Field)
	if _, known := contract.LookupCode(int(item.Code)); !known && !r.secretSearch().Clean(strconv.Itoa(int(item.Code))) {
		item.Code = CodeOther
	}
	maps.DeleteFunc(item.Extra, func(name string, value json.RawMessage) bool {
		return !r.secretSearch().Clean(name + " " + string(value))
	})
}

// excerptWindow is the number of bytes that are searched before an excerpt is shown. The window is larger than an
// excerpt, so that it holds the whole of a secret that begins in the excerpt, in any form.
const excerptWindow = maxExcerpt + 4<<10

// excerpt returns the first part of a body, unless the window holds a secret.
func (r *redactor) excerpt(body []byte) string {
	text := r.text(string(body[:min(len(body), excerptWindow)]))
	return strings.ToValidUTF8(text[:min(len(text), maxExcerpt)], "")
}

// fieldError returns a broken rule. It does not repeat a card number in the wrong field.
func fieldError(path string, code ErrorCode, message string) FieldError {
	return FieldError{Path: path, Code: code, Message: secrets.WithoutNumbers(message)}
}
