package mockserver

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// BenchmarkRestart starts a server with the data file of the scenario huge. It reports how many times as long that takes
// as building the rows of the scenario.
func BenchmarkRestart(b *testing.B) {
	const teams = 100_000
	path := filepath.Join(b.TempDir(), "rows.jsonl")
	built := timeOf(func() { hugeServer(b, teams).Close() })
	hugeServer(b, teams, DataFile(path)).Close()
	var read time.Duration
	for b.Loop() {
		runtime.GC()
		read += timeOf(func() { hugeServer(b, teams, DataFile(path)).Close() })
	}
	b.ReportMetric(read.Seconds()/float64(b.N)/built.Seconds(), "of-building")
}

func timeOf(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}
