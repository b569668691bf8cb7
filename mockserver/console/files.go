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

// file is an answer of the admin API that a browser saves unchanged. A link in a browser cannot send the token in the
// header that the admin API requires, so the console requests the answer and passes it on.
type file struct {
	path string // after wire.ConsolePath
	from string // the path in the admin API
	name string // the name under which the browser saves the file
}

// files lists all files that a browser can save.
var files = []file{
	{"export", "export", "mock-rows.jsonl"},
	{"api/openapi.json", "openapi.json", "openapi.json"},
	{"api/openapi.yaml", "openapi.yaml", "openapi.yaml"},
	{"api/openapi.xsd", "openapi.xsd", "openapi.xsd"},
}

// fileOf returns the file with an escaped path, nil if there is no such file.
func fileOf(path string) *file {
	for i := range files {
		if files[i].path == path {
			return &files[i]
		}
	}
	return nil
}

// serveFile passes an answer of the admin API on to the browser. If the answer is an error, serveFile shows a page
// with the error.
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

// passing is a ResponseWriter for the admin API. It passes an answer on to the browser, but keeps an error for the
// page that shows the error. It drops the header of an error, because that page has another Content-Length and ETag.
type passing struct {
	ask.Answer

	to   http.ResponseWriter
	name string
}

// WriteHeader begins the answer to the browser, unless the status is an error.
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

// maxForm bounds the bytes of a form, not counting its file.
const maxForm = 4 << 20

// readForm reads the fields of a form. Of a form with a file it reads only the fields before the file. It leaves the
// file in the body, because the rows of a large mock would not fit into memory twice.
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

// uploadField is the name of the field that has the file of a form.
const uploadField = "file"

// serveEvents passes the admin API's stream of numbers on to the browser, because the browser cannot send the token
// in the header that the admin API requires.
func (v *exchange) serveEvents() {
	req, err := v.API.Request(v.Method, "events?form=numbers", nil)
	if err != nil {
		v.refuse(err)
		return
	}
	req.Header.Set("Accept", "text/event-stream")
	v.API.Handler.ServeHTTP(v.w, req)
}
