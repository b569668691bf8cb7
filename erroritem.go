package tourney

import (
	"encoding/json"
	"slices"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// memberField is the member of an entry of Errors that names a field.
const memberField = "Field"

// newErrorItem returns one entry of Errors. An entry in an unknown form becomes a Message with the whole text of the
// entry. A Field that is no text goes to Extra, so that it does not hide the code and the message.
func newErrorItem(entry node.Node) ErrorItem {
	var item ErrorItem
	known := entry
	known.Members = slices.DeleteFunc(slices.Clone(entry.Members), isOddField)
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

// isOddField reports whether a member has the name Field, in any letter case, and is no text.
func isOddField(m node.Member) bool {
	return node.SameName(memberField, m.Name) && m.Kind != node.Text && m.Kind != node.Null
}
