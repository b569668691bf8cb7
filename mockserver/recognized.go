package mockserver

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney/internal/node"
)

// beginnings are the first bytes of other kinds of files.
var beginnings = []struct{ begin, what string }{
	{"\x89PNG", "a PNG image"},
	{"\xff\xd8\xff", "a JPEG image"},
	{"GIF8", "a GIF image"},
	{"%PDF", "a PDF document"},
	{"\x1f\x8b", "gzip: decompress it first"},
	{"BZh", "bzip2: decompress it first"},
	{"\x28\xb5\x2f\xfd", "zstd: decompress it first"},
	{"PK\x03\x04", "a zip archive"},
	{"SQLite format 3\x00", "a SQLite database"},
	{"\xef\xbb\xbf", "a byte order mark, which must go"},
	{"\xff\xfe", "text in UTF-16: expected UTF-8"},
	{"\xfe\xff", "text in UTF-16: expected UTF-8"},
}

// checkBeginning returns an error that says what was found, for a file that does not begin as a saved one.
func checkBeginning(begin []byte) error {
	if what := foundIn(begin); what != "" {
		return fmt.Errorf("this is no saved file: expected a first line with %q, as files of rows have it, and found %s",
			headerLine, what)
	}
	return nil
}

// foundIn names the kind of a file by its first bytes, "" for a saved file, also one that is torn in its first line.
func foundIn(begin []byte) string {
	for _, b := range beginnings {
		if bytes.HasPrefix(begin, []byte(b.begin)) {
			return b.what
		}
	}
	text := bytes.TrimLeft(begin, " \t\r\n")
	switch {
	case len(begin) == 0:
		return "an empty file"
	case len(text) == 0:
		return "white space alone"
	case text[0] == '{':
		return foundInObject(bytes.TrimLeft(text[1:], " \t\r\n"))
	case text[0] == '[':
		return "a list of JSON"
	case text[0] == '<':
		return foundInMarkup(strings.ToLower(string(text)))
	case bytes.IndexByte(begin, 0) >= 0 || !utf8.Valid(begin[:max(0, len(begin)-utf8.UTFMax)]):
		return "binary data"
	}
	return "text that is no object of JSON"
}

func foundInMarkup(text string) string {
	if strings.Contains(text, "<html") || strings.HasPrefix(text, "<!doctype html") {
		return "an HTML page"
	}
	return "XML or another markup"
}

// foundInObject names the kind of a file that begins with an object, by the first member, which follows the brace.
func foundInObject(member []byte) string {
	if bytes.HasPrefix(member, []byte("}")) {
		return "an empty object of JSON"
	}
	quoted, rest, named := bytes.Cut(bytes.TrimPrefix(member, []byte(`"`)), []byte(`"`))
	name := string(quoted)
	if !named || name == headerLine {
		return "" // what is wrong with the line is told later
	}
	value := bytes.TrimLeft(rest, ": \t\r\n")
	ofFixture := slices.ContainsFunc(fixtureNouns, func(n *fixtureNoun) bool { return node.SameName(n.name, name) })
	switch {
	case ofFixture && bytes.HasPrefix(value, []byte("[")):
		return "a fixture file, which LoadFixtures and POST /_mock/fixtures read"
	case slices.Contains(lineNames(), name):
		return fmt.Sprintf("the line %q of one without the lines before it", name)
	case bytes.HasPrefix(member, []byte(writeBegin[1:])):
		return "a write of a data file without the rows before it"
	}
	return fmt.Sprintf("an object of JSON with the member %q", safe(name))
}
