//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import "os"

// terminalWidth returns 0: the width of the terminal is not known.
func terminalWidth(*os.File) int { return 0 }
