//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package savefile

import "os"

const syncsFolders = false

// lockContent does nothing: Windows renames no locked file, and other systems have no locks. So a second server with a
// hard link to the file is not detected.
func lockContent(string) (*os.File, error) { return nil, nil }

// mounted does nothing: on these systems no file is a mount of its own. Windows would not remove the second name of a
// file that is open.
func (*File) mounted() error { return nil }
