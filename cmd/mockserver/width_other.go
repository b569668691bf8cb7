//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import "os"

// terminalWidth returns 0, because on this system the program cannot find out the width of a terminal.
func terminalWidth(*os.File) int { return 0 }
