package conformance

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/dev/conformance/suite"
)

// TestOtherParsers reads all answers of the mock and all requests of the client with the parsers of the standard library.
// TestLiveBodiesAreValidXML has xmllint read those in XML.
func TestOtherParsers(t *testing.T) {
	statuses, odd := map[int]bool{}, map[string]bool{}
	for _, v := range tourney.Variants() {
		for _, format := range []tourney.Format{tourney.FormatJSON, tourney.FormatXML} {
			t.Run(string(format)+"/"+string(v), func(t *testing.T) {
				read := map[string]bool{}
				sound := func(kind, url string, header http.Header, body []byte) {
					media, text := header.Get("Content-Type"), string(body)
					if !read[text] {
						read[text] = true
						require.NoError(t, soundBody(media, text), "%s %s, %s: %q", kind, url, media, text)
					}
					if strings.Contains(html.UnescapeString(text), "]]>--?>") {
						odd[kind+" in "+string(format)] = true
					}
				}
				for _, x := range suite.Record(t, v, format) {
					statuses[x.Status] = true
					sound("answer", x.URL, x.Answers, x.Got)
					if x.Sent != nil && !x.ByHand { // others may be no JSON or XML
						sound("request", x.URL, x.Header, x.Sent)
					}
				}
			})
		}
	}
	require.Subset(t, slices.Collect(maps.Keys(statuses)), []int{200, 400, 401, 404, 405, 415})
	require.Len(t, odd, 4, "both kinds in both formats have characters that a format escapes")
}

// soundBody reads a body with the parser of its content type.
func soundBody(contentType, body string) error {
	media, params, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil:
		return err
	case params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8"), !utf8.ValidString(body):
		return errors.New("not UTF-8")
	case media == "application/json":
		return soundJSON(body)
	case media == "application/xml":
		return soundXML(body)
	}
	return errors.New("neither JSON nor XML")
}

// soundJSON reads a body with encoding/json: one object, no name twice in any letter case.
func soundJSON(body string) error {
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

// soundXML reads a body with encoding/xml: one root with the name of the interface.
func soundXML(body string) error {
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
