package console

// Welcome is what the server says about itself at /, which is what a person opens first.
type Welcome struct {
	Host     string // the name of the profile
	Session  string // "" for the main world
	Base     string // of the interface
	Try      []string
	Sessions string
	Console  string // "" without the console
	Admin    string // "" without the admin API
	Document string // the OpenAPI document, "" without the admin API
}

// Page returns the page for a browser.
func (w *Welcome) Page() []byte {
	page, _ := written(w.page()) // a buffer takes all, and the page has no other error
	return page
}

// welcomeStyle is the style of the page.
const welcomeStyle = ":root{color-scheme:light dark}" +
	"body{font:15px/1.5 system-ui;max-width:40em;margin:2em auto;padding:0 1em}"

// title returns the heading of the page.
func (w *Welcome) title() string { return joined(", session ", "Mock for "+w.Host, w.Session) }
