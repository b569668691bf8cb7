package conformance

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
)

// emitted keeps every body on the wire once, with its request.
type emitted struct {
	json, xml map[string]string
	requests  int // bodies of requests, in either format
	statuses  map[int]int
}

// exchange keeps both bodies of an exchange. Only the client's requests count: others may be no JSON or XML.
func (e *emitted) exchange(x *suite.Exchange) error {
	where := x.Method + " " + x.URL
	if x.Sent != nil && !x.ByHand {
		e.requests++
		if err := e.add("request of "+where, x.Header.Get("Content-Type"), x.Sent); err != nil {
			return err
		}
	}
	e.statuses[x.Status]++
	return e.add("answer to "+where, x.Answers.Get("Content-Type"), x.Got)
}

func (e *emitted) add(where, contentType string, body []byte) error {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("%s: content type %q: %w", where, contentType, err)
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return fmt.Errorf("%s: content type %q", where, contentType)
	}
	switch media {
	case "application/json":
		e.json[string(body)] = where
	case "application/xml":
		e.xml[string(body)] = where
	default:
		return fmt.Errorf("%s: content type %q", where, contentType)
	}
	return nil
}

// TestOtherParsers reads all answers of the mock and all requests of the client with the parsers of the standard library.
// TestLiveBodiesAreValidXML has xmllint read those in XML.
func TestOtherParsers(t *testing.T) {
	kept := &emitted{json: map[string]string{}, xml: map[string]string{}, statuses: map[int]int{}}
	for _, v := range tourney.Variants() {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(string(format)+"/"+string(v), func(t *testing.T) {
				for _, x := range suite.Record(t, v, format) {
					require.NoError(t, kept.exchange(&x))
				}
			})
		}
	}
	require.Greater(t, len(kept.json), 800)
	require.Greater(t, len(kept.xml), 800)
	require.Greater(t, kept.requests, 400)
	require.Subset(t, slices.Collect(maps.Keys(kept.statuses)), []int{200, 400, 401, 404, 405, 415})

	require.Positive(t, holding(kept.json, "request", `]]>--?>`))
	require.Positive(t, holding(kept.json, "answer", `]]>--?>`))
	require.Positive(t, holding(kept.xml, "request", `]]&gt;--?&gt;`))
	require.Positive(t, holding(kept.xml, "answer", `]]&gt;--?&gt;`))

	t.Run("encoding/json", func(t *testing.T) {
		for body, where := range kept.json {
			require.NoError(t, soundJSON(body), "%s: %q", where, body)
		}
	})
	t.Run("encoding/xml", func(t *testing.T) {
		for body, where := range kept.xml {
			require.NoError(t, soundXML(body), "%s: %q", where, body)
		}
	})
}

// holding counts the bodies of a kind that contain a text.
func holding(bodies map[string]string, kind, text string) (n int) {
	for body, where := range bodies {
		if strings.HasPrefix(where, kind) && strings.Contains(body, text) {
			n++
		}
	}
	return n
}

// soundJSON reads a body with encoding/json: valid UTF-8, one object, no name twice in any letter case.
func soundJSON(body string) error {
	if !utf8.ValidString(body) {
		return errors.New("not UTF-8")
	}
	if !json.Valid([]byte(body)) {
		return json.Unmarshal([]byte(body), new(any))
	}
	if body[0] != '{' {
		return errors.New("not an object")
	}
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	return namesOnce(d)
}

// namesOnce reads a value from the decoder.
func namesOnce(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			lower := strings.ToLower(fmt.Sprint(name))
			if seen[lower] {
				return fmt.Errorf("%v is there twice", name)
			}
			seen[lower] = true
		}
		if err := namesOnce(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// soundXML reads a body with encoding/xml: valid UTF-8 and one root with the name of the interface.
func soundXML(body string) error {
	if !utf8.ValidString(body) {
		return errors.New("not UTF-8")
	}
	d := xml.NewDecoder(strings.NewReader(body))
	depth, roots := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if roots != 1 {
				return fmt.Errorf("%d roots", roots)
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
				if token.Name.Local != "Request" && token.Name.Local != "Response" || token.Name.Space != "" {
					return fmt.Errorf("the root is %v", token.Name)
				}
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
}
