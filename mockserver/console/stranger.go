package console

import (
	"crypto/sha256"
	"encoding/base64"
	"sync"

	"github.com/a-h/templ"
)

// stranger is the page for a browser that the mock does not let in: under an unknown host name, from a page of another
// origin, or to a session that has ended. The page loads nothing else from the mock, which would refuse that too, and
// it shows nothing that the mock holds.
type stranger struct {
	Status int
	Texts  []string
	Home   string // the path of a console that the browser may open; "" for none
}

// refusal returns the page, and the policy that lets a browser use only the style of the page.
func refusal(status int, texts []string, home string) (page []byte, policy string) {
	page, _ = written((&stranger{status, texts, home}).page()) // writing to a buffer never fails
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

// style is a style in a page. It is not escaped, so it must contain no value from outside.
func style(css string) templ.Component { return templ.Raw("<style>" + css + "</style>") }
