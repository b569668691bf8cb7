// Package withhold keeps the secrets of a request out of the texts of errors about the request. The file secrets.go of
// the root decides what counts as a secret.
package withhold

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/redact"
)

// The notices that replace texts.
const (
	withheld       = "[withheld: the request held a secret]"
	withheldRepeat = "[withheld: it repeats a secret of the request]"
	withheldNumber = "[withheld: it holds the number of a card]"
)

// Redactor decides which texts of a host, a transport or a signer the errors about one request show. When the request
// carried a secret, the errors show no text of a host or a transport. Otherwise they show the texts that do not repeat
// the keys.
type Redactor struct {
	Carried
	known *redact.Search // for the secrets that the client knows
	sent  *regexp.Regexp // finds the path that was sent; nil if the base URL has no path
}

// Carried is what a request carried.
type Carried struct {
	Texts  []string // the secrets that the client knows
	Secret bool     // the request carried a secret, which the host could repeat in any form
	Login  bool     // the request is a login, whose answer has keys

	Base, Path string // the path of the base URL, which may hold a secret, and that of the request below it; escaped

	// OwnError reports whether the client made an error, so that the error holds a text of a host only in the errors
	// that it wraps.
	OwnError func(error) bool
}

// New returns a Redactor for the errors about one request.
func New(c Carried) *Redactor {
	if c.Base == "" {
		return &Redactor{Carried: c, known: redact.SearchFor(c.Texts...)}
	}
	return &Redactor{
		Carried: c, known: redact.SearchFor(append(slices.Clip(c.Texts), c.Base+c.Path)...), // behind escapes
		sent: regexp.MustCompile(`/[^\s"'<>]*` + regexp.QuoteMeta(c.Path)),
	}
}

// Text returns a text of a host or a transport, or a notice in its place.
func (r *Redactor) Text(s string) string {
	if s != "" && r.Secret {
		return withheld
	}
	return r.Searched(s)
}

// Searched returns a text without numbers of cards and the path of the base URL, or a notice in its place if it repeats
// a secret that is known.
func (r *Redactor) Searched(s string) string {
	if r.sent != nil {
		s = r.sent.ReplaceAllLiteralString(s, "…"+r.Carried.Path)
	}
	if r.known.In(s) {
		return withheldRepeat
	}
	if s = redact.WithoutNumbers(s); redact.HasNumber(s) {
		return withheldNumber
	}
	return s
}

// IsClean reports whether a text may be shown unchanged.
func (r *Redactor) IsClean(s string) bool { return r.Text(s) == s }

// Name returns a host's name for something, such as a field. It always shows names of the interface.
func (r *Redactor) Name(s string) string {
	if isOfInterface(s) {
		return r.Searched(s)
	}
	return r.Text(s)
}

// ID returns the id of a request, which may look like a card number by chance. It withholds every id of a login,
// because the id may repeat one of the new keys, which no search knows.
func (r *Redactor) ID(s string) string {
	switch {
	case s == "":
		return ""
	case r.Secret && (r.Login || !requestIDs.MatchString(s)):
		return withheld
	case r.known.In(s) || r.known.InID(s):
		return withheldRepeat
	case redact.HidesNumber(s):
		return withheldNumber
	}
	return s
}

// requestIDs matches what hosts and proxies give a request as its id.
var requestIDs = regexp.MustCompile(`^[0-9A-Za-z._:/=+-]{1,64}$`)

// ResultID returns the id of a create's or charge's result. The caller needs all digits of that id, which may hold the
// code of a card by chance. A text of several words is no id, so it must not hold such a code.
func (r *Redactor) ResultID(s string) string {
	words := len(strings.Fields(s)) > 1
	if r.known.InID(s) || words && r.known.In(s) {
		return withheldRepeat
	}
	return s
}

// ResultNumber does what ResultID does, for a number. It returns 0 for a number that holds a secret.
func (r *Redactor) ResultNumber(id int64) int64 {
	if r.known.InID(strconv.FormatInt(id, 10)) {
		return 0
	}
	return id
}

// maxExcerpt bounds the bytes of an excerpt.
const maxExcerpt = 512

// excerptWindow is the number of bytes that are searched before an excerpt is shown. The window is larger than an
// excerpt, so that it holds the whole of a secret that begins in the excerpt, in any form.
const excerptWindow = maxExcerpt + 4<<10

// Excerpt returns the first part of a body, "" when the request carried a secret.
func (r *Redactor) Excerpt(body []byte) string {
	if r.Secret {
		return ""
	}
	text := r.Text(string(body[:min(len(body), excerptWindow)]))
	return strings.ToValidUTF8(text[:min(len(text), maxExcerpt)], "")
}

// isOfInterface reports whether each word of a text is part of a name of the interface, or of a usual Content-Type.
func isOfInterface(text string) bool {
	isMark := func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for word := range strings.FieldsFuncSeq(text, isMark) {
		plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(word))
		isIndex := len(plain) <= 2 && strings.Trim(plain, "0123456789") == ""
		if !isIndex && !strings.Contains(interfaceNames(), plain) {
			return false
		}
	}
	return true
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
