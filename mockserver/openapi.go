package mockserver

import (
	"bytes"
	"sync"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/openapi"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// SchemaForm is a form of the document of the interface. Its value is a file name.
type SchemaForm string

// The forms of the document.
const (
	SchemaOpenAPIJSON SchemaForm = "openapi.json" // OpenAPI 3.1
	SchemaOpenAPIYAML SchemaForm = "openapi.yaml"
	SchemaXSD         SchemaForm = "openapi.xsd" // the XML Schema of the bodies
)

func (s *server) Schema(form SchemaForm) []byte {
	return schemaAt(s.profile.Variant, form, s.path()+contract.BasePath)
}

// schemaAt returns the document of a variant for clients that find the interface at a path. It panics for a form that
// there is not.
func schemaAt(v tourney.Variant, form SchemaForm, path string) []byte {
	switch form {
	case SchemaOpenAPIJSON:
		return openAPIAt(v, path)
	case SchemaOpenAPIYAML:
		return openAPIYAMLAt(v, path)
	case SchemaXSD:
		return bytes.Clone(openAPIOf(v).xsd())
	}
	const choices = "expected SchemaOpenAPIJSON, SchemaOpenAPIYAML or SchemaXSD"
	panic(refusal.Errorf("Schema", "there is no form %q: "+choices, redact.Safe(string(form))))
}

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
