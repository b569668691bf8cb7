// Package validate compares what the client sends and the mock answers with the OpenAPI documents, by a validator that
// others wrote. It is a module of its own, because no user needs the validator.
package validate
