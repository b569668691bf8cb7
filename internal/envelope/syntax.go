package envelope

import (
	"bytes"
	"errors"
	"strings"

	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Syntax is how a body is written. The zero Syntax is JSON.
type Syntax struct {
	XML  bool
	UTF8 bool // the header names UTF-8, which outranks what XML declares (RFC 7303, section 3)
}

const (
	mediaJSON = "application/json"
	mediaXML  = "application/xml"
)

// Media returns the media type of a body.
func (s Syntax) Media() string {
	if s.XML {
		return mediaXML
	}
	return mediaJSON
}

// The names of the root elements in XML (section 1, convention 2).
const (
	rootRequest  = "Request"
	rootResponse = "Response"
)

// Encode returns the bytes of a request's body.
func (s Syntax) Encode(n node.Node) []byte {
	if s.XML {
		return xmlwire.AppendNode(nil, rootRequest, n)
	}
	return jsoncodec.AppendNode(nil, n)
}

// Decode decodes a response into out with at most memory bytes. If the response has a member called stop that is not
// empty, and out has no such member, decoding ends there with record.ErrStopped.
func (s Syntax) Decode(body []byte, out any, stop string, memory int64) error {
	return s.DecodeRows(body, out, stop, memory, nil)
}

// DecodeRows does what Decode does, and also collects rows that cannot be read, unless bad is nil.
func (s Syntax) DecodeRows(body []byte, out any, stop string, memory int64, bad *record.BadItems) error {
	if s.XML {
		lim := xmlwire.Limits{Root: rootResponse, UTF8: s.UTF8, Stop: stop, MaxMemory: memory, Bad: bad}
		return withOption(xmlwire.Unmarshal(body, out, lim))
	}
	return withOption(jsoncodec.Unmarshal(body, out, jsoncodec.Limits{Stop: stop, MaxMemory: memory, Bad: bad}))
}

// Parse reads a response as names and values. A name that an object has twice stays there twice.
func (s Syntax) Parse(body []byte, memory int64) (n node.Node, err error) {
	if s.XML {
		_, n, err = xmlwire.ParseNode(body, xmlwire.Limits{Root: rootResponse, UTF8: s.UTF8, MaxMemory: memory})
	} else {
		n, err = jsoncodec.ParseNode(body, jsoncodec.Limits{MaxMemory: memory, Doubles: true})
	}
	return n, withOption(err)
}

// Check returns an error when a response is malformed.
func (s Syntax) Check(body []byte, memory int64) error {
	if s.XML {
		return withOption(xmlwire.Check(body, xmlwire.Limits{Root: rootResponse, UTF8: s.UTF8, MaxMemory: memory}))
	}
	return withOption(jsoncodec.Check(body, jsoncodec.Limits{MaxMemory: memory}))
}

// ErrMemory is the cause of an error about an answer that exceeds the memory limit.
var ErrMemory = errors.New("WithMaxResponseMemory changes this limit")

// withOption adds the name of the option to an error about memory.
func withOption(err error) error {
	if !errors.Is(err, record.ErrMemory) {
		return err
	}
	var at *record.Error
	if errors.As(err, &at) {
		at.Err = ErrMemory
	}
	return err
}

// IsBeyondMemory reports whether an error says that this member of a response exceeds the memory limit.
func IsBeyondMemory(err error, member string) bool {
	if !errors.Is(err, ErrMemory) {
		return false
	}
	var at *record.Error
	if !errors.As(err, &at) {
		return false
	}
	rest, found := strings.CutPrefix(at.Path, "/"+member)
	return found && (rest == "" || rest[0] == '/' || rest[0] == '[')
}

// SyntaxOf returns the syntax that a Content-Type names. Without a media type it guesses the syntax from the body.
func SyntaxOf(contentType string, body []byte) (Syntax, error) {
	switch contentType { // the spelling of nearly all hosts
	case mediaJSON, mediaJSON + "; charset=utf-8":
		return Syntax{}, nil
	case mediaXML:
		return Syntax{XML: true}, nil
	}
	media, params := httptext.Media(contentType)
	switch {
	case media == "":
		return GuessSyntax(body)
	case media == mediaJSON || media == "text/json" || strings.HasSuffix(media, "+json"):
		return Syntax{}, nil
	case media == mediaXML || media == "text/xml" || strings.HasSuffix(media, "+xml") && media != "application/xhtml+xml":
		return Syntax{XML: true, UTF8: params.IsUTF8()}, nil
	}
	return Syntax{}, ErrUnknownSyntax
}

// ErrUnknownSyntax is the error of a body in neither syntax.
var ErrUnknownSyntax = errors.New("expected " + mediaJSON + " or " + mediaXML)

// GuessSyntax returns the syntax that a body appears to have.
func GuessSyntax(body []byte) (Syntax, error) {
	trimmed := bytes.TrimLeft(body, " \t\r\n\ufeff")
	switch {
	case len(trimmed) == 0 || trimmed[0] == '{':
		return Syntax{}, nil
	case bytes.HasPrefix(trimmed, []byte("<?xml")) || bytes.HasPrefix(trimmed, []byte("<"+rootResponse)):
		return Syntax{XML: true}, nil
	}
	return Syntax{}, ErrUnknownSyntax
}
