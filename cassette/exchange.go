package cassette

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/envelope"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/redact"
	"github.com/tourney-go/tourney/internal/scalar"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// exchange is a request and its answer, as a file has them.
type exchange struct {
	Operation string   `json:"operation,omitempty"` // "" for a request that is no operation
	Request   message  `json:"request"`
	Answer    *message `json:"answer,omitempty"` // nil when none came
	CutOff    bool     `json:"cutOff,omitempty"` // the answer ended early
}

// message is a request or an answer. At most one of JSON, XML and Omitted is set.
type message struct {
	Method  string            `json:"method,omitempty"`
	Path    string            `json:"path,omitempty"`
	Query   string            `json:"query,omitempty"` // sorted
	Status  int               `json:"status,omitempty"`
	Header  map[string]string `json:"header,omitempty"`
	JSON    json.RawMessage   `json:"json,omitempty"`
	XML     []string          `json:"xml,omitempty"`     // lines
	Omitted string            `json:"omitted,omitempty"` // what the body was that is left out

	query node.Node // the content of Query
	root  string    // of the content of XML
	body  node.Node // the content of JSON or XML
}

// keptHeaders are the headers that a file has, and headerWords what it has of them. Others could hold secrets.
var (
	keptHeaders = []string{"Accept", "Allow", "Content-Type", "Location", "Retry-After"}
	headerWords = strings.Fields("*/* application/* application/json text/json application/xml text/xml text/html " +
		"text/plain text/csv image/png image/jpeg application/pdf application/octet-stream multipart/form-data " +
		"application/x-www-form-urlencoded " + strings.Join(methods, " "))
	methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
)

