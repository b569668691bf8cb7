package clienttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

// GamesPage returns the body of a page of games with these ids. An id below 0 makes a row with an unreadable value,
// and the id 0 makes an unreadable row without an id.
func GamesPage(ids []int64, rest string) string {
	rows := make([]string, len(ids))
	for i, id := range ids {
		switch {
		case id < 0:
			rows[i] = fmt.Sprintf(`{"Id":%d,"Time":"TBD"}`, -id)
		case id == 0:
			rows[i] = `{"Time":"TBD"}`
		default:
			rows[i] = fmt.Sprintf(`{"Id":%d}`, id)
		}
	}
	return `{"Games":{"Results":[` + strings.Join(rows, ",") + `]` + rest + `}}`
}

// ListHost serves pages of games with these ids.
type ListHost struct {
	IDs      []int64
	Clamp    int                                     // the largest page size; 0 for no limit
	Wordless bool                                    // the answers have no Page, PageSize and Total
	Change   func(page int, h *ListHost)             // called before the host answers a page
	Answer   func(page, size int) httpmock.Responder // the answer in place of the page; nil for the page
}

// Respond answers a request for a page.
func (h *ListHost) Respond(req *http.Request) (*http.Response, error) {
	number, size := 1, 50
	if n, err := strconv.Atoi(req.URL.Query().Get("page")); err == nil {
		number = n
	}
	if n, err := strconv.Atoi(req.URL.Query().Get("pagesize")); err == nil {
		size = n
	}
	if h.Clamp > 0 {
		size = min(size, h.Clamp)
	}
	if h.Change != nil {
		h.Change(number, h)
	}
	if h.Answer != nil {
		if answer := h.Answer(number, size); answer != nil {
			return answer(req)
		}
	}
	from := min((number-1)*size, len(h.IDs))
	return Reply(200, PageBody(h.IDs[from:min(from+size, len(h.IDs))], number, size, len(h.IDs), h.Wordless))(req)
}

// PageBody returns the body of a page of games in JSON, without Page, PageSize and Total if wordless.
func PageBody(ids []int64, number, size, total int, wordless bool) string {
	rows := []map[string]any{}
	for _, id := range ids {
		rows = append(rows, map[string]any{"Id": id})
	}
	page := map[string]any{"Results": rows}
	if !wordless {
		page["Page"], page["PageSize"], page["Total"] = number, size, total
	}
	data, _ := json.Marshal(map[string]any{"Games": page})
	return string(data)
}

// Collect ranges over all games. It returns their ids, and the error of the list. It fails the test if a game follows
// the error.
func Collect(t *testing.T, c *tourney.Client, o tourney.GameListOptions, opts ...tourney.ListOption) ([]int64, error) {
	t.Helper()
	var ids []int64
	var last error
	for game, err := range c.Games.All(t.Context(), o, opts...) {
		require.NoError(t, last, "something follows the error")
		if last = err; err != nil {
			require.Zero(t, game)
			continue
		}
		ids = append(ids, game.ID)
	}
	return ids, last
}

// UpTo returns the ids 1 to n.
func UpTo(n int) []int64 {
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	return ids
}
