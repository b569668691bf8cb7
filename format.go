package tourney

import (
	"bytes"
	"errors"
	"strings"

	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// Format is the syntax of bodies (section 1, convention 2). The document does not show how a client chooses the format
// of an answer. The client sends its choice in Accept and Content-Type, and reads both formats in any case.
type Format string

// The formats. The empty Format stands for the default, FormatJSON.
const (
	FormatJSON Format = "JSON"
	FormatXML  Format = "XML"
)

const (
	mediaJSON = "application/json"
	mediaXML  = "application/xml"
)

func (f Format) media() string {
	if f == FormatXML {
		return mediaXML
	}
	return mediaJSON
}

// The names of the root elements in XML (section 1, convention 2).
const (
	rootRequest  = "Request"
	rootResponse = "Response"
)

// encode returns the bytes of a request's body.
func (f Format) encode(n node.Node) []byte {
	if f == FormatXML {
		return xmlwire.AppendNode(nil, rootRequest, n)
	}
	return jsoncodec.AppendNode(nil, n)
}

// syntax is how a response is written.
type syntax struct {
	Format
	utf8 bool // the header says so, which outranks what XML declares (RFC 7303, section 3)
}

// decode decodes a response into out with at most memory bytes. At a member called stop that is not empty, it ends with
// record.ErrStopped, unless out has such a member.
func (f syntax) decode(body []byte, out any, stop string, memory int64) error {
	return f.decodeRows(body, out, stop, memory, nil)
}

// decodeRows is decode, and collects rows that cannot be read, unless bad is nil.
func (f syntax) decodeRows(body []byte, out any, stop string, memory int64, bad *record.BadItems) error {
	if f.Format == FormatXML {
		lim := xmlwire.Limits{Root: rootResponse, UTF8: f.utf8, Stop: stop, MaxMemory: memory, Bad: bad}
		return withOption(xmlwire.Unmarshal(body, out, lim))
	}
	return withOption(jsoncodec.Unmarshal(body, out, jsoncodec.Limits{Stop: stop, MaxMemory: memory, Bad: bad}))
}

// parse reads a response as names and values. Names that an object has twice stay twice.
func (f syntax) parse(body []byte, memory int64) (n node.Node, err error) {
	if f.Format == FormatXML {
		_, n, err = xmlwire.ParseNode(body, xmlwire.Limits{Root: rootResponse, UTF8: f.utf8, MaxMemory: memory})
	} else {
		n, err = jsoncodec.ParseNode(body, jsoncodec.Limits{MaxMemory: memory, Doubles: true})
	}
	return n, withOption(err)
}

// check returns an error when a response is malformed.
func (f syntax) check(body []byte, memory int64) error {
	if f.Format == FormatXML {
		return withOption(xmlwire.Check(body, xmlwire.Limits{Root: rootResponse, UTF8: f.utf8, MaxMemory: memory}))
	}
	return withOption(jsoncodec.Check(body, jsoncodec.Limits{MaxMemory: memory}))
}

// errMemory is the cause of a DecodeError about an answer that exceeds the memory limit.
var errMemory = errors.New("WithMaxResponseMemory changes this limit")

// withOption adds the name of the option to an error about memory.
func withOption(err error) error {
	if !errors.Is(err, record.ErrMemory) {
		return err
	}
	var at *record.Error
	if errors.As(err, &at) {
		at.Err = errMemory
	}
	return err
}

// beyondMemory reports whether an error says that this member of a response exceeds the memory limit.
func beyondMemory(err error, member string) bool {
	if !errors.Is(err, errMemory) {
		return false
	}
	var at *record.Error
	if !errors.As(err, &at) {
		return false
	}
	rest, found := strings.CutPrefix(at.Path, "/"+member)
	return found && (rest == "" || rest[0] == '/' || rest[0] == '[')
}

// formatOf returns the syntax that a Content-Type names. Without a media type it guesses the format from the body.
func formatOf(contentType string, body []byte) (syntax, error) {
	switch contentType { // the spelling of nearly all hosts
	case mediaJSON, mediaJSON + "; charset=utf-8":
		return syntax{Format: FormatJSON}, nil
	case mediaXML:
		return syntax{Format: FormatXML}, nil
	}
	media, params := header.Media(contentType)
	switch {
	case media == "":
		return looksLike(body)
	case media == mediaJSON || media == "text/json" || strings.HasSuffix(media, "+json"):
		return syntax{Format: FormatJSON}, nil
	case media == mediaXML || media == "text/xml" || strings.HasSuffix(media, "+xml") && media != "application/xhtml+xml":
		return syntax{FormatXML, params.IsUTF8()}, nil
	}
	return syntax{}, errFormat
}

var errFormat = errors.New("expected " + mediaJSON + " or " + mediaXML)

func looksLike(body []byte) (syntax, error) {
	trimmed := bytes.TrimLeft(body, " \t\r\n\ufeff")
	switch {
	case len(trimmed) == 0 || trimmed[0] == '{':
		return syntax{Format: FormatJSON}, nil
	case bytes.HasPrefix(trimmed, []byte("<?xml")) || bytes.HasPrefix(trimmed, []byte("<"+rootResponse)):
		return syntax{Format: FormatXML}, nil
	}
	return syntax{}, errFormat
}
