package fleet_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/fleet"
)

// BenchmarkPermit measures a permit that is due at once beside a bare round trip to Redis, in turns, so that both have
// the same load. Redis has its defaults, which write no file.
func BenchmarkPermit(b *testing.B) {
	s := startRedis(b, "--appendonly", "no")
	client := s.client()
	limit, err := newFleet(b, client, fleet.Options{}).Limit(1e6, time.Second, fleet.LimitOptions{Burst: 1e6})
	require.NoError(b, err)
	var permits, pings []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := client.Ping(b.Context()).Err(); err != nil {
			b.Fatal(err)
		}
		pinged := time.Now()
		if err := limit.Wait(b.Context()); err != nil {
			b.Fatal(err)
		}
		pings, permits = append(pings, pinged.Sub(begun)), append(permits, time.Since(pinged))
	}
	slices.Sort(pings)
	slices.Sort(permits)
	b.ReportMetric(float64(permits[len(permits)/2])/float64(pings[len(pings)/2]), "permit:ping")
}
