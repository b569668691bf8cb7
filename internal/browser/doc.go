// Package browser opens the console of the mock in Chromium, as people do, and looks at what they see. It is a module
// of its own, because no user needs a browser to run the other tests.
//
// Without Chromium all tests are skipped, and without axe-core those of accessibility. The step browser of .ci/run
// installs both. The environment variable CHROMIUM names the browser, and AXE the file axe.min.js.
package browser
