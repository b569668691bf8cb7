//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package tempfile

import "os"

func removeAbandoned(string) (known bool) { return false }

// Lock opens a file for reading and writing, which it makes if there is none.
func Lock(path string) (*os.File, error) { return os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) }

func mayPass(error) bool { return false }

// Rename gives a file another name, in place of a file with that name.
func Rename(from, to string) error { return os.Rename(from, to) }
