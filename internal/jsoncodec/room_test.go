package jsoncodec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/record"
)

// TestRoom: nodes in a room that other bodies had before are those in memory of their own. Nothing in the room is in
// two lists, which an append to each list shows.
func TestRoom(t *testing.T) {
	var room jsoncodec.Room
	bodies := fixtures(t)
	for name, c := range memoryBodies {
		bodies[name] = []byte(c.body)
	}
	bodies["deep"] = []byte(strings.Repeat(`{"a":1,"b":[2,`, 30) + `3` + strings.Repeat(`],"c":[4],"d":5}`, 30))
	for name, body := range bodies {
		for range 2 {
			want, err := jsoncodec.ParseNode(body, jsoncodec.Limits{Doubles: true})
			require.NoError(t, err, name)
			got, err := jsoncodec.ParseNode(body, jsoncodec.Limits{Doubles: true, Room: &room})
			require.NoError(t, err, name)
			require.Equal(t, want, got, name)
			_, err = jsoncodec.ParseNode(body[:len(body)/2], jsoncodec.Limits{Room: &room})
			require.Error(t, err, "%s is cut", name)
			require.Equal(t, want, got, "the next body took the room of %s", name)
			room.Reset()
		}
	}
}

// TestRoomLeavesNoGarbage: the second of two bodies allocates its texts.
func TestRoomLeavesNoGarbage(t *testing.T) {
	var room jsoncodec.Room
	body := []byte(`{"List":[{"A":1,"B":2},{"A":3,"B":4},{"A":5,"B":6},{"A":7,"B":8},{"A":9,"B":null}]}`)
	texts := 1 + 5*2 + 9
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() {
		_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{Room: &room})
		require.NoError(t, err)
		room.Reset()
	}), float64(texts+2))
}

// TestRoomWithinMemory: what a room takes for a body counts, and what it has from bodies before does not.
func TestRoomWithinMemory(t *testing.T) {
	var room jsoncodec.Room
	lim := jsoncodec.Limits{Room: &room, MaxMemory: 1 << 20}
	few, many := []byte(`[1,2,3]`), []byte("["+strings.Repeat("{},", 100_000)+"{}]")
	for range 3 {
		_, err := jsoncodec.ParseNode(many, lim)
		require.ErrorIs(t, err, record.ErrMemory)
		room.Reset()
		_, err = jsoncodec.ParseNode(few, lim)
		require.NoError(t, err)
		room.Reset()
		_, err = jsoncodec.ParseNode(few, jsoncodec.Limits{Room: &room, MaxMemory: 64})
		require.NoError(t, err, "the room has it")
		room.Reset()
	}
}

// TestRoomStaysSmall: a room does not keep the memory of a large body.
func TestRoomStaysSmall(t *testing.T) {
	var room jsoncodec.Room
	lim := jsoncodec.Limits{Room: &room}
	large, err := jsoncodec.ParseNode([]byte("["+strings.Repeat("null,", 10_000)+"null]"), lim)
	require.NoError(t, err)
	require.Len(t, large.Items, 10_001)
	room.Reset()
	small, err := jsoncodec.ParseNode([]byte(`[1]`), lim)
	require.NoError(t, err)
	require.NotSame(t, &large.Items[0], &small.Items[0])
	require.Len(t, small.Items, 1)
}

// TestNamesAreMadeOnce: the objects of a list share the names of their members, also when two names have one place.
func TestNamesAreMadeOnce(t *testing.T) {
	const first, second = "ab", "qb" // have one place
	text := `[{"` + first + `":1,"` + second + `":2,"":3},{"` + second + `":4,"` + first + `":5,"":6}]`
	n, err := jsoncodec.ParseNode([]byte(text), jsoncodec.Limits{})
	require.NoError(t, err)
	var members []string
	for _, item := range n.Items {
		for _, m := range item.Members {
			members = append(members, m.Name+"="+m.Node.Text)
		}
	}
	require.Equal(t, []string{"ab=1", "qb=2", "=3", "qb=4", "ab=5", "=6"}, members)

	cost := func(objects int) int {
		body := []byte("[" + strings.Repeat(`{"FirstName":null,"LastName":null},`, objects) + "null]")
		var room jsoncodec.Room
		parse := func() {
			room.Reset()
			_, err := jsoncodec.ParseNode(body, jsoncodec.Limits{Room: &room})
			require.NoError(t, err)
		}
		for range 5 {
			parse() // until the room is large enough
		}
		return int(testing.AllocsPerRun(10, parse))
	}
	require.Equal(t, cost(2), cost(20))
}
