package main

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkParse reads the arguments of a start, which is a part of the time to the first answer.
func BenchmarkParse(b *testing.B) {
	for name, args := range map[string][]string{
		"start": {"--listen", "127.0.0.1:0", "--print-json"}, "serve": {"serve", "--variant", "soccer", "--strict"},
		"other": {"snapshot", "keep", "before", "--url", "http://127.0.0.1:8080"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := parse(args, terminal{io.Discard, io.Discard})
				require.NoError(b, err)
			}
		})
	}
}
