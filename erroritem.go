package tourney

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/contract"
	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// The members of an entry of Errors.
const (
	memberCode  = "Code"
	memberField = "Field"
)

// newErrorItem returns one entry of Errors. An entry in an unknown form becomes a Message with the whole text of the
// entry. A Field that is no text goes to Extra, so that it does not hide the code and the message.
func newErrorItem(entry node.Node) ErrorItem {
	var item ErrorItem
	known := entry
	known.Members = slices.DeleteFunc(slices.Clone(entry.Members), isOddField)
	for i := range known.Members {
		if m := &known.Members[i]; node.SameName(memberCode, m.Name) {
			m.Text = codeByName(m.Text)
		}
	}
	if entry.Kind != node.Object || record.Bind(known, &item) != nil {
		return ErrorItem{Message: string(jsoncodec.AppendNode(nil, entry))}
	}
	for _, m := range entry.Members {
		if isOddField(m) {
			if item.Extra == nil {
				item.Extra = Extra{}
			}
			item.Extra[m.Name] = json.RawMessage(jsoncodec.AppendNode(nil, m.Node))
		}
	}
	return item
}

// codeByName returns the number of a code that a host writes by its name, as XML may have enumerations (assumption
// error-code-names). It returns any other text unchanged.
func codeByName(text string) string {
	for _, code := range contract.Codes() {
		if strings.EqualFold(strings.TrimSpace(text), code.Name) {
			return strconv.Itoa(code.Code)
		}
	}
	return text
}

// isOddField reports whether a member has the name Field, in any letter case, and is no text.
func isOddField(m node.Member) bool {
	return node.SameName(memberField, m.Name) && m.Kind != node.Text && m.Kind != node.Null
}

// entries returns the items of a list. In XML a list appears as an object with a member for each item, and an empty
// list as empty text.
func entries(list *node.Node, format Format) (nodes []node.Node, known bool) {
	switch {
	case list.Kind == node.List:
		return list.Items, true
	case format == FormatXML && list.Kind == node.Object:
		for _, m := range list.Members {
			if m.Kind == node.List {
				nodes = append(nodes, m.Items...)
			} else {
				nodes = append(nodes, m.Node)
			}
		}
		return nodes, true
	}
	return nil, format == FormatXML && list.Text == ""
}

// HostMessages returns the Message of each entry of Errors as the host wrote it, also where Message is withheld. It is
// for the person whose card or password the host refused. Do not log it: a host may repeat the password or the card.
func (e *APIError) HostMessages() []string {
	if e.said != nil {
		return e.said()
	}
	return messagesOf(e.Errors)
}

func messagesOf(items []ErrorItem) []string {
	messages := make([]string, len(items))
	for i := range items {
		messages[i] = items[i].Message
	}
	return messages
}
