package mockserver

import (
	"slices"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/listen"
	"github.com/tourney-go/tourney/mockserver/internal/refusal"
)

// Start returns a server that listens on a free loopback port until the test ends. If the test fails, its log shows the
// last requests, what was wrong with each, and the faults that fired.
func Start(t TB, h tourney.Host, opts ...Option) *Server {
	t.Helper()
	s, err := New(h, append(slices.Clip(opts), logNotes(t.Logf))...)
	if err != nil {
		t.Fatalf("mockserver.Start: %s", refusal.WithoutPackage(err))
		return nil
	}
	if err := s.Listen("127.0.0.1:0"); err != nil {
		t.Fatalf("mockserver.Start: %s", refusal.WithoutPackage(err))
		return nil
	}
	inner(s).endWith(t)
	return s
}

// endWith closes the server when a test ends.
func (s *server) endWith(t TB) {
	t.Cleanup(func() {
		if !s.close() {
			t.Logf("mockserver: a request was still under way %v after Close: a function of the test hangs", listen.CloseTime)
		}
		if t.Failed() {
			t.Logf("%s", reportOf(s.journal))
		}
	})
}
