package answers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jarcoal/httpmock"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/observe"
)

// heavyAnswer is an answer of nearly a MiB that takes as much memory as possible. It repeats the item between open and end, with the number
// of the item for every #.
type heavyAnswer struct {
	open, item, end string
	call            func(context.Context, *tourney.Client) error
	within          bool // it stays within the limit
	gzip            bool
}

// body returns the answer's body and its header.
func (a *heavyAnswer) body(t *testing.T) (body string, header []string) {
	t.Helper()
	const size = 1 << 20
	var b strings.Builder
	b.WriteString(a.open)
	for i := 0; b.Len()+len(a.item)+len(a.end)+10 < size; i++ {
		item, ends, numbered := strings.Cut(a.item, "#")
		b.WriteString(item)
		if numbered {
			b.WriteString(strconv.Itoa(i) + ends)
		}
	}
	body = strings.TrimSuffix(b.String(), ",") + a.end
	header = []string{"Content-Type", "application/json"}
	if body[0] == '<' {
		header[1] = "application/xml"
	}
	if a.gzip {
		return clienttest.Gzip(t, body), append(header, "Content-Encoding", "gzip")
	}
	return body, header
}

// heavyAnswers has an answer for every way to take memory.
func heavyAnswers() map[string]heavyAnswer {
	const root, end = `<Response xmlns:i="http://www.w3.org/2001/XMLSchema-instance">`, `</Response>`
	get := func(ctx context.Context, c *tourney.Client) error { return clienttest.Err(c.Teams.Get(ctx, 1)) }
	update := func(ctx context.Context, c *tourney.Client) error { return clienttest.ClassCalls["set"](ctx, c) }
	const small = strconv.IntSize == 32 // rows and members take less
	long, deep := strings.Repeat("long", 10_000), strings.Repeat(`[`, 58)+strings.Repeat(`]`, 58)
	return map[string]heavyAnswer{
		"a roster":                  {`{"Team":{"Id":1,"Players":[`, `{},`, `]}}`, get, false, false},
		"a roster in XML":           {root + `<Team><Players>`, `<P/>`, `</Players></Team>` + end, get, false, false},
		"a roster compressed":       {`{"Team":{"Id":1,"Players":[`, `{},`, `]}}`, get, false, true},
		"a roster in other cases":   {`{"team":{"id":1,"pLAYERS":[`, `{},`, `]}}`, get, false, false},
		"unknown members":           {`{"Team":{"Id":1`, `,"a#":1`, `}}`, get, true, false},
		"unknown members in XML":    {root + `<Team><Id>1</Id>`, `<a#/>`, `</Team>` + end, get, small, false},
		"unknown members of rows":   {`{"Team":{"Id":1,"Players":[`, `{"a":1},`, `]}}`, get, false, false},
		"an unknown member in XML":  {root + `<Team><Id>1</Id><Other>`, `<a/>`, `</Other></Team>` + end, get, true, false},
		"long texts":                {`{"Team":{"Id":1`, `,"Name":"\n` + long + `"`, `}}`, get, true, false},
		"pointers again and again":  {`{"Team":{"Id":1`, `,"Season":{}`, `}}`, get, true, false},
		"lists again and again":     {`{"Team":{"Id":1`, `,"Players":[{}]`, `}}`, get, small, false},
		"deep nesting":              {`{"Team":{"Id":1,"Deep":[`, deep + `,`, `]}}`, get, true, false},
		"Errors":                    {`{"Errors":[`, `{},`, `]}`, get, true, false},
		"Errors in XML":             {root + `<Errors>`, `<E/>`, `</Errors>` + end, get, true, false},
		"Errors after a roster":     {`{"Team":{"Id":1,"Players":[`, `{},`, `]},"Errors":[]}`, get, false, false},
		"an answer to an update":    {`[`, `{},`, `]`, update, true, false},
		"the same in XML":           {root, `<a/>`, end, update, true, false},
		"an update's unknown texts": {`{"a":["`, `\n`, `"]}`, update, true, false},
	}
}

