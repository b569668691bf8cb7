package mockserver

import (
	"bytes"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/openapi"
)

// OpenAPI returns the OpenAPI 3.1 document of the server's variant, in JSON. A profile changes nothing in it: the
// document is that of the variant whose rows hold. In a session the URL of its server has the path of the session.
// docs/openapi.md says how to read it.
func (s *Server) OpenAPI() []byte { return openAPIAt(s.Variant(), inner(s).path()+contract.BasePath) }

// OpenAPIYAML returns the document of OpenAPI in YAML.
func (s *Server) OpenAPIYAML() []byte {
	return openAPIYAMLAt(s.Variant(), inner(s).path()+contract.BasePath)
}

// XSD returns the XML Schema of the bodies of the server's variant. It has a type for each body, and a schema that
// includes it chooses the type of the root. docs/openapi.md has an example.
func (s *Server) XSD() []byte { return bytes.Clone(openAPIOf(s.Variant()).xsd()) }

// openAPI is the document of a variant in both syntaxes, and its XML Schema. Each is made when it is asked for first.
type openAPI struct{ json, yaml, xsd func() []byte }

// openAPIs holds the documents of variants, of type *openAPI. Servers share them.
var openAPIs sync.Map

// openAPIAt returns the document of a variant, in JSON, for clients that find the interface at a path. Only that of the
// main world is kept, because sessions come and go. Nobody else has its bytes.
func openAPIAt(v tourney.Variant, path string) []byte {
	if path == contract.BasePath {
		return bytes.Clone(openAPIOf(v).json())
	}
	row, _ := contract.LookupVariant(string(v))
	return openapi.JSONAt(row, path)
}

// openAPIYAMLAt returns the document of openAPIAt in YAML.
func openAPIYAMLAt(v tourney.Variant, path string) []byte {
	if path == contract.BasePath {
		return bytes.Clone(openAPIOf(v).yaml())
	}
	row, _ := contract.LookupVariant(string(v))
	return openapi.YAMLAt(row, path)
}

// openAPIOf returns the document of a variant.
func openAPIOf(v tourney.Variant) *openAPI {
	if made, ok := openAPIs.Load(v); ok {
		return made.(*openAPI)
	}
	row, _ := contract.LookupVariant(string(v)) // New has looked it up
	made, _ := openAPIs.LoadOrStore(v, &openAPI{
		sync.OnceValue(func() []byte { return openapi.JSON(row) }),
		sync.OnceValue(func() []byte { return openapi.YAML(row) }),
		sync.OnceValue(func() []byte { return openapi.XSD(row) }),
	})
	return made.(*openAPI)
}
