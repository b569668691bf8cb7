package direct

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/mockserver/internal/model"
)

// numbersProblem returns what is wrong with a member that the interface does not have, "" when nothing is. The member
// is the number of positions or the list of their ids, a list of ids, or one id. A single id means a list that contains
// only this id.
func numbersProblem(n *node.Node, m Member) string {
	isList, positions := m.Of.Kind() == reflect.Slice, m.refers == model.NoKind
	if n.Kind == node.Null {
		return ""
	}
	if n.Kind == node.List && (isList || positions) {
		return idsProblem(n.Items)
	}
	number, err := strconv.ParseInt(n.Text, 10, 64)
	switch {
	case err != nil && isList:
		return fmt.Sprintf(": expected a list of ids, found %s", n.Kind)
	case err != nil && !positions:
		return fmt.Sprintf(": expected an id, found %s", n.Kind)
	case err != nil:
		return fmt.Sprintf(": expected a whole number from 0 to %d, found %s", MostPositions, n.Kind)
	case positions && (number < 0 || number > MostPositions):
		return fmt.Sprintf(" is %d: expected 0 to %d", number, MostPositions)
	}
	return ""
}

func idsProblem(items []node.Node) string {
	for i := range items {
		if _, err := strconv.ParseInt(items[i].Text, 10, 64); err != nil {
			return fmt.Sprintf("[%d]: expected an id, found %s", i, items[i].Kind)
		}
	}
	return ""
}

// numbersOf returns the numbers in a list, or one number as a list.
func numbersOf(n *node.Node) (list []int64) {
	if n == nil {
		return nil
	}
	items := n.Items
	if n.Kind != node.List {
		items = []node.Node{*n}
	}
	for _, item := range items {
		if id, err := strconv.ParseInt(item.Text, 10, 64); err == nil {
			list = append(list, id)
		}
	}
	return list
}

// positionsOf returns the number of positions of a pool and their ids, 0 for an id that the mock chooses. A list in a
// file has an id for each position.
func positionsOf(n *node.Node) (positions int, ids []int64) {
	numbers := numbersOf(n)
	if len(numbers) == 1 && n.Kind != node.List {
		return int(numbers[0]), nil
	}
	return len(numbers), numbers
}
