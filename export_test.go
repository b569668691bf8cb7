package tourney

import "os"

// ByID is the parameter struct of the detail operations, which callers never see.
type ByID = byID

// Decode is how the client reads an answer.
func Decode(f Format, body []byte, out any) error { return f.decode(body, out, "", 0) }

// MemoryOf returns how much memory an answer may take.
func MemoryOf(c *Client) int64 { return c.core.config.memory() }

// WriteBeside does what a WatchFile does before it replaces the file, and returns the file beside.
func WriteBeside(path string, data []byte) (*os.File, error) { return watchFile(path).write(data) }

// RemoveOld removes a file as systems do that do not tell whether somebody has it open.
func RemoveOld(path string) { removeOld(path) }

// KeepWonBy returns what brings back the pairs that are known now.
func KeepWonBy() (restore func()) {
	pairs := wonByPairs.Load()
	return func() { wonByPairs.Store(pairs) }
}
