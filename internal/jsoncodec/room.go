package jsoncodec

import (
	"reflect"

	"github.com/tourney-go/tourney/internal/node"
	"github.com/tourney-go/tourney/internal/record"
)

// Room is memory for the nodes of one body after another, so that bodies leave no garbage. The zero value is ready. A
// Room serves one reader at a time.
type Room struct {
	members []node.Member
	items   []node.Node
}

// The sizes of a Room.
const (
	leastRoom = 4   // items of a list, and members of an object, that have room before any is read
	roomBlock = 32  // items, and members, that a new Room has room for
	mostRoom  = 512 // items, and members, that Reset keeps room for
)

// Reset makes the memory free for the next body. The nodes of the bodies before must not be used any more. Reset keeps
// none of their texts.
func (r *Room) Reset() { r.members, r.items = emptied(r.members), emptied(r.items) }

func emptied[T any](block []T) []T {
	if cap(block) > mostRoom {
		return nil
	}
	clear(block)
	return block[:0]
}

// appendIn is append with an array from a block. It puts a new block in the place of a full one, which then
// belongs to the lists in it. It reserves the memory of a new block first: without memory the result is without x.
func appendIn[T any](m *record.Memory, block *[]T, s []T, x T) []T {
	if len(s) < cap(s) {
		return append(s, x)
	}
	more := max(2*len(s), leastRoom)
	if cap(*block)-len(*block) < more {
		size := max(more, 2*cap(*block), roomBlock)
		if !m.ReserveItems(size, int(reflect.TypeFor[T]().Size())) {
			return s
		}
		*block = make([]T, 0, size)
	}
	from := len(*block)
	*block = (*block)[:from+more]
	return append(append((*block)[from:from:from+more], s...), x)
}
