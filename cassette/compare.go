package cassette

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/httptext"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/pseudonym"
	"github.com/tourney-go/tourney/internal/redact"
)

// Difference is something that another host answers differently.
type Difference struct {
	Operation string // such as Teams.List
	Member    string // the dotted name in lower case, as in teams.results.name; "" for the status
	Recorded  string // the value in the file as JSON, or absent
	Answered  string // the value in the answer as JSON, or absent; not sent for a request that was not sent
	Exchange  int    // the first exchange with the difference, from 1
	Times     int    // how often the member differs, in all rows and answers of the operation
}

// Compare sends the requests of a file to the host with a base URL, such as a mock, through a transport, in their
// order, and returns what the host answers differently. It sends operations of the interface alone, and neither logins
// nor keys. It sends the number of a test card for each card. Where the host chooses another id for a row that a
// request creates, later requests have the id that the host chose. Of values that are made up in files,
// only presence and kind count. A request that
// is not what the file calls it is not sent, and counts as a difference. An error ends the comparison: the file cannot
// be read, host is no base URL, or no answer came.
func Compare(ctx context.Context, file, host string, through http.RoundTripper) ([]Difference, error) {
	list, _, err := load(file)
	if err != nil {
		return nil, err
	}
	base, err := httptext.BaseURL(host)
	if err != nil {
		return nil, err
	}
	c := comparison{ids: map[string]string{}}
	for i, e := range list {
		c.op = contract.Lookup(e.Operation)
		if c.exchange = i + 1; c.op == nil || c.op.Class == contract.Login || e.Answer == nil || e.CutOff {
			continue
		}
		r := &e.Request
		if op, _ := contract.FindOperation(r.Method, r.Path, r.query.Find("id") != nil); op != c.op {
			c.add("", fmt.Sprint(e.Answer.Status), "not sent")
			continue
		}
		answer, err := c.send(ctx, e, base, through)
		if err != nil {
			return nil, fmt.Errorf("cassette: %s: exchange %d, %s: %w", file, i+1, e.Operation, err)
		}
		c.compare(e.Answer, answer)
	}
	return c.found, nil
}

// comparison is one call of Compare.
type comparison struct {
	ids      map[string]string // the ids that the host chose, by the recorded ids
	op       *contract.Operation
	exchange int
	found    []Difference
}

// testCard replaces what a file does not have of a card.
var testCard = map[string]node.Node{
	"creditcardtype":        {Kind: node.Text, Text: "Visa"},
	"creditcardnumber":      {Kind: node.Text, Text: "4111111111111111"},
	"creditcardcvv2":        {Kind: node.Text, Text: "123"},
	"creditcardexpireyear":  {Kind: node.Number, Text: "30"},
	"creditcardexpiremonth": {Kind: node.Number, Text: "12"},
}

// complete puts a test card and the ids of the host into a request.
func (c *comparison) complete(n *node.Node) {
	for i := range n.Members {
		m := &n.Members[i]
		name := node.FoldedName(m.Name)
		if card, ok := testCard[name]; ok && m.Text == redact.Mark {
			m.Node = card
		}
		if strings.HasSuffix(strings.TrimSuffix(name, "s"), "id") {
			ids := strings.Split(m.Text, ",")
			for i, id := range ids {
				ids[i] = cmp.Or(c.ids[id], id)
			}
			m.Text = strings.Join(ids, ",")
		}
		c.complete(&m.Node)
	}
	for i := range n.Items {
		c.complete(&n.Items[i])
	}
}

// send sends a request, and returns the answer.
func (c *comparison) send(ctx context.Context, e *exchange, base *url.URL, to http.RoundTripper) (*message, error) {
	c.complete(&e.Request.query)
	c.complete(&e.Request.body)
	e.Request.encode()
	target, err := httptext.Join(base, e.Request.Path, e.Request.Query)
	if err != nil {
		return nil, err
	}
	body := bytes.NewReader(e.Request.text())
	req, err := http.NewRequestWithContext(ctx, e.Request.Method, target.String(), body)
	if err != nil {
		return nil, err
	}
	for name, values := range e.Request.header() {
		if name == "Accept" || name == "Content-Type" { // another one could change what the request means
			req.Header[name] = values
		}
	}
	res, err := to.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	text, err := readLimited(res.Body)
	answer := newMessage(res.Header, text)
	answer.Status = res.StatusCode
	return answer, err
}

// compare notes what differs between two answers.
func (c *comparison) compare(recorded, answered *message) {
	if recorded.Status != answered.Status {
		c.add("", fmt.Sprint(recorded.Status), fmt.Sprint(answered.Status))
		return // the bodies have nothing in common
	}
	if result := c.op.Result; result != "" {
		a, b := recorded.body.Find(result), answered.body.Find(result)
		if a != nil && b != nil {
			c.ids[a.Text] = b.Text
		}
	}
	a, b := c.values(recorded), c.values(answered)
	for _, path := range differing(a, b) {
		chosen, created := c.ids[strings.Trim(a[path], `"`)]
		if !created || chosen != strings.Trim(b[path], `"`) {
			c.add(node.WithoutIndexes(path), cmp.Or(a[path], absent), cmp.Or(b[path], absent))
		}
	}
}

// values returns the values of an answer as JSON, without what is made up in files.
func (c *comparison) values(m *message) map[string]string {
	nothing := &pseudonym.Replacer{}
	m.withhold(nothing, false, redact.Mark)
	nothing.Replace(&m.body, contract.AnswerRows(), "")
	all := map[string]string{}
	walk("", &m.body, func(path string, n *node.Node) {
		one := *n
		if one.Kind == node.Number {
			one.Text = alike(nil, n)
		}
		all[path] = string(jsoncodec.AppendNode(nil, one))
	})
	return all
}

// add notes a difference of a member, or that one more row has it.
func (c *comparison) add(member, recorded, answered string) {
	at := slices.IndexFunc(c.found, func(d Difference) bool { return d.Operation == c.op.ID && d.Member == member })
	if at < 0 {
		at = len(c.found)
		c.found = append(c.found, Difference{c.op.ID, member, recorded, answered, c.exchange, 0})
	}
	c.found[at].Times++
}
