package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// maxRequestBytes bounds the body of a request.
const maxRequestBytes = 8 << 20

// Parse reads the parameters of a GET from the query, and the parameters of other methods from the body (section 1,
// convention 4).
func Parse(req *http.Request, q *Query, op *contract.Operation, body []byte) (node.Node, error) {
	if Method(req) == http.MethodGet {
		return q.node()
	}
	format, media, utf8 := BodyFormat(req)
	if format == nil {
		const text = "the content type %q is not supported: use %s or %s"
		message := fmt.Sprintf(text, redact.Safe(media), MediaJSON, MediaXML)
		return node.Node{}, refusal.Because(http.StatusUnsupportedMediaType, tourney.CodeInvalid, message)
	}
	n, err := format.parse(op, body, utf8)
	if errors.Is(err, record.ErrMemory) {
		return node.Node{}, tooLarge("the body needs more than %d bytes of memory", MaxRequestMemory)
	}
	if err != nil {
		return node.Node{}, refusal.FromParse(err)
	}
	if n.Kind != node.Object {
		return node.Node{}, refusal.Because(0, tourney.CodeInvalid, "the request must be an object")
	}
	return n, nil
}

// AgreeOnID makes the id at the end of the path a parameter of the request. Without one, id is "", and the id of the
// body decides. An id elsewhere in the body or in the query must be equal.
func AgreeOnID(params *node.Node, q *Query, id string) error {
	in, where, given := params.Find("id"), "path", []string(nil)
	absent := in == nil || in.Kind == node.Null || strings.TrimSpace(in.Text) == ""
	switch {
	case id == "" && absent:
		return nil
	case id == "":
		id, where = strings.TrimSpace(in.Text), "body"
	case in == nil:
		params.Members = append(params.Members, node.Member{Name: "id", Node: node.Node{Kind: node.Text, Text: id}})
	case absent:
		*in = node.Node{Kind: node.Text, Text: id}
	default:
		given = append(given, in.Text)
	}
	for _, pair := range q.Pairs {
		if node.SameName(pair.Name, "id") {
			given = append(given, pair.Value)
		}
	}
	for _, text := range given {
		if text = strings.TrimSpace(text); text != id {
			const expected = "must be that of the %s, %s, or be left out: found %q"
			return refusal.Invalid("id", fmt.Sprintf(expected, where, redact.Safe(id), redact.Safe(text)))
		}
	}
	return nil
}

// ReadBody reads the body of a request.
func ReadBody(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	plain, err := DecodedBody(req, maxRequestBytes)
	var body bytes.Buffer
	if err == nil {
		_, err = body.ReadFrom(io.LimitReader(plain, maxRequestBytes+1))
	}
	message := "the body broke off"
	switch refused := (*refusal.Refusal)(nil); {
	case errors.As(err, &refused):
		return nil, refused
	case err != nil && plain != req.Body:
		message = "the body cannot be decompressed: " + err.Error()
		fallthrough
	case err != nil:
		return nil, refusal.Because(0, tourney.CodeInvalid, message)
	case body.Len() > maxRequestBytes:
		return nil, tooLarge("the body is larger than %d bytes", maxRequestBytes)
	}
	return body.Bytes(), nil
}

// DecodedBody returns a request's body, decompressed if it is in gzip, for a reader that accepts limit bytes. It
// refuses other codings.
func DecodedBody(req *http.Request, limit int64) (io.Reader, error) {
	plain, left, err := httptext.Decoded(req.Body, httptext.Codings(req.Header), limit)
	if err == nil && len(left) > 0 {
		const message = "the body has the coding %q, which is not supported: use gzip, or none"
		shown := fmt.Sprintf(message, redact.Safe(strings.Join(left, ", ")))
		err = refusal.Because(http.StatusUnsupportedMediaType, tourney.CodeInvalid, shown)
	}
	return plain, err
}

func tooLarge(format string, limit int) *refusal.Refusal {
	return refusal.Because(http.StatusRequestEntityTooLarge, tourney.CodeMaximum, fmt.Sprintf(format, limit))
}
