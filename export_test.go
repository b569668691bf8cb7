package tourney

import "os"

// ByID is the parameter struct of the detail operations, which callers never see.
type ByID = byID

// Decode decodes an answer like the client.
func Decode(f Format, body []byte, out any) error {
	return (syntax{Format: f}).decode(body, out, "", 0)
}

// MemoryOf returns the client's memory limit for one answer.
func MemoryOf(c *Client) int64 { return shared(c).config.memory() }

// WriteTemporary writes the temporary file of a WatchFile.
func WriteTemporary(path string, data []byte) (*os.File, error) { return watchFile(path).write(data) }

// RemoveOld removes a file by the rule of systems that do not tell whether a program is writing to it.
func RemoveOld(path string) { removeOld(path) }

// KeepWonBy returns a function that restores the pairs that are known now.
func KeepWonBy() (restore func()) {
	pairs := wonByPairs.Load()
	return func() { wonByPairs.Store(pairs) }
}
