package jsoncodec_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/codectest"
	"github.com/tourney-go/tourney/internal/jsoncodec"
)

func BenchmarkUnmarshal(b *testing.B) {
	body, err := jsoncodec.Marshal(codectest.PlayersPage())
	require.NoError(b, err)
	b.Run("jsoncodec", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			var p page
			if err := jsoncodec.Unmarshal(body, &p, jsoncodec.Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-json", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			var p page
			if err := json.Unmarshal(body, &p); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkMarshal(b *testing.B) {
	p := codectest.PlayersPage()
	b.Run("jsoncodec", func(b *testing.B) {
		var dst []byte
		var err error
		b.ReportAllocs()
		for b.Loop() {
			if dst, err = jsoncodec.Append(dst[:0], &p); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(dst)))
	})
	b.Run("encoding-json", func(b *testing.B) {
		var dst bytes.Buffer
		b.ReportAllocs()
		for b.Loop() {
			dst.Reset()
			if err := json.NewEncoder(&dst).Encode(&p); err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(dst.Len()))
	})
}
