package console

import (
	"crypto/sha256"
	"encoding/base64"
	"sync"

	"github.com/a-h/templ"
)

// stranger is the page for a browser that the mock does not let in: under a name of the host that it does not know,
// from a page of another origin, or to a session that has ended. It needs no other answer of the mock, which would
// refuse those too, and tells nothing of what the mock holds.
type stranger struct {
	Status int
	Texts  []string
	Home   string // the path of a console that the browser may open; "" for none
}

// refusal returns the page, and the policy that lets a browser use its style and nothing else.
func refusal(status int, texts []string, home string) (page []byte, policy string) {
	page, _ = written((&stranger{status, texts, home}).page()) // a buffer takes all, and the page has no other error
	return page, "default-src 'none'; style-src 'sha256-" + styleHash() + "'; base-uri 'none'; frame-ancestors 'none'"
}

// styleText returns the style of all pages.
func styleText() string {
	data, _ := assetFiles.ReadFile("assets/console.css") // the folder is embedded
	return string(data)
}

// styleHash returns the hash of the style for the policy.
var styleHash = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(styleText()))
	return base64.StdEncoding.EncodeToString(sum[:])
})

// style is a style that stands in a page. Nothing escapes it, so it has no value from outside.
func style(css string) templ.Component { return templ.Raw("<style>" + css + "</style>") }
