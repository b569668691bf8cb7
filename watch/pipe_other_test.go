//go:build !(darwin || freebsd || linux || netbsd || openbsd)

package watch_test

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
