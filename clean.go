package tourney

import (
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/leaks"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/syntax"
)

// The notices in place of texts.
const (
	withheld       = "[withheld: the request held a secret]"
	withheldRepeat = "[withheld: it repeats a secret of the request]"
	withheldNumber = "[withheld: it holds the number of a card]"
)

// redactor decides which texts of a host, a transport or a signer the errors about one request show. When the request
// carried a secret, they show none of a host's or a transport's. Otherwise they show those that do not repeat the keys.
type redactor struct {
	carried
	known *leaks.Search // for the secrets that the client knows
}

// carried is what a request carried.
type carried struct {
	texts  []string // the secrets that the client knows
	secret bool     // one that its host could write in any form
	login  bool     // a login: the answer has keys
}

func newRedactor(c carried) *redactor { return &redactor{carried: c, known: leaks.New(c.texts...)} }

// withholds reports whether the request carried a secret.
func (r *redactor) withholds() bool { return r.secret }

// text returns a text of a host or a transport, or a notice in its place.
func (r *redactor) text(s string) string {
	if s != "" && r.withholds() {
		return withheld
	}
	return r.searched(s)
}

// searched returns a text without numbers of cards, or a notice in its place if it repeats a secret that is known.
func (r *redactor) searched(s string) string {
	if r.known.In(s) {
		return withheldRepeat
	}
	if s = leaks.WithoutNumbers(s); leaks.HasNumber(s) {
		return withheldNumber
	}
	return s
}

// clean reports whether a text may be shown unchanged.
func (r *redactor) clean(s string) bool { return r.text(s) == s }

// name returns a host's name for something, such as a field. It shows names of the interface in any case.
func (r *redactor) name(s string) string {
	if isOfInterface(s) {
		return r.searched(s)
	}
	return r.text(s)
}

// id returns the id of a request, which may look like a card number by chance. The answer to a login has keys that no
// search knows.
func (r *redactor) id(s string) string {
	switch {
	case s == "":
		return ""
	case r.withholds() && (r.login || !requestIDs.MatchString(s)):
		return withheld
	case r.known.In(s) || r.known.InID(s):
		return withheldRepeat
	}
	return s
}

// requestIDs matches what hosts and proxies give a request as its id.
var requestIDs = regexp.MustCompile(`^[0-9A-Za-z._:/=+-]{1,64}$`)

// resultID returns the id of a create's or charge's result. The caller needs all digits of that id, which may hold the
// code of a card by chance. Words that hold it are no id.
func (r *redactor) resultID(s string) string {
	words := len(strings.Fields(s)) > 1
	if r.known.InID(s) || words && r.known.In(s) {
		return withheldRepeat
	}
	return s
}

// resultNumber is resultID for a number; 0 for one that holds a secret.
func (r *redactor) resultNumber(id int64) int64 {
	if r.known.InID(strconv.FormatInt(id, 10)) {
		return 0
	}
	return id
}

// items removes secrets from the entries of Errors. If it changes a message, it also returns a function for the
// messages as the host wrote them.
func (r *redactor) items(items []ErrorItem) (shown []ErrorItem, said func() []string) {
	shown = slices.Clone(items)
	for i := range shown {
		r.item(&shown[i])
	}
	messages := messagesOf(items)
	if slices.Equal(messages, messagesOf(shown)) {
		return shown, nil
	}
	return shown, func() []string { return messages }
}

// item removes secrets from an entry of Errors. A code can hold the digits of a card as well.
func (r *redactor) item(item *ErrorItem) {
	item.Message, item.Field = r.text(item.Message), r.name(item.Field)
	digits := strconv.Itoa(int(item.Code))
	if _, known := contract.LookupCode(int(item.Code)); !known && r.searched(digits) != digits {
		item.Code = CodeOther
	}
	maps.DeleteFunc(item.Extra, func(name string, value json.RawMessage) bool {
		return !r.clean(name + " " + string(value))
	})
}

// excerptWindow is the number of bytes that are searched before an excerpt is shown. The window is larger than an
// excerpt, so that it holds the whole of a secret that begins in the excerpt, in any form.
const excerptWindow = maxExcerpt + 4<<10