// TestMemoryOfAnswers: answers that would take a hundred times their limit take no more than the limit, one after another.
func TestMemoryOfAnswers(t *testing.T) {
	const most = 24 << 20                 // bytes alive
	const limit, body = 16 << 20, 8 << 20 // of memory; of the body, with all smaller buffers before it
	before := peakLive(func() {})
	peak := peakLive(func() {
		for name, a := range heavyAnswers() {
			sent, header := a.body(t)
			c := clienttest.Over(t, func(req *http.Request) (*http.Response, error) {
				return clienttest.AnswerOf(req, http.StatusOK, clienttest.Body(sent), header...), nil
			}, tourney.WithMaxResponseBytes(1<<20))
			var err error
			got := codectest.Allocated(1, func() { err = a.call(t.Context(), c) })
			require.Less(t, got, int64(limit*5/4+body), name)
			var unreadable *tourney.DecodeError
			if a.within {
				require.NotErrorAs(t, err, &unreadable, name)
				continue
			}
			require.ErrorAs(t, err, &unreadable, name)
			require.ErrorContains(t, err, "found more than fits into 16777216 bytes of memory: WithMaxResponseMemory")
			require.Regexp(t, `^/Team(/Players\[[0-9]+\])?$`, unreadable.Path)
			require.Positive(t, unreadable.Offset)
			require.Equal(t, 1, unreadable.Line)
		}
	})
	require.Less(t, peak-before, uint64(most))
}

// peakLive returns the largest number of bytes that a collection found alive while a function ran. Collections come often during that time,
// and a finalizer in each reads the number.
func peakLive(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	var peak atomic.Uint64
	var over atomic.Bool
	var look func(*[16]byte)
	look = func(again *[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		peak.Store(max(peak.Load(), live[0].Value.Uint64()))
		if !over.Load() {
			runtime.SetFinalizer(again, look)
		}
	}
	runtime.SetFinalizer(new([16]byte), look)
	runtime.GC()
	f()
	runtime.GC()
	over.Store(true)
	return peak.Load()
}

func TestMemoryLimit(t *testing.T) {
	require.Equal(t, int64(16<<20), clienttest.MemoryOf(t, tourney.Soccer, tourney.WithMaxResponseBytes(1<<20)))
	require.Equal(t, int64(20<<20), clienttest.MemoryOf(t, tourney.Soccer, tourney.WithMaxResponseBytes(5<<20)))
	bytes, memory := tourney.WithMaxResponseBytes(5<<20), tourney.WithMaxResponseMemory(7)
	require.Equal(t, int64(7), clienttest.MemoryOf(t, tourney.Soccer, bytes, memory))
	require.Equal(t, int64(7), clienttest.MemoryOf(t, tourney.Soccer, memory, bytes))
	for _, n := range []int64{0, -1} {
		_, err := tourney.New(clienttest.BaseURL, tourney.Soccer, tourney.WithMaxResponseMemory(n))
		require.EqualError(t, err, fmt.Sprintf("tourney: WithMaxResponseMemory: %d is not positive", n))
	}
}

// TestMemoryOfAWrite: an answer that takes too much memory does not settle a create or charge. The answer to an update is not decoded.
func TestMemoryOfAWrite(t *testing.T) {
	for class, unknown := range map[string]bool{
		"read": false, "set": false, "create": true, "create division": true, "charge": true,
		"charge by registering": true,
	} {
		var ends []observe.OperationEnd
		body := `{"Id":5,"TransactionId":"T1","TeamId":5,"Other":"\n` + strings.Repeat("x", 5000) + `"}`
		c, h := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body), tourney.WithMaxResponseMemory(3000),
			tourney.WithRetry(tourney.Retry{}), clienttest.Ends(&ends))
		err := clienttest.ClassCalls[class](t.Context(), c)
		unreadable := clienttest.As[*tourney.DecodeError](t, err, class)
		require.ErrorContains(t, err, "3000 bytes of memory: WithMaxResponseMemory", class)
		require.Equal(t, map[bool]string{true: "", false: "/Other"}[class == "charge"], unreadable.Path, "a member may have the card as its name")
		require.Equal(t, observe.ErrorTooLarge, ends[0].Error, class)
		var outcome *tourney.OutcomeUnknownError
		require.Equal(t, unknown, errors.As(err, &outcome), class)
		require.Len(t, h.Requests(), 1)
	}
}

