package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"github.com/pb33f/libopenapi-validator/errors"
	"github.com/pb33f/libopenapi-validator/schema_validation"
	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
	"github.com/tourney-go/tourney/internal/openapi"
)

// document is the OpenAPI document of a variant with its validators.
type document struct {
	variant *contract.Variant
	model   *v3.Document
	// requests does not mind unknown names, because hosts ignore them. It could not: what a condition says about a
	// nested member hides the other members from its strict mode.
	requests validator.Validator
	answers  validator.Validator // finds members that the document does not list
	schemas  schema_validation.SchemaValidator
}

func documentOf(t *testing.T, v *contract.Variant) *document {
	t.Helper()
	read, err := libopenapi.NewDocument(openapi.JSON(v))
	require.NoError(t, err)
	model, err := read.BuildV3Model()
	require.NoError(t, err)
	formats := config.WithFormatAssertions()
	requests, errs := validator.NewValidator(read, formats)
	require.Empty(t, errs)
	answers, errs := validator.NewValidator(read, formats, config.WithStrictMode())
	require.Empty(t, errs)
	return &document{v, &model.Model, requests, answers, schema_validation.NewSchemaValidator(formats)}
}

// schema returns a component of the document.
func (d *document) schema(t *testing.T, name string) *base.Schema {
	t.Helper()
	proxy := d.model.Components.Schemas.GetOrZero(name)
	require.NotNil(t, proxy, name)
	return proxy.Schema()
}

// request returns what the document says is wrong with a request.
func (d *document) request(t *testing.T, x *suite.Exchange) []string {
	t.Helper()
	req, err := x.Request()
	require.NoError(t, err)
	_, errs := d.requests.ValidateHttpRequestSync(req)
	return violations(errs)
}

// answer returns what the document says is wrong with an answer.
func (d *document) answer(t *testing.T, x *suite.Exchange) []string {
	t.Helper()
	req, err := x.Request()
	require.NoError(t, err)
	_, errs := d.answers.ValidateHttpResponse(req, x.Response())
	return violations(errs)
}

// violations names the place and the broken keyword of each violation. They show no values, which may be secret.
func violations(errs []*errors.ValidationError) (all []string) {
	for _, e := range errs {
		kind := strings.TrimSpace(fmt.Sprintf("%s %s %s", e.ValidationType, e.ValidationSubType, e.ParameterName))
		for _, f := range e.SchemaValidationErrors {
			all = append(all, fmt.Sprintf("%s: %s breaks %s", kind, cmp.Or(f.FieldPath, "$"), f.KeywordLocation))
		}
		if len(e.SchemaValidationErrors) == 0 {
			all = append(all, kind)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
