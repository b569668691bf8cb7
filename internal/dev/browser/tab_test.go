package browser

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// limit is how long a page may take to show what a test waits for, on a machine with much else to do.
const limit = 30 * time.Second

// tab is a tab of the browser.
type tab struct {
	t     *testing.T
	ctx   context.Context
	watch *watch
}

// open opens a tab with cookies of its own. It may ask the hosts of these addresses alone. The end of the test closes
// it, and fails the test for everything that the browser complained about.
func open(t *testing.T, addresses ...string) *tab {
	t.Helper()
	var hosts []string
	for _, address := range addresses {
		u, err := url.Parse(address)
		require.NoError(t, err)
		hosts = append(hosts, u.Host)
	}
	ctx, cancel := chromedp.NewContext(running.browser(t), chromedp.WithNewBrowserContext())
	b := &tab{t: t, ctx: ctx, watch: newWatch(hosts)}
	t.Cleanup(func() {
		if t.Failed() {
			b.picture("failed")
		}
		cancel()
		b.wantQuiet()
	})
	require.NoError(t, chromedp.Listen(ctx, b.watch.see), "opening a tab")
	send(b, audits.Enable, cdp.Empty{})
	send(b, log.Enable, cdp.Empty{})
	send(b, network.Enable, network.EnableParams{})
	send(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	b.light()
	b.size(wide)
	return b
}

// of returns the tab for another test, which it fails.
func (b *tab) of(t *testing.T) *tab {
	t.Helper()
	return &tab{t: t, ctx: b.ctx, watch: b.watch}
}

// run runs actions, and fails the test when one of them fails.
func (b *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	require.NoError(b.t, chromedp.Do(ctx, actions...), "on %s", b.watch.address())
}

// send sends a command to the tab, and returns its result.
func send[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	require.NoError(b.t, err, "%s on %s", command.Method, b.watch.address())
	return result
}

// visit opens an address, and waits until it is loaded.
func (b *tab) visit(address string) {
	b.t.Helper()
	b.watch.visits(address)
	b.run(chromedp.Navigate(address))
}

// value evaluates an expression in the page.
func value[T any](b *tab, expression string, options ...chromedp.EvaluateOption) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, options...))
	require.NoError(b.t, err, "on %s: %s", b.watch.address(), expression)
	return got
}

// wait waits until an expression is true in the page, which may be replaced by another one in the meantime.
func (b *tab) wait(what, expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	asked := fmt.Sprintf(waiting, expression)
	for {
		held, err := chromedp.Run(ctx, chromedp.Evaluate[bool](asked, chromedp.EvalAwaitPromise))
		if err == nil && held {
			return
		}
		gone := errors.As(err, new(*cdproto.Error)) // the page was replaced in the meantime
		if ctx.Err() != nil || err != nil && !gone {
			b.picture("waiting")
			require.Fail(b.t, "waited in vain", "for %s\non %s\nexpression: %s\nerror: %v\npage: %s",
				what, b.watch.address(), expression, err, b.text("body"))
		}
	}
}

// waiting looks again at each change of the page, for a second. The caller asks again.
const waiting = `new Promise((resolve) => {
	const holds = () => { try { return Boolean(%s); } catch { return false; } };
	if (document.readyState === "complete" && holds()) return resolve(true);
	const end = (held) => { watcher.disconnect(); clearInterval(timer); clearTimeout(last); resolve(held); };
	const look = () => { if (document.readyState === "complete" && holds()) end(true); };
	const watcher = new MutationObserver(look);
	watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	const timer = setInterval(look, 50);
	const last = setTimeout(() => end(false), 1000);
})`

// promised makes an evaluation wait for a promise.
var promised = chromedp.EvalAwaitPromise

// shows waits until an element shows a text.
func (b *tab) shows(selector, text string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("%q in %s", text, selector), fmt.Sprintf(
		`[...document.querySelectorAll(%q)].some((e) => e.checkVisibility() && e.innerText.replace(/\s+/g, " ").includes(%q))`,
		selector, text))
}

// becomes waits until an element shows a text and nothing else.
func (b *tab) becomes(selector, text string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("%q as all of %s", text, selector), fmt.Sprintf("%s === %q", textOf(selector), text))
}

// changes waits until an element shows another text, and returns that.
func (b *tab) changes(selector, before string) string {
	b.t.Helper()
	b.wait("another text of "+selector, fmt.Sprintf("%s !== %q", textOf(selector), before))
	return b.text(selector)
}

// textOf returns the expression for the text that an element shows.
func textOf(selector string) string {
	return fmt.Sprintf(`(document.querySelector(%q)?.innerText || "").replace(/\s+/g, " ")`, selector)
}

// text returns the text that an element shows, "" without such an element.
func (b *tab) text(selector string) string {
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[string](textOf(selector)))
	if err != nil {
		return err.Error()
	}
	return got
}

// click waits for an element, brings it into view and clicks on it.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.wait(selector, fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, selector))
	b.run(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// leave does what makes the browser load a page, and waits until that page is there.
func (b *tab) leave(do func()) {
	b.t.Helper()
	b.mark()
	do()
	b.wait("the next page", `!window.isBefore`)
}

// mark marks the page that is open, so that the next one is told from it.
func (b *tab) mark() {
	b.t.Helper()
	b.run(chromedp.Evaluate[chromedp.Void](`window.isBefore = true`))
}

// stays does something that must not load a page.
func (b *tab) stays(do func()) {
	b.t.Helper()
	b.mark()
	do()
	b.wasNotLoaded()
}

// wasNotLoaded fails the test when a page was loaded since the last mark.
func (b *tab) wasNotLoaded() {
	b.t.Helper()
	require.True(b.t, value[bool](b, `window.isBefore === true`), "%s was loaded again", b.watch.address())
}

// The widths at which people look.
const (
	phone  = 390
	tablet = 768
	wide   = 1280
)

// size sets the width of the window.
func (b *tab) size(width int64) {
	b.t.Helper()
	send(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: 900, DeviceScaleFactor: 1, Mobile: width == phone,
	})
}

// light and dark set the mode. Nothing moves in either, so that colours are the last ones when they are looked at.
func (b *tab) light() { b.t.Helper(); b.mode("light") }
func (b *tab) dark()  { b.t.Helper(); b.mode("dark") }

func (b *tab) mode(name string) {
	b.t.Helper()
	send(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// scripts lets the scripts of the pages run, or not.
func (b *tab) scripts(run bool) {
	b.t.Helper()
	send(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !run})
}

// picture keeps a picture of the whole page in the folder of the test's artefacts, and logs where.
func (b *tab) picture(name string) {
	ctx, cancel := context.WithTimeout(b.ctx, limit)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Logf("no picture of %s: %v", b.watch.address(), err)
		return
	}
	path := filepath.Join(b.t.ArtifactDir(), odd.ReplaceAllString(name, "-")+".png")
	if err := os.WriteFile(path, png, 0o600); err != nil {
		b.t.Logf("no picture of %s: %v", b.watch.address(), err)
		return
	}
	b.t.Logf("picture of %s: %s", b.watch.address(), path)
}

var odd = regexp.MustCompile(`[^A-Za-z0-9.]+`)
