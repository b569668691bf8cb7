package mockserver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/header"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
)

// maxRequestBytes bounds the body of a request.
const maxRequestBytes = 8 << 20

// parse reads the parameters of a GET from the query, and those of other methods from the body (section 1,
// convention 4).
func parse(req *http.Request, q *query, op *contract.Operation, body []byte) (node.Node, error) {
	if methodOf(req) == http.MethodGet {
		return q.node()
	}
	format, media, utf8 := bodyFormat(req)
	if format == nil {
		message := fmt.Sprintf("the content type %q is not supported: use %s or %s", redact.Safe(media), mediaJSON, mediaXML)
		return node.Node{}, &refusal{status: http.StatusUnsupportedMediaType, items: []item{{codeInvalid, message}}}
	}
	n, err := format.parse(op, body, utf8)
	if errors.Is(err, record.ErrMemory) {
		return node.Node{}, tooLarge("the body needs more than %d bytes of memory", maxRequestMemory)
	}
	if err != nil {
		return node.Node{}, parseRefusal(err)
	}
	if n.Kind != node.Object {
		return node.Node{}, &refusal{items: []item{{codeInvalid, "the request must be an object"}}}
	}
	return n, nil
}

// addPathID makes the id behind the path a parameter. The parameter may be there already, and say the same.
func addPathID(params *node.Node, id string) error {
	given := params.Find("id")
	if given == nil {
		member := node.Member{Name: "id", Node: node.Node{Kind: node.Text, Text: id}}
		params.Members = append(params.Members, member)
		return nil
	}
	if text := strings.TrimSpace(given.Text); text != id {
		return invalid("id", fmt.Sprintf("must be that of the path, %s, or be left out: found %q", id, redact.Safe(text)))
	}
	return nil
}

// missesTarget returns a function that tells whether a violation is about the missing id of the row to update.
func missesTarget(op *contract.Operation) func(check.Violation) bool {
	return func(v check.Violation) bool {
		return op.Method == http.MethodPut && op.Instead == "" && v.Code == contract.CodeRequired &&
			slices.Contains(op.Target, v.Path)
	}
}

// readBody reads the body of a request.
func readBody(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	plain, err := decodedBody(req, maxRequestBytes)
	var body bytes.Buffer
	if err == nil {
		_, err = body.ReadFrom(io.LimitReader(plain, maxRequestBytes+1))
	}
	message := "the body broke off"
	switch refused := (*refusal)(nil); {
	case errors.As(err, &refused):
		return nil, refused
	case err != nil && plain != req.Body:
		message = "the body cannot be decompressed: " + err.Error()
		fallthrough
	case err != nil:
		return nil, &refusal{items: []item{{code: codeInvalid, message: message}}}
	case body.Len() > maxRequestBytes:
		return nil, tooLarge("the body is larger than %d bytes", maxRequestBytes)
	}
	return body.Bytes(), nil
}

// decodedBody returns a request's body without gzip, for a reader that takes limit bytes. It refuses other codings.
func decodedBody(req *http.Request, limit int64) (io.Reader, error) {
	plain, left, err := header.Decoded(req.Body, header.Codings(req.Header), limit)
	if err == nil && len(left) > 0 {
		const message = "the body has the coding %q, which is not supported: use gzip, or none"
		err = &refusal{status: http.StatusUnsupportedMediaType, items: []item{{
			codeInvalid, fmt.Sprintf(message, redact.Safe(strings.Join(left, ", "))),
		}}}
	}
	return plain, err
}

// tooLarge returns the refusal of a body that is beyond a limit.
func tooLarge(format string, limit int) *refusal {
	return &refusal{
		status: http.StatusRequestEntityTooLarge, items: []item{{code: codeMaximum, message: fmt.Sprintf(format, limit)}},
	}
}
