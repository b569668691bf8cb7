package mockserver

// TB is the part of *testing.T, *testing.B and *testing.F that Start needs.
type TB interface {
	Helper()
	Cleanup(func())
	Failed() bool
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}
