package tourney

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/secrets"
)

// redactor decides what errors may show of texts that a host, a transport or a signer wrote about one request. It looks
// for the request's secrets in them.
type redactor struct {
	keeper interface{ secrets() []secrets.Secret }
	search *secrets.Search // nil before there is anything to show
}

// look returns the search for the request's secrets. It is made for the first text that is to be shown, while the
// answer is at hand.
func (r *redactor) look() *secrets.Search {
	if r.search == nil {
		r.search = secrets.New(r.keeper.secrets())
	}
	return r.search
}

// text returns the part of a text that may be shown.
func (r *redactor) text(s string) string { return r.look().Shown(s) }

// id is text for the id of a request, which may look like the number of a card by chance.
func (r *redactor) id(s string) string { return r.look().ShownID(s) }

// resultID is id for the id that names what a create or charge made, which is of no use without its digits.
func (r *redactor) resultID(s string) string { return r.look().ShownResult(s) }

// item takes out of an entry of Errors what must not be shown. A code can hold the digits of a card as well.
func (r *redactor) item(item *ErrorItem) {
	item.Message = r.text(item.Message)
	if _, known := contract.LookupCode(int(item.Code)); !known && !r.look().Clean(strconv.Itoa(int(item.Code))) {
		item.Code = CodeOther
	}
	maps.DeleteFunc(item.Extra, func(name string, value json.RawMessage) bool {
		return !r.look().Clean(name + " " + string(value))
	})
}

// excerptWindow is how much of a body is looked at for what an excerpt shows of it: enough for a secret that begins in
// the excerpt, in any form, to be found.
const excerptWindow = maxExcerpt + 4<<10

// excerpt returns the first part of a body, when the body holds no secret thereabouts.
func (r *redactor) excerpt(body []byte) string {
	text := r.text(string(body[:min(len(body), excerptWindow)]))
	return strings.ToValidUTF8(text[:min(len(text), maxExcerpt)], "")
}
