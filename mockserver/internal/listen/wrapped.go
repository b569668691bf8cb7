package listen

import (
	"errors"
	"net/http"
	"slices"
)

// Wrapped returns a handler within those of the option Wrap, nil when there are none. The first is the outermost.
func Wrapped(h http.Handler, wraps []func(http.Handler) http.Handler) (http.Handler, error) {
	if len(wraps) == 0 {
		return nil, nil //nolint:nilnil // there is no handler and no error
	}
	for _, wrap := range slices.Backward(wraps) {
		if h = wrap(h); h == nil {
			return nil, errors.New("mockserver: Wrap: the function returned no handler")
		}
	}
	return h, nil
}
