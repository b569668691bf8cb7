// Package envelope reads and writes bodies, which are in JSON or in XML (section 1, convention 2), and reads what an
// answer says beside its rows: whether the host refused the request, and which row or transaction the host made. It
// also finds out which members an answer lacks.
package envelope

import (
	"bytes"
	"encoding/json"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// Envelope holds the member of an answer that says whether the host refused the request.
type Envelope struct{ Errors json.RawMessage }

// Errors is the member that makes an answer unsuccessful.
const Errors = "Errors"

// maxBytes bounds the size of Errors, of an id, and of a body that is searched for Errors. Hosts send less.
const maxBytes = 64 << 10

// Read returns the envelope of an answer. Its decoder allocates at most memory bytes.
func Read(s Syntax, body []byte, memory int64) (e Envelope, err error) {
	err = s.Decode(body, &e, "", memory)
	return e, err
}

// entryMemory is how many times as much memory an entry takes as an error, while secrets are removed, as it takes as a
// node.
const entryMemory = 16

// Entries returns the entries of Errors, and whether there are any. For Errors that have an unknown form or are too
// large to read, it returns true and no entries.
func (e *Envelope) Entries(s Syntax, memory int64) (entries []node.Node, found bool) {
	switch {
	case len(e.Errors) == 0:
		return nil, false
	case len(e.Errors) > maxBytes:
		return nil, true
	}
	list, err := jsoncodec.ParseNode(e.Errors, jsoncodec.Limits{MaxMemory: memory/entryMemory + 1})
	if err != nil || list.Kind == node.Null {
		return nil, err != nil
	}
	entries, known := itemsOf(&list, s.XML)
	return entries, !known || len(entries) > 0
}

// itemsOf returns the items of a list. In XML a list appears as an object with a member for each item, and an empty
// list as empty text.
func itemsOf(list *node.Node, xml bool) (items []node.Node, known bool) {
	switch {
	case list.Kind == node.List:
		return list.Items, true
	case xml && list.Kind == node.Object:
		for _, m := range list.Members {
			if m.Kind == node.List {
				items = append(items, m.Items...)
			} else {
				items = append(items, m.Node)
			}
		}
		return items, true
	}
	return nil, xml && list.Text == ""
}

// MayHaveErrors reports whether a body of at most maxBytes may have Errors. It searches for the name, and decodes
// nothing.
func MayHaveErrors(body []byte) bool {
	return len(body) <= maxBytes && bytes.Contains(body, []byte("rrors"))
}
