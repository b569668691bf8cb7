package rowjson

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/plaintext"
)

// Mistake says which member of a value is wrong, to somebody who wrote the value by hand.
type Mistake struct {
	Of   string // the value, such as "tourney: Profile"
	Path string // of the member, such as Columns[2].Name; "" for the whole value
	Line int    // in the text from which the value was read, from 1; 0 for a value that was not read
	Why  string
}

// Error returns the text of the error.
func (m *Mistake) Error() string {
	text := m.Of
	if m.Path != "" {
		text += "." + plaintext.Excerpt(m.Path, longestPath)
	}
	if m.Line > 0 {
		text += " (line " + strconv.Itoa(m.Line) + ")"
	}
	return text + ": " + m.Why
}

// Read reads a value that somebody wrote by hand as JSON, and calls check with the value. An error of the text is a
// *Mistake in a value with the name of. A *Mistake of check gets the line of its member. Read ignores the members with
// the names in others.
func Read[T any](data []byte, of string, check func(T) error, others ...string) (value T, err error) {
	n, err := Parse(data)
	n.Members = slices.DeleteFunc(n.Members, func(m node.Member) bool { return slices.Contains(others, m.Name) })
	if err == nil {
		err = Decode(&n, &value)
	}
	if err == nil {
		err = check(value)
	}
	var at *Error
	var wrong *Mistake
	switch {
	case errors.As(err, &at):
		why := cmp.Or(at.hint, fmt.Sprintf("expected %s, found %s", at.Expected, at.Found))
		return value, &Mistake{of, at.Path, lineOf(data, at.Offset), why}
	case errors.As(err, &wrong):
		return value, &Mistake{of, wrong.Path, lineOf(data, int(offsetOf(&n, wrong.Path))), wrong.Why}
	}
	return value, err
}

func lineOf(data []byte, offset int) int { return 1 + bytes.Count(data[:offset], []byte{'\n'}) }

// offsetOf returns the offset of the member with a path, or of the innermost object that should have the member.
func offsetOf(n *node.Node, path string) int64 {
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) }) {
		i, err := strconv.Atoi(step)
		next := n.Find(step)
		if n.Kind == node.List && err == nil && i < len(n.Items) {
			next = &n.Items[i]
		}
		if next == nil {
			break
		}
		n = next
	}
	return n.Offset
}
