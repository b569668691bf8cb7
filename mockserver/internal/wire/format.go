// Package wire decides what requests and answers look like: the formats JSON and XML, queries and bodies, paths and
// their operations, names of parameters, the members that a variant lacks, the ways in which hosts differ, and the
// names of sessions in paths and headers. It does not know rows. Add a new format, path, spelling of a name, or header
// of the mock to this package. A new difference between hosts is a field of Ways and of the Profile of package
// mockserver. The package that reads the field implements the difference. Package respond decides which step refuses a
// request, and when.
package wire

import (
	"bytes"
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Media types.
const (
	MediaJSON   = "application/json"
	MediaXML    = "application/xml"
	MediaHTML   = "text/html"
	CharsetUTF8 = "; charset=utf-8" // follows the media type of an answer
)

// The names of the root elements in XML (section 1, convention 2).
const (
	rootRequest  = "Request"
	rootResponse = "Response"
)

// MaxRequestMemory is the largest memory, in bytes, that a parsed body may need. There is a limit because a list of
// empty objects needs a hundred times as much memory as its text.
const MaxRequestMemory = 256 << 20

// Format is JSON or XML (section 1, convention 2).
type Format struct {
	media      string
	Content    string // the content type of answers
	parse      func(op *contract.Operation, body []byte, utf8 bool) (node.Node, error)
	encode     func(value any, has members) ([]byte, error) // writes null for absent members, if has is not nil
	Unfinished byte                                         // the first byte of a body that lacks its end

	// like encode, but for a value inside a body
	element func(name string, value any, has members) ([]byte, error)
	Root    func(name string) (open, end string) // what surrounds the element of a body with one member
	Between string                               // what separates the items of a list
	Unfold  func(body []byte) (open, end []byte) // what surrounds the items of the only list of a body

	Merge func(body, more []byte) []byte // adds the members of an encoded object to another one
}

// Encode encodes a value without null for absent members.
func (f *Format) Encode(value any) ([]byte, error) { return f.encode(value, nil) }

// members tells whether the answers of a host have a member of a type.
type members = func(t reflect.Type, member string) bool

// The formats of answers.
var (
	JSON = &Format{
		media: MediaJSON, Content: MediaJSON + CharsetUTF8,
		parse: func(_ *contract.Operation, body []byte, _ bool) (node.Node, error) {
			limits := jsoncodec.Limits{Doubles: true, Whole: true, MaxMemory: MaxRequestMemory}
			return jsoncodec.ParseNode(body, limits)
		},
		encode:     jsoncodec.MarshalAnswer,
		element:    func(_ string, value any, has members) ([]byte, error) { return jsoncodec.MarshalAnswer(value, has) },
		Root:       func(name string) (open, end string) { return `{"` + name + `":`, "}" },
		Between:    ",",
		Unfold:     unfoldJSON,
		Unfinished: '{',
		Merge: func(body, more []byte) []byte {
			return merged(body, more, []byte("{"), []byte("}"), []byte(","))
		},
	}
	XML = &Format{
		media: MediaXML, Content: MediaXML + CharsetUTF8,
		parse:   parseXML,
		encode:  func(value any, has members) ([]byte, error) { return xmlwire.MarshalAnswer(rootResponse, value, has) },
		element: xmlwire.MarshalElement,
		Root:    func(string) (open, end string) { return xmlwire.Root(rootResponse) },
		Unfold:  unfoldXML,

		Unfinished: '<',
		Merge: func(body, more []byte) []byte {
			return merged(body, more, []byte(">"), []byte("</"+rootResponse+">"), nil)
		},
	}
	// HTML is the format of the gateway in front of a host. It encodes every value as the same page.
	HTML = &Format{
		media: MediaHTML, Content: MediaHTML + CharsetUTF8,
		encode:     func(any, members) ([]byte, error) { return []byte(gatewayPage), nil },
		Unfinished: '<',
		Merge:      func(body, _ []byte) []byte { return body },
	}
)

// unfoldJSON returns the text before and after the items of a list. The argument body is a body whose only list is
// empty.
func unfoldJSON(body []byte) (open, end []byte) {
	at := bytes.Index(body, []byte("[]")) + 1
	return body[:at], body[at:]
}

// unfoldXML returns the text before and after the items of a list. The argument body is a body with one empty element,
// which is the list.
func unfoldXML(body []byte) (open, end []byte) {
	at := bytes.Index(body, []byte("/>"))
	name := body[bytes.LastIndexByte(body[:at], '<')+1 : at]
	return slices.Concat(body[:at], []byte(">")), slices.Concat([]byte("</"), name, []byte(">"), body[at+2:])
}

// merged returns a body to which the members of another body are added at the end. The members of a body stand between
// open and end. If the first body has no members, merged returns the other body.
func merged(body, more, open, end, between []byte) []byte {
	first, last := bytes.Index(more, open)+len(open), bytes.LastIndex(more, end)
	at := bytes.LastIndex(body, end)
	if at <= bytes.Index(body, open)+len(open) {
		return more
	}
	return slices.Concat(body[:at], between, more[first:last], body[at:])
}

// gatewayPage is the page with which the gateway in front of a host answers a request for an unknown path.
const gatewayPage = `<!DOCTYPE html>
<html><head><title>The page cannot be found</title></head>
<body><h1>The page cannot be found</h1><p>It may have been removed, or had its name changed.</p></body></html>
`

// parseXML parses a body. The rows of the operation tell which of its elements are lists and objects. If utf8 is true,
// the header of the request says that the body is in UTF-8, and parseXML ignores the encoding in the XML declaration.
func parseXML(op *contract.Operation, body []byte, utf8 bool) (node.Node, error) {
	_, n, err := xmlwire.ParseNode(body, xmlwire.Limits{Root: rootRequest, UTF8: utf8, MaxMemory: MaxRequestMemory})
	if err == nil {
		check.Shape(op, &n)
	}
	return n, err
}

func formatOf(media string) *Format {
	switch {
	case media == MediaJSON || media == "text/json" || strings.HasSuffix(media, "+json"):
		return JSON
	case media == MediaXML || media == "text/xml" || strings.HasSuffix(media, "+xml"):
		return XML
	}
	return nil
}

// plainFormat returns the format of the media types that most requests name, without parsing the text. It returns nil
// for all other texts.
func plainFormat(text string) *Format {
	switch text {
	case MediaJSON, JSON.Content:
		return JSON
	case MediaXML, XML.Content:
		return XML
	}
	return nil
}

// BodyFormat returns the format of a request's body, its media type, and whether the header says that it is in UTF-8.
// Without a Content-Type the format is JSON. The format is nil for types other than JSON and XML.
func BodyFormat(req *http.Request) (f *Format, media string, utf8 bool) {
	lines := req.Header["Content-Type"]
	if len(lines) == 0 || len(lines) == 1 && lines[0] == "" {
		return JSON, MediaJSON, false
	}
	if f := plainFormat(lines[0]); f != nil {
		return f, f.media, lines[0] == f.Content
	}
	media, params := httptext.Media(lines...)
	if charset := params.Get("charset"); charset != "" && !params.IsUTF8() && !strings.EqualFold(charset, "us-ascii") {
		media = ""
	}
	return formatOf(media), cmp.Or(media, strings.Join(lines, ", ")), params.IsUTF8()
}

// AnswerFormat returns the format of the answer. It is the format with the largest weight in Accept, or the first of
// several with that weight. If Accept prefers no single format, or for a browser, it is the format of the request's
// Content-Type, or JSON without a Content-Type.
//
// A format that Accept excludes by the weight 0 is used only if no other format is left.
func AnswerFormat(req *http.Request) *Format {
	best, excluded := preferred(req.Header["Accept"])
	if best != nil && best != HTML {
		return best
	}
	sent, _, _ := BodyFormat(req)
	for _, f := range []*Format{sent, JSON, XML} {
		if f != nil && !slices.Contains(excluded, f) {
			return f
		}
	}
	return JSON
}

// WantsPage reports whether a request prefers an HTML page, as a request of a browser does.
func WantsPage(req *http.Request) bool {
	best, _ := preferred(req.Header["Accept"])
	return best == HTML
}

// preferred returns the format with the largest weight in Accept, or the first of several with that weight. It returns
// nil if the preferred media type allows any format. It also returns the formats with the weight 0.
func preferred(accept []string) (best *Format, excluded []*Format) {
	if len(accept) == 1 {
		if f := plainFormat(accept[0]); f != nil {
			return f, nil
		}
	}
	most, anything := 0.0, 0.0
	for _, item := range httptext.Items(accept) {
		media, params := httptext.MediaOf(item)
		switch f, weight := acceptedFormat(media), params.Weight(); {
		case f == nil:
		case f == inAny:
			anything = max(anything, weight)
		case weight == 0:
			excluded = append(excluded, f)
		case weight > most:
			best, most = f, weight
		}
	}
	if anything > most {
		return nil, excluded
	}
	return best, excluded
}

// inAny is what acceptedFormat returns for a media type that allows every format.
var inAny = &Format{}

func acceptedFormat(media string) *Format {
	switch media {
	case "*/*", "application/*":
		return inAny
	case MediaHTML, "application/xhtml+xml":
		return HTML
	}
	return formatOf(media)
}

// Vary names the headers of a request that choose an answer: those of its format (see AnswerFormat and WantsPage), and
// that of the session whose rows it has.
func Vary(h http.Header) {
	h["Vary"] = append(h["Vary"], "Accept", "Content-Type", SessionHeader)
}

// WritePage writes an answer that does not belong to the interface, such as a page for people.
func WritePage(w http.ResponseWriter, req *http.Request, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	Vary(w.Header())
	w.WriteHeader(status)
	if req.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// IsPrintable reports whether a text has only visible characters of ASCII, and spaces.
func IsPrintable(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}

// InASCII returns a text for a header. Escapes such as \u00e9 replace the characters that are not ASCII.
func InASCII(text string) string {
	if IsPrintable(text) {
		return text
	}
	quoted := strconv.QuoteToASCII(strings.ReplaceAll(text, "…", "..."))
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
