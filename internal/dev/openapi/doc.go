// Package openapi compares what the client sends and the mock answers with the OpenAPI documents, by a validator that
// others wrote. Its folders oapicodegen and ogen test the clients that these generators make of a document. It is a
// module of its own, because no user needs them.
package openapi