// excerpt returns the first part of a body, "" when the request carried a secret.
func (r *redactor) excerpt(body []byte) string {
	if r.withholds() {
		return ""
	}
	text := r.text(string(body[:min(len(body), excerptWindow)]))
	return strings.ToValidUTF8(text[:min(len(text), maxExcerpt)], "")
}

// isOfInterface reports whether each word of a text is part of a name of the interface, or of a usual Content-Type.
func isOfInterface(text string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isWordPart(r) }) {
		plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(word))
		if index := len(plain) <= 2 && isDigits(plain); !index && !strings.Contains(interfaceNames(), plain) {
			return false
		}
	}
	return true
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func isWordPart(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// interfaceNames returns the names of all parameters, in lower case, and the words of content types.
var interfaceNames = sync.OnceValue(func() string {
	names := []string{"application text json xml html plain charset utf8 problem gzip deflate br zstd"}
	for _, op := range contract.Operations() {
		for i := range op.Params {
			names = append(names, op.Params[i].Name, op.Params[i].Also)
		}
	}
	return strings.Join(names, " ")
})

// fieldError returns a broken rule. It does not repeat a card number in the wrong field.
func fieldError(path string, code ErrorCode, message string) FieldError {
	return FieldError{Path: path, Code: code, Message: leaks.WithoutNumbers(message)}
}

// reworded returns an error about the text of an answer without the request's secrets. An error that quotes a secret
// keeps only its place in the answer. So does every error that quotes the answer to a request that carried a secret.
func (r *redactor) reworded(err error, body []byte) error {
	at := new(record.Error)
	if !errors.As(err, &at) {
		return errors.New(r.text(err.Error()))
	}
	shown := *at
	shown.Path = r.path(at, body)
	quotes := !at.Secret && !errors.Is(err, syntax.ErrMemory)
	if quotes && r.withholds() || !r.quotable(shown.Error(), body, at.Offset) {
		return withoutContent(&shown)
	}
	return &shown
}

// path returns the place of a value in an answer, without names of the host's own if they could be secrets.
func (r *redactor) path(at *record.Error, body []byte) string {
	if r.withholds() || !r.quotable(at.Path, body, at.Offset) {
		return at.KnownPath()
	}
	return at.Path
}

// withoutContent returns a decoder's error with the place in the answer and without the content there.
func withoutContent(at *record.Error) error {
	return &record.Error{
		Path: at.Path, Offset: at.Offset, Line: at.Line, Found: "content not shown", Expected: at.Expected, Secret: true,
	}
}

// ellipsis marks the cut in a text that our own errors quote.
const ellipsis = "…"

// quoteWindow is the number of bytes that are searched on either side of a quoted place.
const quoteWindow = 4 << 10

// quotable reports whether a text of ours that quotes an answer repeats no secret. A cut quote may end in the middle of
// a secret, with too few characters to recognize it. So quotable searches the answer around the quote as well.
func (r *redactor) quotable(text string, body []byte, offset int64) bool {
	if r.searched(text) != text {
		return false
	}
	if !strings.Contains(text, ellipsis) {
		return true
	}
	if r.cutSecret(text) {
		return false
	}
	place := int(min(offset, int64(len(body))))
	around := string(body[max(0, place-quoteWindow):min(len(body), place+quoteWindow)])
	return r.searched(around) == around
}

// leastCut is how many characters before a cut are compared with the secrets.
const leastCut = 12

// cutSecret reports whether a text has the beginning of a secret before a cut. The answer may write the secret in
// parts, as XML can, or far from the quoted place.
func (r *redactor) cutSecret(text string) bool {
	pieces := strings.Split(text, ellipsis)
	return slices.ContainsFunc(pieces[:len(pieces)-1], func(piece string) bool {
		end := piece[max(0, len(piece)-leastCut):]
		return len(end) == leastCut && slices.ContainsFunc(r.texts, func(secret string) bool {
			return strings.Contains(secret, end)
		})
	})
}
