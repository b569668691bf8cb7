package console

import (
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
)

// file is an answer of the admin API that a browser saves unchanged. A browser cannot send the token in the header that
// the admin API requires, so the console asks for the answer and passes it on.
type file struct {
	path string // behind Path
	from string // of the admin API
	name string // for the browser
}

// files are all files that a browser can save.
var files = []file{
	{"export", "export", "mock-rows.jsonl"},
	{"api/openapi.json", "openapi.json", "openapi.json"},
	{"api/openapi.yaml", "openapi.yaml", "openapi.yaml"},
	{"api/openapi.xsd", "openapi.xsd", "openapi.xsd"},
}

// fileOf returns the file with an escaped path, nil for none.
func fileOf(path string) *file {
	for i := range files {
		if files[i].path == path {
			return &files[i]
		}
	}
	return nil
}

// serveFile passes an answer of the admin API on. An error becomes a page.
func (v *exchange) serveFile(f *file) {
	req, err := v.API.Request(v.Method, f.from, nil)
	if err != nil {
		v.refuse(err)
		return
	}
	passed := &passing{ask.NewAnswer(), v.w, f.name}
	v.API.Handler.ServeHTTP(passed, req)
	if passed.Status >= http.StatusBadRequest {
		v.refuse(passed.Refusal())
	}
}

// passing passes an answer on, unless the answer is an error, which passing keeps. It drops the header of an error too,
// because the page that shows the error has another Content-Length and ETag.
type passing struct {
	ask.Answer

	to   http.ResponseWriter
	name string
}

// WriteHeader begins the answer.
func (p *passing) WriteHeader(status int) {
	if p.Status != 0 {
		return
	}
	if p.Status = status; status < http.StatusBadRequest {
		maps.Copy(p.to.Header(), p.Header())
		p.to.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": p.name}))
		p.to.WriteHeader(status)
	}
}

// Write writes a part of the answer.
func (p *passing) Write(data []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	if p.Status >= http.StatusBadRequest {
		return p.Answer.Write(data)
	}
	return p.to.Write(data)
}

// maxForm is the limit of the bytes of a form without its file.
const maxForm = 4 << 20

// readForm reads the fields of a form. In a form with a file it reads the fields before the file and leaves the file in
// the body, because the rows of a large mock would not fit into memory twice.
func (v *exchange) readForm() error {
	if kind, _, _ := mime.ParseMediaType(v.Header.Get("Content-Type")); kind != "multipart/form-data" {
		v.Body = http.MaxBytesReader(v.w, v.Body, maxForm)
		return v.ParseForm()
	}
	parts, err := v.MultipartReader()
	if err != nil {
		return err
	}
	v.PostForm = url.Values{}
	return v.readParts(parts)
}

func (v *exchange) readParts(parts *multipart.Reader) error {
	for left := int64(maxForm); ; {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case part.FormName() == uploadField:
			v.Upload = part
			return nil
		}
		value, err := io.ReadAll(io.LimitReader(part, left+1))
		if err != nil {
			return err
		}
		if left -= int64(len(value)); left < 0 {
			return ask.FailureWith(http.StatusRequestEntityTooLarge, "the fields are too large")
		}
		v.PostForm.Add(part.FormName(), string(value))
	}
}

// uploadField is the name of the field of a form that has a file.
const uploadField = "file"

// serveEvents passes the stream of numbers on, because a browser cannot send the token in the header that the admin API
// requires.
func (v *exchange) serveEvents() {
	req, err := v.API.Request(v.Method, "events?form=numbers", nil)
	if err != nil {
		v.refuse(err)
		return
	}
	req.Header.Set("Accept", "text/event-stream")
	if last := v.Header.Get("Last-Event-Id"); last != "" {
		req.Header.Set("Last-Event-Id", last)
	}
	v.API.Handler.ServeHTTP(v.w, req)
}
