package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChecksSeeMistakes: each check of the pages reports a page with the mistake that it looks for. A check that sees
// nothing would let every page pass.
func TestChecksSeeMistakes(t *testing.T) {
	for name, test := range map[string]struct {
		page string
		want string
		look func(b *tab) []string
	}{
		"contrast": {
			`<h1 style="color: #999; background: #fff">Pale</h1>`, "rule color-contrast",
			func(b *tab) []string { return b.brokenRules("light") },
		},
		"a field without a label": {
			`<input name="score">`, "rule label",
			func(b *tab) []string { return b.brokenRules("light") },
		},
		"too wide": {
			`<div style="width: 700px">wide</div>`, "390 px are too few for <div",
			func(b *tab) []string { b.size(phone); return b.tooWide() },
		},
		"an exception":          {`<script>missing()</script>`, "an exception: exception \"Uncaught\"", complaints},
		"an error":              {`<script>console.error("oh", {no: 1})</script>`, `the console says error: "oh"`, complaints},
		"a missing file":        {`<img alt="" src="/missing.png">`, "the browser logs error: Failed to load resource", complaints},
		"another host":          {`<img alt="" src="http://other.invalid/a.png">`, "a request to another host: http://other.invalid/a.png", complaints},
		"against the policy":    {`<base href="/"><iframe src="/quiet"></iframe>`, "frame-src", complaints},
		"a complaint of policy": {`<object data="/quiet"></object>`, "object-src", complaints},
	} {
		t.Run(name, func(t *testing.T) {
			running.browser(t)
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				if req.URL.Path != "/" {
					http.NotFound(w, req)
					return
				}
				w.Header().Set("Content-Security-Policy", "frame-src 'none'; object-src 'none'")
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte(before + test.page + "</main></html>"))
			}))
			t.Cleanup(srv.Close)
			b := open(t, srv.URL)
			b.visit(srv.URL + "/")
			if strings.HasPrefix(test.want, "rule") && axe == "" {
				t.Skip("no axe-core")
			}
			require.Contains(t, strings.Join(test.look(b), "\n"), test.want)
			b.watch.take()
		})
	}
}

// before is what a page has before its mistake.
const before = `<!DOCTYPE html><html lang="en"><title>Mistake</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><main>`

// complaints waits until the browser has told what it has to tell, and returns it.
func complaints(b *tab) []string {
	b.t.Helper()
	for range 100 {
		value[int](b, `new Promise((resolve) => setTimeout(resolve, 20, 1))`, promised)
		if bad := b.watch.take(); len(bad) > 0 {
			return bad
		}
	}
	return nil
}