// headerOf returns what a file has of the lines of a header, apart from a Location; "" for nothing.
func headerOf(lines []string) string {
	value := strings.Join(lines, ", ")
	if _, err := http.ParseTime(value); err == nil || len(value) < 10 && strings.Trim(value, "0123456789") == "" {
		return value
	}
	var words []string
	for _, item := range httptext.Items(lines) {
		media, _ := httptext.MediaOf(item)
		if word := cmp.Or(media, item); slices.Contains(headerWords, word) {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// maxBody is how many bytes of a body are recorded, and maxMemory how many its values may need. A body with more is
// left out.
const maxBody, maxMemory = 32 << 20, 4 * maxBody

// newMessage returns a message with headers and a body. Its body is content that encode turns into text.
func newMessage(h http.Header, body []byte) *message {
	m := &message{Header: map[string]string{}}
	for _, name := range keptHeaders {
		value := h.Get(name)
		if name != "Location" {
			value = headerOf(h.Values(name))
		}
		if value != "" {
			m.Header[name] = value
		}
	}
	err := m.decode(h, body, maxMemory)
	if err != nil || m.body.Kind == node.Text && strings.TrimSpace(m.body.Text) != "" { // nothing says what the text is
		media := cmp.Or(m.Header["Content-Type"], "unknown")
		m.body, m.Omitted = node.Node{}, fmt.Sprintf("%d bytes of the type %q", len(body), media)
	}
	return m
}

// decode reads a body within some bytes of memory; 0 sets no bound. It returns an error for a body that is left out.
func (m *message) decode(h http.Header, body []byte, memory int64) error {
	plain, left, err := httptext.Decoded(bytes.NewReader(body), httptext.Codings(h), maxBody)
	if err == nil {
		body, err = io.ReadAll(io.LimitReader(plain, maxBody+1))
	}
	if err != nil || len(left) > 0 || len(body) > maxBody {
		return errors.New("the body is left out")
	}
	form, err := envelope.SyntaxOf(h.Get("Content-Type"), body)
	switch {
	case err != nil || len(body) == 0:
		return err
	case form.XML:
		m.root, m.body, err = xmlwire.ParseNode(body, xmlwire.Limits{UTF8: form.UTF8, MaxMemory: memory})
	default:
		m.body, err = jsoncodec.ParseNode(body, jsoncodec.Limits{Doubles: true, Whole: true, MaxMemory: memory})
		m.JSON = body
	}
	return err
}

// encode sets the texts of the query and the body.
func (m *message) encode() {
	values := url.Values{}
	for i := range m.query.Members {
		values.Set(m.query.Members[i].Name, m.query.Members[i].Text)
	}
	m.Query = values.Encode()
	switch {
	case m.Omitted != "":
		m.JSON = nil
	case m.root != "":
		open, _ := xmlwire.Root(m.root)
		m.XML = appendXML(nil, "", strings.Trim(open, "<>"), m.root, &m.body)
	case m.JSON != nil:
		if m.JSON = jsoncodec.AppendNode(nil, m.body); !json.Valid(m.JSON) {
			m.JSON, m.Omitted = nil, "JSON with a number in another form"
		}
	}
}

// appendXML appends the lines of an element, whose start tag holds the text tag.
func appendXML(lines []string, indent, tag, name string, n *node.Node) []string {
	if len(n.Members) == 0 {
		open, _ := xmlwire.Root(name)
		text := string(xmlwire.AppendNode(nil, name, *n))
		return append(lines, indent+"<"+tag+strings.TrimPrefix(text, strings.TrimSuffix(open, ">")))
	}
	lines = append(lines, indent+"<"+tag+">")
	for i := range n.Members {
		m := &n.Members[i]
		lines = appendXML(lines, indent+"  ", m.Name, m.Name, &m.Node)
	}
	return append(lines, indent+"</"+name+">")
}

// text returns the body as it was sent, without compression and without what was replaced.
func (m *message) text() []byte {
	switch {
	case m.Omitted != "":
		return []byte("[" + m.Omitted + "]")
	case len(m.XML) > 0:
		return []byte(strings.Join(m.XML, "\n"))
	}
	return m.JSON
}

// header returns the headers of a message.
func (m *message) header() http.Header {
	h := http.Header{}
	for name, value := range m.Header {
		h.Set(name, value)
	}
	return h
}

// read sets the content of a message that comes from a file.
func (m *message) read() error {
	values, err := url.ParseQuery(m.Query)
	m.query = node.FromQuery(values)
	if m.Omitted != "" || err != nil {
		return err
	}
	form := envelope.Syntax{XML: len(m.XML) > 0} // whatever is left of the header
	return m.decode(http.Header{"Content-Type": {form.Media()}}, m.text(), 0)
}

// newExchange returns an exchange without an answer. The path of an operation begins with contract.BasePath, also when
// the URL of the host has a path before it.
func newExchange(req *http.Request, body []byte) *exchange {
	e := &exchange{Request: *newMessage(req.Header, body)}
	e.Request.Method, e.Request.Path = req.Method, req.URL.Path
	if i := strings.Index(req.URL.Path, contract.BasePath+"/"); i >= 0 {
		e.Request.Path = req.URL.Path[i:]
	}
	e.Request.query = node.FromQuery(req.URL.Query())
	if op, _ := contract.FindOperation(req.Method, e.Request.Path, e.Request.query.Find("id") != nil); op != nil {
		e.Operation = op.ID
	}
	return e
}

// operation is the name of the operation among the parameters of a request, whose names are in lower case.
const operation = "Operation"

// parameters returns the operation and the quoted values of a request, by their dotted names in lower case. Secrets and
// members that no row knows do not count.
func (e *exchange) parameters() map[string]string {
	all := map[string]string{operation: cmp.Or(e.Operation, e.Request.Method+" "+e.Request.Path)}
	op, id := contract.FindOperation(e.Request.Method, e.Request.Path, e.Request.query.Find("id") != nil)
	rows := op.RequestRows()
	add := func(path string, n *node.Node) {
		if n.Kind != node.Null && n.Text != redact.Mark && !strings.Contains(path, pseudonym.Unknown) &&
			n.Kind != node.Object && n.Kind != node.List {
			all[path] = strconv.Quote(alike(paramAt(rows, path), n))
		}
	}
	walk("", &e.Request.query, add)
	walk("", &e.Request.body, add)
	if op != nil && id != "" {
		add("id", &node.Node{Kind: node.Text, Text: id})
	}
	return all
}

// paramAt returns the row of a member by its path, in JSON and in XML; nil for none.
func paramAt(rows contract.Rows, path string) *contract.Param {
	names := strings.Split(node.WithoutIndexes(path), ".")
	object, last := "", len(names)-1
	for _, name := range names[:last] {
		if object = rows[object][name].Part; object == "" {
			return nil
		}
	}
	return rows[object][names[last]].Param
}

// alike returns the text that all texts of one value share, by the row of the value; nil for none. Numbers of JSON
// count by their value, and texts when the row says that they are numbers. The order of ids and includes, and the
// letter case of includes, mean nothing.
func alike(p *contract.Param, n *node.Node) string {
	switch {
	case n.Kind == node.Number:
		return scalar.Canonical(n.Text)
	case p == nil || p.Format == contract.Jersey: // 00 is another jersey than 0
		return n.Text
	}
	switch p.Type {
	case contract.Integer, contract.Decimal, contract.Enum:
		return scalar.Canonical(strings.TrimSpace(n.Text))
	case contract.Names, contract.Integers:
		parts := strings.Split(strings.ToLower(n.Text), ",")
		for i := range parts {
			parts[i] = scalar.Canonical(strings.TrimSpace(parts[i]))
		}
		slices.Sort(parts)
		return strings.Join(parts, ",")
	}
	return n.Text
}

// walk calls visit for the values inside n that have no values inside, with dotted names in lower case. A list in XML
// is an object in which a name repeats.
func walk(path string, n *node.Node, visit func(path string, n *node.Node)) {
	seen := map[string]int{}
	for i := range n.Members {
		name := node.FoldedName(n.Members[i].Name)
		if seen[name]++; seen[name] > 1 {
			name += fmt.Sprintf("[%d]", seen[name]-1)
		}
		walk(strings.TrimPrefix(path+"."+name, "."), &n.Members[i].Node, visit)
	}
	for i := range n.Items {
		walk(fmt.Sprintf("%s[%d]", path, i), &n.Items[i], visit)
	}
	if len(n.Members)+len(n.Items) == 0 && path != "" {
		visit(path, n)
	}
}

// absent stands for the value of a name that is not there.
const absent = "absent"

// differing returns the names whose values differ, sorted.
func differing(a, b map[string]string) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(name string) bool { return a[name] == b[name] })
}
