// Package pseudonym replaces the values of bodies and rows by made-up values, so that the rest can leave the machine.
// The rows of internal/contract list the members whose values may stay, and values.go makes up the others. Nothing
// searches for people: a host can write about people in ways that nobody foresees.
package pseudonym

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/redact"
)

// Replacer replaces values. One goroutine at a time may use it.
type Replacer struct {
	// Seed decides the made-up values: equal values become equal made-up ones. Somebody who has the seed can test
	// whether a made-up name stands for a certain person, so keep the seed apart from what was replaced. Without a seed
	// every value becomes an empty text, 0 or false, and every unknown name becomes Unknown, for comparisons that ignore
	// what is made up.
	Seed []byte
	Keep []string // names of members that stay with all that is in them, apart from secrets

	long, codes redact.Search // secrets that a value may repeat; codes have three or four digits
}

// Unknown replaces unknown names where there is no seed.
const Unknown = "?"

// forms are the forms of values that may stay. A value in another form is replaced.
var forms = [...]*regexp.Regexp{
	contract.StayNone: regexp.MustCompile(`[^\s\S]`), // no text
	contract.StayNumber: regexp.MustCompile(`^[+-]?(\d{1,19}(\.\d{0,17})?|\.\d{1,17})([eE][+-]?\d{1,3})?` +
		`(,[+-]?\d{1,19})*$`),
	contract.StaySwitch: regexp.MustCompile(`^(?i:true|false|[01])$`),
	contract.StayTime: regexp.MustCompile(`^(?i:(\d{1,2}/\d{1,2}/\d{4}|\d{4}-\d\d-\d\d)?[T ]?` +
		`(\d{1,2}:\d\d(:\d\d(\.\d{1,9})?)?( ?[AP]M)?)?(Z|[+-]\d\d:?\d\d)?)$`),
	contract.StayWord:   regexp.MustCompile(`^-?\d{1,3}$`),
	contract.StayFigure: regexp.MustCompile(`^([A-Z]?\d{0,4}([.,:/+%-]\d{0,3}){0,3}(st|nd|rd|th)?)$`),
	contract.StayColor:  regexp.MustCompile(`^[0-9A-Fa-f]{6}$`),
	contract.StayCode:   regexp.MustCompile(`^([A-Z]{1,4}[-_.:/])*[A-Z]{0,4}([-_.:/]?[0-9A-Fa-f]*\d[0-9A-Fa-f]*)+$`),
	contract.StayID:     regexp.MustCompile(`^[\w.:/-]{1,50}$`),
	contract.StayName:   regexp.MustCompile(``),
}

// stays reports whether a value has the form that its row lists.
func stays(row contract.Row, n *node.Node) bool {
	switch {
	case row.Stay == contract.StayName:
		return n.Kind == node.Text
	case row.Stay == contract.StayWord && !slices.ContainsFunc(strings.Split(n.Text, ","), isNoWord):
		return true
	}
	return forms[row.Stay].MatchString(strings.TrimSpace(n.Text))
}

func isNoWord(text string) bool { return !contract.Enumerated[strings.ToLower(text)] }

// JSON returns a JSON text, such as one of tourney.MarshalRow, of an object in answers or of a list of them, with its
// values replaced. For an object that answers do not have it is an answer. Errors are those of jsoncodec.ParseNode.
func (r *Replacer) JSON(data []byte, object string) ([]byte, error) {
	n, err := jsoncodec.ParseNode(data, jsoncodec.Limits{Doubles: true, Whole: true})
	if err != nil {
		return nil, err
	}
	r.Hide(r.Withhold(&n, false, redact.Mark))
	if object = strings.ToLower(object); contract.AnswerRows()[object] == nil {
		object = ""
	}
	r.Replace(&n, contract.AnswerRows(), object)
	return jsoncodec.AppendNode(nil, n), nil
}

// Key replaces the keys in the answer to a login. A client expects base64.
const Key = "bWFkZS11cCBrZXk="

