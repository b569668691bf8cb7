package admin

import (
	"bytes"
	"errors"
	"net/http"
	"time"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

func viewRoutes() []route {
	return []route{
		{http.MethodGet, "view/{path}", anyQuery, noBody,
			"what GET /api/v1/{path} answers an account that sees all events", getView},
	}
}

func getView(c *call) (any, error) {
	body, err := c.world.View(c.named["path"] + "?" + c.query.Encode())
	var refused *refusal.Refusal
	if errors.As(err, &refused) {
		return nil, &failure{refused.StatusCode(), refused.Items[0].Code, refusal.WithoutPackage(err), refused.Allow}
	}
	if err != nil {
		return nil, err
	}
	// encoding/json would check and copy the body once more, and standings can have many megabytes.
	wire.WritePage(c.w, c.Request, http.StatusOK, wire.JSON.Content, append(body, '\n'))
	return written{}, nil
}

func openAPIRoutes() []route {
	of := func(schema mockserver.SchemaForm, about, media string) route {
		return route{http.MethodGet, string(schema), nil, noBody, about, func(c *call) (any, error) {
			return document{media, c.Schema(string(schema), c.baseURL())}, nil
		}}
	}
	return []route{
		of(mockserver.SchemaOpenAPIJSON, "the OpenAPI document of the variant", wire.MediaJSON),
		of(mockserver.SchemaOpenAPIYAML, "the same document in YAML", "application/yaml"),
		of(mockserver.SchemaXSD, "the XML Schema of the variant's bodies", wire.MediaXML),
	}
}

// baseURL returns the URL at which the client of the request finds the interface, with the session's prefix if the
// request has one. A client that names its session in the header uses the URL of the main world, and sends the header
// with each request.
func (c *call) baseURL() string {
	if c.Host == "" { // of HTTP/1.0
		return c.world.URL() + contract.BasePath
	}
	return wire.Origin(c.Request) + wire.WithinSession(c.Request, contract.BasePath)
}

// document is the answer to a request for a document that stays the same.
type document struct {
	content string
	body    []byte
}

func (d *document) serve(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("ETag", etagOf(d.body))
	w.Header().Set("Cache-Control", "no-cache") // a client asks each time whether its copy is current
	w.Header().Set("Content-Type", d.content)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, req, "", time.Time{}, bytes.NewReader(d.body))
}
