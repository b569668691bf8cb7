package mockserver

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
)

// recorder takes a response for a client in the same process.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the header.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader takes the status.
func (r *recorder) WriteHeader(status int) { r.status = status }

// Write takes a part of the body.
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

func (r *recorder) response(req *http.Request) *http.Response {
	return &http.Response{
		Status: fmt.Sprintf("%d %s", r.status, http.StatusText(r.status)), StatusCode: r.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: r.header, ContentLength: int64(r.body.Len()),
		Body: io.NopCloser(bytes.NewReader(r.body.Bytes())), Request: req,
	}
}
