// Package lazyregexp compiles regular expressions when they are first needed. Most programs that import a package need
// few of its expressions, and all compiled at their start took a tenth of a millisecond of it.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that returns the compiled expression. The function panics if the text is no expression.
func New(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
