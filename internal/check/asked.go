package check

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/xmlwire"
)

// MaxBody is how many bytes of a body the journal keeps at most.
const MaxBody = 16 << 10

// root is the name of the root element in XML (section 1, convention 2).
const root = "Request"

// Asked has the texts of a request in which Parameters looks for parameters.
type Asked struct {
	Op     string // the id of the operation; "" for none
	Method string
	Query  string
	Body   string
	InXML  bool // whether the body is in XML
}

// Parameter is a value in a request, with its dotted name.
type Parameter struct {
	Name string `json:"name"`
	Text string `json:"value"`
}

// Parameters returns the values of a request: the values of the query for a GET, else the values of the body. It
// returns no values when the query or body cannot be decoded. It leaves out members that are null.
func (r Asked) Parameters() []Parameter {
	n, err := r.node()
	if err != nil {
		return nil
	}
	return appendParameters(nil, "", &n)
}

func (r Asked) node() (node.Node, error) {
	if r.Method == http.MethodGet {
		values, err := url.ParseQuery(r.Query)
		return node.FromQuery(values), err
	}
	n, _, err := ReadBody([]byte(r.Body), r.InXML)
	if op := contract.Lookup(r.Op); err == nil && op != nil && r.InXML {
		Shape(op, &n)
	}
	return n, err
}

func appendParameters(all []Parameter, path string, n *node.Node) []Parameter {
	for i := range n.Members {
		name := n.Members[i].Name
		if path != "" {
			name = path + "." + name
		}
		all = appendParameters(all, name, &n.Members[i].Node)
	}
	for i := range n.Items {
		all = appendParameters(all, path+"["+strconv.Itoa(i)+"]", &n.Items[i])
	}
	if n.Kind == node.Bool || n.Kind == node.Number || n.Kind == node.Text {
		all = append(all, Parameter{path, n.Text})
	}
	return all
}

// ReadBody decodes a body as it is, without the rows of an operation. The result concealed is true if the body has
// something that the node does not show.
func ReadBody(body []byte, inXML bool) (n node.Node, concealed bool, err error) {
	if inXML {
		_, n, err = xmlwire.ParseNode(body, xmlwire.Limits{Root: root, UTF8: true, Concealed: &concealed})
		return n, concealed, err
	}
	n, err = jsoncodec.ParseNode(body, jsoncodec.Limits{Doubles: true, Whole: true})
	return n, false, err
}

// WriteBody encodes a node as a body.
func WriteBody(n node.Node, inXML bool) []byte {
	if inXML {
		return xmlwire.AppendNode(nil, root, n)
	}
	return jsoncodec.AppendNode(nil, n)
}
