package console

import (
	"crypto/sha256"
	"encoding/base64"
	"sync"

	"github.com/a-h/templ"
)

// stranger is the page for a browser that the mock refuses: because of an unknown host name, a page of another
// origin, or a session that has ended. The page loads nothing else from the mock, because the mock would refuse that
// too. It shows no data of the mock.
type stranger struct {
	Status int
	Texts  []string
	Home   string // the path of a console that the browser may open; "" for none
}

// refusal returns the page, and a Content-Security-Policy that allows only the style in the page.
func refusal(status int, texts []string, home string) (page []byte, policy string) {
	page, _ = written((&stranger{status, texts, home}).page()) // writing to a buffer never fails
	return page, "default-src 'none'; style-src 'sha256-" + styleHash() + "'; base-uri 'none'; frame-ancestors 'none'"
}

// styleText returns the style sheet of all pages.
func styleText() string {
	data, _ := assetFiles.ReadFile("assets/console.css") // the folder is embedded
	return string(data)
}

// styleHash returns the hash of the style sheet for the Content-Security-Policy.
var styleHash = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(styleText()))
	return base64.StdEncoding.EncodeToString(sum[:])
})

// style puts a style sheet into a page. It does not escape the style sheet, so the style sheet must contain no value
// from outside.
func style(css string) templ.Component { return templ.Raw("<style>" + css + "</style>") }