// TestErrorsBeyondMemory: Errors that take too much memory still make the answer unsuccessful.
func TestErrorsBeyondMemory(t *testing.T) {
	many := strings.Repeat(`{"Code":1,"Message":"none"},`, 1000)
	for _, body := range []string{
		`{"Errors":[` + many + `{}]}`,
		`{"Id":5,"TransactionId":"T1","TeamId":5,"Errors":[` + many + `{}]}`,
		`{"Errors":[{"Message":"\n` + strings.Repeat("x", 5000) + `"}]}`,
		`<Response><Id>5</Id><Errors>` + strings.Repeat(`<E><Code>1</Code></E>`, 10_000) + `</Errors></Response>`,
	} {
		for class, call := range clienttest.ClassCalls {
			if strings.HasPrefix(class, "raw") || class == "login" {
				continue
			}
			little := tourney.WithMaxResponseMemory(3000)
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body, "Content-Type", ""), little)
			refused := clienttest.As[*tourney.APIError](t, call(t.Context(), c), "%s %.40s", class, body)
			require.Empty(t, refused.Errors)
		}
	}
}

// TestMemoryOfErrors: the limit includes the ErrorItem of each entry.
func TestMemoryOfErrors(t *testing.T) {
	for _, entry := range []string{
		`0,`, `"x",`, `{},`, `[[]],`, `{"a":1},`, `{"Message":"m"},`, `{"Code":1,"Message":"a longer one"},`,
	} {
		for entries := 500; entries*len(entry) < 1<<16; entries *= 2 {
			body := `{"Errors":[` + strings.Repeat(entry, entries-1) + strings.TrimSuffix(entry, ",") + `]}`
			c, _ := clienttest.Serve(t, tourney.Soccer, clienttest.Always(200, body), tourney.WithMaxResponseBytes(1<<20))
			var err error
			got := codectest.Allocated(1, func() { err = clienttest.ClassCalls["charge"](t.Context(), c) })
			require.Less(t, got, int64(20<<20), "%d times %s", entries, entry)
			refused := clienttest.As[*tourney.APIError](t, err)
			if entries <= 1000 {
				require.Len(t, refused.Errors, entries)
			}
		}
	}
}

// TestMemoryIsForEachAnswer: each prefetched page has its own limit.
func TestMemoryIsForEachAnswer(t *testing.T) {
	ids := make([]int64, 400)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	h := &clienttest.ListHost{IDs: ids}
	c, _ := clienttest.Serve(t, tourney.Soccer, []httpmock.Responder{h.Respond}, tourney.WithMaxResponseMemory(11_000))
	n := 0
	for _, err := range c.Games.All(t.Context(), tourney.GameListOptions{}, tourney.Prefetch(8)) {
		require.NoError(t, err)
		n++
	}
	require.Len(t, ids, n)
}

// TestUsualAnswersFit: long lists of the rows that the interface document shows, each with its own texts, stay within the default limit
// without its floor of 16 MiB. The same lists in XML are longer and take no more.
func TestUsualAnswersFit(t *testing.T) {
	lists := 0
	for _, f := range clienttest.Fixtures(t, "response") {
		var body map[string]any
		require.NoError(t, json.Unmarshal([]byte(f.Body), &body))
		if !strings.HasSuffix(f.Folder, "-list") || !lengthen(body) {
			continue
		}
		lists++
		long, err := json.Marshal(body)
		require.NoError(t, err)
		c, _ := clienttest.Serve(t, f.Variant, clienttest.Always(200, string(long)), tourney.WithMaxResponseMemory(4*int64(len(long))))
		_, err = f.Reader(t)(t.Context(), c)
		require.NoError(t, err, "%s, %d bytes", f.Name, len(long))
	}
	require.Greater(t, lists, 10)
}

// lengthen repeats the rows of the lists inside an object, at any depth, and reports whether there are lists.
func lengthen(object map[string]any) (found bool) {
	for name, value := range object {
		switch value := value.(type) {
		case map[string]any:
			found = lengthen(value) || found
		case []any:
			var rows []any
			for i := range min(len(value), 1) * 2000 {
				rows = append(rows, numbered(value[i%len(value)], i))
			}
			object[name] = rows
			found = found || len(rows) > 0
		}
	}
	return found
}

// numbered returns a copy of a value. Every text that is no number, date or time ends with a number.
func numbered(value any, n int) any {
	switch value := value.(type) {
	case string:
		if _, err := tourney.ParseDecimal(value); err == nil || value == "" || strings.ContainsAny(value, "/:") {
			return value
		}
		return fmt.Sprint(value, n)
	case []any:
		list := make([]any, len(value))
		for i := range value {
			list[i] = numbered(value[i], n)
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for name := range value {
			object[name] = numbered(value[name], n)
		}
		return object
	}
	return value
}