// Withhold replaces the values that are secrets by their names with a mark, redact.Mark or Key, and returns their
// texts. Of a login the name of the account is a secret too, because the answer repeats it.
func (r *Replacer) Withhold(n *node.Node, login bool, mark string) (secrets []string) {
	named := redact.Shown.HidesValue(n)
	for i := range n.Members {
		m := &n.Members[i]
		folded := node.FoldedName(m.Name)
		if redact.SecretName(folded) || strings.HasPrefix(folded, "creditcard") || named && folded == "value" ||
			login && (folded == "username" || redact.NamesSecret(folded)) {
			secrets = appendTexts(secrets, &m.Node)
			if m.Kind != node.Null {
				m.Node = node.Node{Kind: node.Text, Text: mark}
			}
		}
		secrets = append(secrets, r.Withhold(&m.Node, login, mark)...)
	}
	for i := range n.Items {
		secrets = append(secrets, r.Withhold(&n.Items[i], login, mark)...)
	}
	return secrets
}

func appendTexts(texts []string, n *node.Node) []string {
	if n.Kind == node.Text || n.Kind == node.Number {
		texts = append(texts, n.Text)
	}
	for i := range n.Members {
		texts = appendTexts(texts, &n.Members[i].Node)
	}
	for i := range n.Items {
		texts = appendTexts(texts, &n.Items[i])
	}
	return texts
}

// Hide withholds values that repeat one of these secrets from now on, and no longer those of the last call.
func (r *Replacer) Hide(secrets []string) {
	codes := slices.DeleteFunc(slices.Clone(secrets), func(text string) bool { return !redact.IsCode(text) })
	long := slices.DeleteFunc(slices.Clone(secrets), redact.IsCode)
	r.long, r.codes = *redact.SearchFor(long...), *redact.SearchFor(codes...)
}

// Replace replaces the values of a body or a query that the rows do not list, and the names that they do not have. A
// number stays a number.
func (r *Replacer) Replace(n *node.Node, rows contract.Rows, object string) {
	replacing{r, rows}.value(n, member{of: rows[object]})
}

// replacing replaces the values of one body.
type replacing struct {
	*Replacer

	rows contract.Rows
}

// member is what is known of a value.
type member struct {
	name string // in lower case
	row  contract.Row
	of   map[string]contract.Row // the members that the value can have
	kept bool
}

func (r replacing) value(n *node.Node, is member) {
	for i := range n.Items {
		item := is
		if is.row.Stay >= contract.StayColor { // one text, and no list of texts
			item.row = contract.Row{}
		}
		r.value(&n.Items[i], item)
	}
	for i := range n.Members {
		m := &n.Members[i]
		in := member{name: node.FoldedName(m.Name)}
		row, known := is.of[in.name]
		if !known && is.row.Stay == contract.StayFigure && in.name == "value" { // a list of texts in XML
			row, known = is.row, true
		}
		if in.row = row; row.Part != "" {
			in.of = r.rows[row.Part]
		}
		in.kept = is.kept || slices.ContainsFunc(r.Keep, func(name string) bool { return node.SameName(name, m.Name) })
		r.value(&m.Node, in)
		if !known && (!in.kept || r.hides(m.Name, in)) {
			m.Name = r.Name(m.Name)
		}
	}
	if n.Kind != node.Null && n.Kind != node.Object && n.Kind != node.List {
		r.scalar(n, is)
	}
}

func (r replacing) scalar(n *node.Node, is member) {
	if strings.TrimSpace(n.Text) == "" || n.Text == redact.Mark || n.Text == Key {
		return
	}
	may := is.kept || stays(is.row, n)
	switch {
	case may && !r.hides(n.Text, is):
		return
	case !may:
		n.Text = r.madeUp(is.name, n.Kind, n.Text)
		may = n.Kind == node.Text && stays(is.row, n) // for a Player, what is made up must not look like what stays
	case redact.HasNumber(n.Text) && forms[contract.StayNumber].MatchString(n.Text):
		n.Text, may = r.cardLike(n.Kind, n.Text), false // ids stay apart
	}
	if n.XMLText = ""; may {
		n.Text = map[node.Kind]string{node.Text: redact.Mark, node.Number: "0", node.Bool: "false"}[n.Kind]
	}
}

// hides reports whether a value or a name that may stay has a secret in it all the same, such as the number of a card.
func (r replacing) hides(text string, is member) bool {
	figures := !is.kept && is.row.Stay < contract.StayColor
	prose := is.kept || is.row.Stay == contract.StayName
	return redact.HasNumber(text) || r.long.In(text) || r.long.InID(text) || prose && r.codes.In(text) ||
		!figures && redact.Holds(text, redact.AssignsSecret) || is.kept && redact.Masked(text) != text
}
