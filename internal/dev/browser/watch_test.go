package browser

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// watch keeps what the browser says about the pages of a tab.
type watch struct {
	hosts []string // that the tab may ask

	mu      sync.Mutex
	here    string         // the page that is open
	refused map[string]int // the statuses of addresses that answer an error on purpose
	bad     []string       // what must not be
}

// newWatch returns a watch that lets a tab ask some hosts.
func newWatch(hosts []string) *watch { return &watch{hosts: hosts, refused: map[string]int{}} }

// see takes an event of the browser.
func (w *watch) see(event any) {
	switch e := event.(type) {
	case *page.EventFrameNavigated:
		if e.Frame.ParentID == "" {
			w.visits(e.Frame.URL)
		}
	case *runtime.EventExceptionThrown:
		w.add("an exception: %s", (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	case *runtime.EventConsoleAPICalled:
		switch e.Type {
		case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
			w.add("the console says %s: %s", e.Type, spoken(e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			w.logs(e.Entry)
		}
	case *audits.EventIssueAdded:
		if e.Issue.Code == audits.InspectorIssueCodeContentSecurityPolicyIssue {
			w.add("the policy forbids something: %+v", e.Issue.Details.ContentSecurityPolicyIssueDetails)
		}
	case *network.EventRequestWillBeSent:
		w.asks(e.Request.URL)
	case *network.EventWebSocketCreated:
		w.asks(e.URL)
	}
}

// spoken returns what a page wrote to the console.
func spoken(args []*runtime.RemoteObject) string {
	var texts []string
	for _, arg := range args {
		texts = append(texts, string(arg.Value)+arg.Description)
	}
	return strings.Join(texts, " ")
}

// logs takes an entry of the browser's log. A page that answers an error on purpose is one.
func (w *watch) logs(entry *log.Entry) {
	w.mu.Lock()
	status := w.refused[entry.URL]
	w.mu.Unlock()
	if status == 0 || !strings.Contains(entry.Text, fmt.Sprint("status of ", status)) {
		w.add("the browser logs %s: %s (%s)", entry.Level, entry.Text, entry.URL)
	}
}

// asks takes a request.
func (w *watch) asks(address string) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		w.add("a request to %q: %v", address, err)
	case u.Scheme == "data", u.Scheme == "about":
	case !slices.Contains(w.hosts, u.Host):
		w.add("a request to another host: %s", address)
	}
}

func (w *watch) add(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := w.here + ": " + fmt.Sprintf(format, args...)
	if !slices.Contains(w.bad, text) {
		w.bad = append(w.bad, text)
	}
}

// visits notes the page that is open.
func (w *watch) visits(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.here = address
}

// address returns the page that is open.
func (w *watch) address() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.here
}

// refuses says that an address answers a status on purpose.
func (w *watch) refuses(address string, status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refused[address] = status
}

// take returns what was bad, and forgets it.
func (w *watch) take() (bad []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	bad, w.bad = w.bad, nil
	return bad
}

// wantQuiet fails the test when the browser complained.
func (b *tab) wantQuiet() {
	b.t.Helper()
	assert.Empty(b.t, b.watch.take(), "the browser complained")
}
