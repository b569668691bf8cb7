package console

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"sync"
)

// Stranger is the page for a browser that the mock does not let in: under a name of the host that it does not know,
// from a page of another origin, or to a session that has ended. It needs no other answer of the mock, which would
// refuse those too, and tells nothing of what the mock holds.
type Stranger struct {
	Status int
	Texts  []string
	Home   string // the path of a console that the browser may open; "" for none
}

// Page returns the page, and the policy that lets a browser use its style and nothing else.
func (s *Stranger) Page() (page []byte, policy string) {
	style, hash := strangerStyle()
	texts := make([]string, len(s.Texts))
	for i, text := range s.Texts {
		texts[i] = capital(text)
	}
	var b bytes.Buffer
	_ = strangerPage().Execute(&b, map[string]any{ // a buffer takes all, and the template has no other error
		"Title": http.StatusText(s.Status), "Texts": texts, "Home": s.Home, "Style": style,
	})
	return b.Bytes(), "default-src 'none'; style-src 'sha256-" + hash + "'; base-uri 'none'; frame-ancestors 'none'"
}

var strangerPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("stranger.html").Funcs(functions).ParseFS(htmlFiles, "html/stranger.html"))
})

// strangerStyle returns the style of all pages to stand in a page, and its hash for the policy.
var strangerStyle = sync.OnceValues(func() (style template.CSS, hash string) {
	data, _ := assetFiles.ReadFile("assets/console.css") // the folder is embedded
	sum := sha256.Sum256(data)
	return template.CSS(data), base64.StdEncoding.EncodeToString(sum[:]) //nolint:gosec // the style is our own
})
