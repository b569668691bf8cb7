// Package browser opens the console of the mock in Chromium, as people do, and looks at what they see.
//
// Without Chromium all tests are skipped, and without axe-core those of accessibility. The step browser of .ci/run
// installs both. The environment variable CHROMIUM names the browser, and AXE the file axe.min.js.
package browser
