// Package openapi describes each variant of the interface as an OpenAPI document, from the rows of the contract and the
// Go types of requests and answers.
package openapi

import (
	"bytes"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
)

// JSON returns the OpenAPI 3.1 document of a variant. The bytes are the same for every call.
func JSON(v *contract.Variant) []byte { return append(appendJSON(nil, document(v), ""), '\n') }

// YAML returns the document that JSON returns, in YAML.
func YAML(v *contract.Variant) []byte { return appendYAML(nil, document(v), "") }

// The first server of a document. It is absolute, because many generators refuse or ignore a relative one.
const (
	usualHost   = "http://127.0.0.1:8080" // where the program mockserver listens by default
	firstServer = usualHost + contract.BasePath
)

// At returns a copy of a document that JSON or YAML returned, with the URL at which a host serves the interface as the
// first server.
func At(document []byte, url string) []byte {
	quoted := func(text string) []byte { return jsoncodec.AppendString(nil, text) }
	return bytes.Replace(document, quoted(firstServer), quoted(url), 1)
}

const about = `The interface document of a service that runs sports tournaments and leagues, for one sport. Descriptions
name the sections of that document. A part with ` + "`x-assumed`" + ` is not stated there: its values are ids of
docs/assumptions.md, which says what was assumed and why. Hosts read names in any letter case, and ignore names that
they do not know. An answer with Errors in it is an error whatever its status.`

// document returns the document of a variant.
func document(v *contract.Variant) *object {
	s := &schemas{variant: v, components: obj()}
	paths := s.paths()
	s.components.set("Refusal", s.object(operationErrors)).under("Refusal").
		set("description", "What is wrong with a request (section 7 shows no body).").
		set("xml", obj("name", "Response")).set(assumedKey, texts("error-body"))
	return obj(
		"openapi", "3.1.0",
		"info", obj(
			"title", "Sports Event Management, "+v.Title, "version", "1", "description", about,
			"contact", obj("name", "tourney", "url", "https://github.com/tourney-go/tourney"),
			"license", obj("name", "MIT", "url", "https://opensource.org/license/mit"),
			assumedKey, texts("answer-format", "names-in-any-case"),
		),
		"servers", list{
			obj("url", firstServer, "description", "The mock server that serves this document, else one at its usual address."),
			obj("url", "{base_url}"+contract.BasePath, "description", "The host of the sport (section 1).",
				"variables", obj("base_url", obj("default", usualHost, "description", "Scheme and host."))),
		},
		"security", list{obj(), obj("key", list{}, "time", list{})},
		"tags", s.tags(),
		"paths", paths,
		"components", obj("schemas", s.components, "responses", obj("Refused", s.refused()), "securitySchemes", schemes()),
	)
}

// refused is the answer to a request that breaks a rule.
func (s *schemas) refused() *object {
	media := obj("schema", obj("$ref", "#/components/schemas/Refusal"))
	o := obj("description", "The host refuses the request. Section 7 shows neither status nor body.",
		"content", obj(jsonType, media.withExample("errors", s.variant, "response"), xmlType,
			obj("schema", obj("$ref", "#/components/schemas/Refusal"))))
	return assume(assume(o, "error-body"), "error-status")
}

// schemes returns the security schemes: the headers of the only way to sign that was observed.
func schemes() *object {
	header := func(name, description string) *object {
		return obj("type", "apiKey", "in", "header", "name", name, "description", description,
			assumedKey, texts("signing", "auth"))
	}
	return obj(
		"key", header("Authentication", "The API key, a point, and the base64 HMAC-SHA256 with the secret of "+
			"`key&VERB&timestamp&path` in upper case. Section 5 shows no use of the keys."),
		"time", header("Timestamp", "When the request was signed. It belongs to the signature."),
	)
}

// tags returns the tags of the document, one for each noun of the interface.
func (s *schemas) tags() list {
	var tags list
	seen := map[string]bool{}
	for _, r := range s.routes() {
		if !seen[r.service] {
			seen[r.service] = true
			tags = append(tags, obj("name", r.service, "description", source(r.ops[0])))
		}
	}
	return tags
}
