package traffic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// apiDocument is the part of an OpenAPI document that the pages show.
type apiDocument struct {
	Info struct {
		Title       string `json:"title"`
		Description string `json:"description"`
	} `json:"info"`
	Tags []struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	} `json:"tags"`
	Paths      map[string]map[string]apiOperation `json:"paths"` // by path and method
	Components struct {
		Schemas   map[string]apiSchema   `json:"schemas"`
		Responses map[string]apiResponse `json:"responses"`
	} `json:"components"`
}

type apiOperation struct {
	ID          string                 `json:"operationId"`
	Tags        []string               `json:"tags"`
	Summary     string                 `json:"summary"`
	Description string                 `json:"description"`
	Assumed     []string               `json:"x-assumed"`
	Parameters  []apiParameter         `json:"parameters"`
	RequestBody *apiResponse           `json:"requestBody"`
	Responses   map[string]apiResponse `json:"responses"`
}

type apiParameter struct {
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Required    bool      `json:"required"`
	Schema      apiSchema `json:"schema"`
	Assumed     []string  `json:"x-assumed"`
}

// apiResponse is a response or a body of a request in the document.
type apiResponse struct {
	Ref         string              `json:"$ref"`
	Description string              `json:"description"`
	Assumed     []string            `json:"x-assumed"`
	Content     map[string]apiMedia `json:"content"`
}

type apiMedia struct {
	Schema   apiSchema `json:"schema"`
	Examples map[string]struct {
		Summary string          `json:"summary"`
		Value   json.RawMessage `json:"value"`
	} `json:"examples"`
}

type apiSchema struct {
	Ref         string        `json:"$ref"`
	Type        apiTypes      `json:"type"`
	Title       string        `json:"title"`
	Description string        `json:"description"`
	Format      string        `json:"format"`
	Pattern     string        `json:"pattern"`
	Assumed     []string      `json:"x-assumed"`
	Properties  apiProperties `json:"properties"`
	Required    []string      `json:"required"`
	Items       *apiSchema    `json:"items"`
	AllOf       []apiSchema   `json:"allOf"`
	AnyOf       []apiSchema   `json:"anyOf"`
	OneOf       []apiSchema   `json:"oneOf"`
	Enum        []string      `json:"enum"`
	Minimum     json.Number   `json:"minimum"`
	Maximum     json.Number   `json:"maximum"`
	MaxLength   int           `json:"maxLength"`
	MaxItems    int           `json:"maxItems"`
	WriteOnly   bool          `json:"writeOnly"`
	Then        struct {
		AllOf []struct {
			Description string `json:"description"`
		} `json:"allOf"`
	} `json:"then"` // conditions between members
}

// apiTypes are the types that a schema allows. In the document, a single type is a text, and several types are a
// list.
type apiTypes []string

// UnmarshalJSON reads a text or a list of texts.
func (t *apiTypes) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("[")) {
		return json.Unmarshal(data, (*[]string)(t))
	}
	*t = make(apiTypes, 1)
	return json.Unmarshal(data, &(*t)[0])
}

// apiProperties are the members of an object in the order of the document.
type apiProperties []apiProperty

type apiProperty struct {
	Name   string
	Schema apiSchema
}

// UnmarshalJSON reads an object.
func (p *apiProperties) UnmarshalJSON(data []byte) error {
	in := json.NewDecoder(bytes.NewReader(data))
	if _, err := in.Token(); err != nil {
		return err
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		text, ok := name.(string)
		if !ok {
			return errors.New("the properties of a schema are no object")
		}
		member := apiProperty{Name: text}
		if err := in.Decode(&member.Schema); err != nil {
			return err
		}
		*p = append(*p, member)
	}
	return nil
}

// apiKind is the type of a value in words, with the path of the page of the type's schema, if it has one.
type apiKind struct{ Before, Name, To string }

// schemaPath is the text before the name of a schema in a reference.
const schemaPath = "#/components/schemas/"

// kinds returns the types that a value can have.
func (s *apiSchema) kinds() (list []apiKind) {
	parts := slices.Concat(s.OneOf, s.AnyOf)
	for i := range parts {
		list = append(list, parts[i].kinds()...)
	}
	if list != nil {
		return list
	}
	if s.Items != nil {
		for _, k := range s.Items.kinds() {
			k.Before = "list of " + k.Before
			list = append(list, k)
		}
		if slices.Contains(s.Type, "null") {
			list = append(list, apiKind{Name: "null"})
		}
		return list
	}
	for _, part := range append([]apiSchema{*s}, s.AllOf...) {
		if name, ok := strings.CutPrefix(part.Ref, schemaPath); ok {
			return []apiKind{{Name: name, To: apiSchemas + name}}
		}
	}
	name := strings.Join(s.Type, " or ")
	if s.Format != "" {
		name += ", " + s.Format
	}
	if name == "" {
		name = "any value"
	}
	return []apiKind{{Name: name}}
}

// rules returns the limits that a schema sets for a value, in words.
func (s *apiSchema) rules() (list []string) {
	add := func(format string, value any) { list = append(list, fmt.Sprintf(format, value)) }
	switch {
	case s.Minimum != "" && s.Maximum != "":
		list = append(list, fmt.Sprintf("%s to %s", s.Minimum, s.Maximum))
	case s.Minimum != "":
		add("from %s", s.Minimum)
	case s.Maximum != "":
		add("up to %s", s.Maximum)
	}
	if s.MaxLength > 0 {
		add("at most %d characters", s.MaxLength)
	}
	if s.MaxItems > 0 {
		add("at most %d", s.MaxItems)
	}
	if s.Pattern != "" {
		add("matches %s", s.Pattern)
	}
	if len(s.Enum) > 0 {
		add("one of %s", strings.TrimSuffix(strings.Join(s.Enum, ", "), ", ")) // a null at the end became an empty text
	}
	for i := range s.OneOf {
		list = append(list, s.OneOf[i].rules()...)
	}
	if s.WriteOnly {
		list = append(list, "in no answer")
	}
	if s.Items != nil {
		for _, rule := range s.Items.rules() {
			add("each %s", rule)
		}
	}
	return list
}

// apiMember is a row of a table: a member of an object, or a parameter.
type apiMember struct {
	Name     string
	Required bool
	Kinds    []apiKind
	Rules    []string
	About    string
	Assumed  []string
}

// members returns the rows for the members of a schema.
func (s *apiSchema) members() (rows []apiMember) {
	for _, p := range s.Properties {
		rows = append(rows, apiMember{
			Name: p.Name, Required: slices.Contains(s.Required, p.Name), Kinds: p.Schema.kinds(), Rules: p.Schema.rules(),
			About: p.Schema.Description, Assumed: p.Schema.Assumed,
		})
	}
	return rows
}

// conditions returns the conditions of a schema that concern several members, in words.
func (s *apiSchema) conditions() (texts []string) {
	for _, part := range s.Then.AllOf {
		texts = append(texts, part.Description)
	}
	return texts
}
