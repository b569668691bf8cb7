package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// program returns the path of Chromium, "" for none.
func program() string {
	if path, set := os.LookupEnv("CHROMIUM"); set {
		return path
	}
	for _, name := range []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell", "chrome",
	} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// The environment names what .ci/run installs.
var (
	chromium = program()
	axe      = os.Getenv("AXE")
)

func TestMain(m *testing.M) {
	if chromium == "" {
		fmt.Fprintln(os.Stderr, "*** NO CHROMIUM (Debian: chromium, or its path in CHROMIUM): the tests of the console in a browser are SKIPPED")
	} else if axe == "" {
		fmt.Fprintln(os.Stderr, "*** NO AXE-CORE (the path of axe.min.js in AXE): the tests of accessibility are SKIPPED")
	}
	goleak.VerifyTestMain(stopping{m})
}

// stopping runs the tests and stops the browser, which has goroutines until then.
type stopping struct{ *testing.M }

// Run returns the exit status of the tests.
func (s stopping) Run() int {
	defer running.stop()
	return s.M.Run()
}

// shared is the browser that all tests use, each with a profile of its own.
type shared struct {
	once   sync.Once
	ctx    context.Context
	cancel context.CancelFunc
	err    error
}

var running shared

// browser returns the running browser. The first test that wants it starts it.
func (s *shared) browser(t *testing.T) context.Context {
	t.Helper()
	if chromium == "" {
		t.Skip("no Chromium")
	}
	s.once.Do(s.start)
	require.NoError(t, s.err, "starting %s", chromium)
	return s.ctx
}

func (s *shared) start() {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.Flag("lang", "en-US"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // the sandbox refuses to run as root
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	s.ctx, _ = chromedp.NewContext(allocator)
	s.cancel = func() {
		_ = chromedp.Cancel(s.ctx) // the tests are done
		cancel()
	}
	s.err = chromedp.Do(s.ctx)
}

func (s *shared) stop() {
	if s.cancel != nil {
		s.cancel()
	}
}
