package console_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"golang.org/x/net/html"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const at = "/_mock/console/"

// browser sends the requests of a browser to a mock, and keeps its cookies.
type browser struct {
	t       *testing.T
	srv     http.RoundTripper
	cookies map[string]string
}

// shown is an answer with its page.
type shown struct {
	status   int
	header   http.Header
	body     string
	location string // where the browser is sent, as an absolute path
}

// open returns a mock with a console, and a browser.
func open(t *testing.T, opts ...mockserver.Option) (*mockserver.Server, *browser) {
	t.Helper()
	srv, err := mockserver.New(tourney.Soccer, append([]mockserver.Option{console.Serve()}, opts...)...)
	require.NoError(t, err)
	t.Cleanup(srv.Close)
	return srv, &browser{t, srv, map[string]string{}}
}

// send sends a request. Headers are pairs of names and values.
func (b *browser) send(method, path, body string, headers ...string) shown {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, "http://localhost:8080"+path, strings.NewReader(body))
	require.NoError(b.t, err)
	req.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	for name, value := range b.cookies {
		req.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	res, err := b.srv.RoundTrip(req)
	require.NoError(b.t, err)
	data, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	require.NoError(b.t, res.Body.Close())
	for _, c := range res.Cookies() {
		b.cookies[c.Name] = c.Value
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	got := shown{res.StatusCode, res.Header, string(data), ""}
	if to := res.Header.Get("Location"); to != "" {
		u, err := req.URL.Parse(to)
		require.NoError(b.t, err)
		got.location = u.RequestURI()
	}
	return got
}

// get opens a page behind the path of the console.
func (b *browser) get(path string) shown {
	b.t.Helper()
	return b.send(http.MethodGet, at+path, "")
}

// post sends a form as the page from does, and returns the page that follows.
func (b *browser) post(path, from string, pairs ...string) shown {
	b.t.Helper()
	form := url.Values{"from": {from}}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	sent := b.send(http.MethodPost, at+path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if sent.location == "" {
		return sent
	}
	require.Equal(b.t, http.StatusSeeOther, sent.status)
	return b.send(http.MethodGet, sent.location, "")
}

// api sends a request to the mock as a client of the interface.
func (b *browser) api(method, path, body string, headers ...string) shown {
	b.t.Helper()
	return b.send(method, path, body, append([]string{"Accept", "application/json", "Content-Type", "application/json"}, headers...)...)
}

// parsed returns the elements of a page.
func parsed(t *testing.T, page string) (elements []*html.Node) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	require.NoError(t, err)
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			elements = append(elements, n)
		}
	}
	return elements
}

// attribute returns an attribute of an element.
func attribute(n *html.Node, name string) (string, bool) {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if i < 0 {
		return "", false
	}
	return n.Attr[i].Val, true
}

// textOf returns the text in an element, with single spaces.
func textOf(n *html.Node) string {
	var b strings.Builder
	for inner := range n.Descendants() {
		if inner.Type == html.TextNode {
			b.WriteString(inner.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// plain returns the text of a page that a person reads.
func plain(t *testing.T, page string) string {
	t.Helper()
	for _, n := range parsed(t, page) {
		if n.Data == "body" {
			return textOf(n)
		}
	}
	return ""
}

// found returns the elements of a page that have a value of an attribute, or any value for "". A class is one of several.
func found(t *testing.T, page, tag, name, value string) (elements []*html.Node) {
	t.Helper()
	for _, n := range parsed(t, page) {
		have, ok := attribute(n, name)
		if !ok || tag != "" && n.Data != tag {
			continue
		}
		if value == "" || have == value || name == "class" && slices.Contains(strings.Fields(have), value) {
			elements = append(elements, n)
		}
	}
	return elements
}

// textsOf returns the texts of the elements with a class.
func textsOf(t *testing.T, page, class string) (texts []string) {
	t.Helper()
	for _, n := range found(t, page, "", "class", class) {
		texts = append(texts, textOf(n))
	}
	return texts
}

// keyed returns the texts of the rows whose keys begin with a prefix, by their keys.
func keyed(t *testing.T, page, prefix string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, n := range found(t, page, "", "data-key", "") {
		if key, _ := attribute(n, "data-key"); strings.HasPrefix(key, prefix) {
			texts[key] = textOf(n)
		}
	}
	return texts
}

// keyedRows returns the texts of the rows that have a key.
func keyedRows(t *testing.T, page string) (rows []string) {
	t.Helper()
	for _, n := range found(t, page, "", "data-key", "") {
		rows = append(rows, textOf(n))
	}
	return rows
}

// undoOf returns the form with the button Undo, relative to the path of the console.
func undoOf(t *testing.T, page string) string {
	t.Helper()
	for _, n := range found(t, page, "form", "action", "") {
		to, _ := attribute(n, "action")
		if _, id, ok := strings.Cut(to, "undo/"); ok {
			return "undo/" + id
		}
	}
	require.Fail(t, "the page has no button Undo")
	return ""
}

// follow returns the path behind the console of the link with a relation, "" for none.
func (b *browser) follow(from, page, rel string) string {
	b.t.Helper()
	for _, n := range found(b.t, page, "a", "rel", rel) {
		to, _ := attribute(n, "href")
		here, err := url.Parse(at + from)
		require.NoError(b.t, err)
		u, err := here.Parse(to)
		require.NoError(b.t, err)
		return strings.TrimPrefix(u.RequestURI(), at)
	}
	return ""
}

// numbers returns how many rows each page of a list has, and the last row. Each page links to the next one.
func (b *browser) numbers(path string) (counts []int, last string) {
	b.t.Helper()
	for path != "" {
		page := b.get(path).body
		rows := keyedRows(b.t, page)
		counts, last = append(counts, len(rows)), rows[len(rows)-1]
		path = b.follow(path, page, "next")
	}
	return counts, last
}

// crawl opens the pages of the table that have no names in their paths, and all pages of the console that they link to.
// It calls f with each, and requires that every page of the table was opened.
func (b *browser) crawl(pages []string, f func(path string, page shown)) {
	b.t.Helper()
	var queue []string
	for _, pattern := range pages {
		if !strings.Contains(pattern, "{") {
			queue = append(queue, at+pattern)
		}
	}
	seen, patterns := map[string]bool{}, map[string]bool{}
	for ; len(queue) > 0 && len(seen) < maxCrawled; queue = queue[1:] {
		path := queue[0]
		if seen[path] {
			continue
		}
		seen[path] = true
		page := b.send(http.MethodGet, path, "")
		if page.location != "" {
			queue = append(queue, page.location)
			continue
		}
		f(path, page)
		patterns[console.PageOf(strings.TrimPrefix(path, at))] = true
		queue = append(queue, b.linked(path, page.body)...)
	}
	for _, pattern := range pages {
		require.True(b.t, patterns[pattern], "no page links to %s", pattern)
	}
}

// maxCrawled bounds how many pages a test opens.
const maxCrawled = 300

// linked returns the pages of this console that a page links to.
func (b *browser) linked(from, page string) (paths []string) {
	here, err := url.Parse(from)
	require.NoError(b.t, err)
	for _, n := range parsed(b.t, page) {
		to, ok := attribute(n, "href")
		if n.Data != "a" || !ok || strings.HasPrefix(to, "#") {
			continue
		}
		u, err := here.Parse(to)
		require.NoError(b.t, err, to)
		u.Fragment = ""
		if strings.HasPrefix(u.Path, at) {
			paths = append(paths, u.RequestURI())
		}
	}
	return paths
}
