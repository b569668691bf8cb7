package journal

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/check"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
)

// Curl returns a command for bash that repeats the call. The command has variables of the shell, which you set before
// you run it. $MOCK is the URL of the server or of the session, as World.URL returns it. A secret becomes the
// variable $PASSWORD, $CARD_NUMBER, $CVV, $API_SECRET, $TOKEN or $SECRET. The value of a header with secrets becomes
// a variable with the name of the header, such as $AUTHORIZATION. $BODY replaces a body that the journal withheld or
// cut.
func (c Call) Curl() string {
	method := "-X " + shellText(c.Method)
	if c.Method == http.MethodHead {
		method = "--head" // with -X curl waits for a body
	}
	lines := []string{"curl -sS --globoff --path-as-is " + method + ` "$MOCK"` + shellOf(c.targetPieces())}
	for _, h := range c.headers() {
		lines = append(lines, "-H "+shellOf(h))
	}
	if body := c.bodyPieces(); body != nil {
		if c.Header.Get("Content-Type") == "" {
			lines = append(lines, "-H 'Content-Type:'") // otherwise curl sends the type of a form
		}
		lines = append(lines, dataOption(body)+shellOf(body))
	}
	return strings.Join(lines, " \\\n  ")
}

// dataOption returns the option of curl for a body. With most options curl reads a body that begins with @ as the name
// of a file.
func dataOption(body []piece) string {
	if strings.HasPrefix(body[0].text, "@") {
		return "--data-raw "
	}
	return "--data-binary "
}

type piece struct{ text, variable string }

// targetPieces returns the path and the query of the request, with variables in place of secrets.
func (c Call) targetPieces() []piece {
	pieces := hiddenPieces(c.Path, "SECRET")
	for i := range pieces {
		pieces[i].text = (&url.URL{Path: pieces[i].text}).EscapedPath()
	}
	if c.Query == "" {
		return pieces
	}
	query := strings.ReplaceAll(withEscapedBytes(c.Query), "#", "%23") // a request without a socket can contain a #
	for i, pair := range strings.Split(query, "&") {
		separator := "&"
		if i == 0 {
			separator = "?"
		}
		name, _, _ := strings.Cut(pair, "=")
		pieces = append(pieces, hiddenPieces(separator+pair, variableFor(name))...)
	}
	return pieces
}

// withEscapedBytes returns a query with escapes for the bytes that are not UTF-8. A server reads the same values from
// the escaped query.
func withEscapedBytes(query string) string {
	var b strings.Builder
	for i, r := range query {
		if r == utf8.RuneError && query[i] >= utf8.RuneSelf && !strings.HasPrefix(query[i:], "\uFFFD") {
			fmt.Fprintf(&b, "%%%02X", query[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hiddenPieces returns a text with a variable in place of each mark of a redacted secret.
func hiddenPieces(text, variable string) (pieces []piece) {
	for i, part := range strings.Split(text, redact.Mark) {
		if i > 0 {
			pieces = append(pieces, piece{variable: variable})
		}
		pieces = append(pieces, piece{text: part})
	}
	return pieces
}

func (c Call) headers() (all [][]piece) {
	for _, name := range slices.Sorted(maps.Keys(c.Header)) {
		if name == "Accept-Encoding" { // curl sets this header itself
			continue
		}
		for _, value := range c.Header[name] {
			if value == redact.Mark {
				variable := strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
				all = append(all, []piece{{text: name + ": "}, {variable: variable}})
				continue
			}
			all = append(all, []piece{{text: name + ": " + value}})
		}
	}
	return all
}

// bodyPieces returns the body; nil when there is none.
func (c Call) bodyPieces() []piece {
	switch {
	case c.BodySize == 0 || c.Method == http.MethodGet:
		return nil
	case c.Body == "" || c.isCut() || !utf8.ValidString(c.Body) || strings.Contains(c.Body, "\x00"):
		return []piece{{variable: "BODY"}}
	case !strings.Contains(c.Body, redact.Mark):
		return []piece{{text: c.Body}}
	}
	n, _, err := check.ReadBody([]byte(c.Body), c.Format == tourney.FormatXML)
	if err != nil {
		return []piece{{variable: "BODY"}}
	}
	mark := "secret-"
	for strings.Contains(c.Body, mark) {
		mark += "-"
	}
	variables := markSecrets(nil, &n, "", mark)
	return splitAtMarks(string(check.WriteBody(n, c.Format == tourney.FormatXML)), mark, variables)
}

// isCut reports whether the journal has only the first part of the body.
func (c Call) isCut() bool {
	return c.BodySize > check.MaxBody && len(c.Body) > check.MaxBody-utf8.UTFMax
}

// markSecrets replaces each secret by a mark with a number, and appends the variable for the secret. The number is
// the index of the variable.
func markSecrets(variables []string, n *node.Node, name, mark string) []string {
	if n.Text == redact.Mark {
		n.Text = mark + strconv.Itoa(len(variables)) + "-"
		return append(variables, variableFor(name))
	}
	for i := range n.Items {
		variables = markSecrets(variables, &n.Items[i], name, mark)
	}
	for i := range n.Members {
		variables = markSecrets(variables, &n.Members[i].Node, n.Members[i].Name, mark)
	}
	return variables
}

// splitAtMarks returns a text with variables in place of the marks that markSecrets wrote.
func splitAtMarks(text, mark string, variables []string) (pieces []piece) {
	parts := strings.Split(text, mark)
	pieces = append(pieces, piece{text: parts[0]})
	for _, part := range parts[1:] {
		number, rest, _ := strings.Cut(part, "-")
		i, _ := strconv.Atoi(number) // markSecrets wrote it
		pieces = append(pieces, piece{variable: variables[i]}, piece{text: rest})
	}
	return pieces
}

// variableNames has the variable for a secret whose name contains a part.
var variableNames = []struct{ part, variable string }{
	{"cvv", "CVV"}, {"cvc", "CVV"}, {"cvn", "CVV"}, {"securitycode", "CVV"}, {"csc", "CVV"},
	{"pass", "PASSWORD"}, {"pwd", "PASSWORD"}, {"cardn", "CARD_NUMBER"}, {"ccnum", "CARD_NUMBER"},
	{"token", "TOKEN"}, {"secret", "API_SECRET"},
}

func variableFor(name string) string {
	plain := string(redact.AppendLetters(nil, name))
	for _, v := range variableNames {
		if strings.Contains(plain, v.part) {
			return v.variable
		}
	}
	return "SECRET"
}

// shellOf returns pieces as one word of bash.
func shellOf(pieces []piece) string {
	var b strings.Builder
	for _, p := range joined(pieces) {
		if p.variable != "" {
			b.WriteString(`"$` + p.variable + `"`)
		} else {
			b.WriteString(shellText(p.text))
		}
	}
	return b.String()
}

func shellText(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// joined joins neighboring texts into one piece. It leaves out empty pieces, but keeps an empty piece that is the
// only one.
func joined(pieces []piece) (out []piece) {
	for _, p := range pieces {
		last := len(out) - 1
		switch {
		case p.variable == "" && last >= 0 && out[last].variable == "":
			out[last].text += p.text
		case p != piece{} || len(pieces) == 1:
			out = append(out, p)
		}
	}
	return out
}
