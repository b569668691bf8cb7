package tourney

// ByID is the parameter struct of the detail operations, which callers never see.
type ByID = byID

// Decode is how the client reads an answer.
func Decode(f Format, body []byte, out any) error { return f.decode(body, out, "", 0) }

// MemoryOf returns how much memory an answer may take.
func MemoryOf(c *Client) int64 { return c.core.config.memory() }

// KeepWonBy returns what brings back the pairs that are known now.
func KeepWonBy() (restore func()) {
	pairs := wonByPairs.Load()
	return func() { wonByPairs.Store(pairs) }
}
