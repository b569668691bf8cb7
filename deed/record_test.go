package deed

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/reconcile"
)

var (
	underWay = record{Format: 1, Input: "ab12", Until: 1764380000000, Memo: &memo{Note: reconcile.Note{
		Version: 2, Op: "Payments.Pay", Host: "soccer.example.com", TeamID: 7, Pays: true, Paid: new(false),
		Rows: map[int64]uint32{7: 99},
	}, TransactionID: "TX-1"}}
	finished = record{Format: 1, Input: "ab12", Done: &Done{ID: 7, TransactionID: "TX-1"}}
)

// TestStoredForms: a program reads what an older one has stored, and refuses what it cannot read.
func TestStoredForms(t *testing.T) {
	for text, want := range map[string]any{
		`{"Format":1,"Input":"ab12","Until":1764380000000,"Memo":{"Note":{"Version":2,"Op":"Payments.Pay",` +
			`"Host":"soccer.example.com","TeamId":7,"Pays":true,"Paid":false,"Rows":{"7":99}},"TransactionId":"TX-1"}}`: underWay,
		`{"Format":1,"Input":"ab12","Done":{"Id":7,"TransactionId":"TX-1"}}`: finished,
		`{"Format":2,"Input":{"Sum":"ab12"},"Memo":"x"}`:                     "wrote it, in format 2: expected at most 1",
		`{"Format":1}`: "it is no record of a deed",
		`{"Format":1,"Input":"ab12","Memo":{},"Done":{}}`: "it is no record of a deed",
		`{"Format":1,"Input":"ab12","Done":{"Id":"7"}`:    "unexpected end",
		``: "unexpected end",
	} {
		got, err := decode([]byte(text))
		if message, refused := want.(string); refused {
			require.ErrorContains(t, err, message, text)
			require.Zero(t, got)
			continue
		}
		require.NoError(t, err, text)
		require.Empty(t, cmp.Diff(want, got))
		again, err := json.Marshal(got)
		require.NoError(t, err)
		require.Equal(t, text, string(again))
	}
	path := filepath.Join(t.TempDir(), "deeds.json")
	for text, want := range map[string]string{
		"": "unexpected end", "{}": "it has the format 0", `{"Format":2,"Deeds":{}}`: "it has the format 2", "[]": "cannot unmarshal",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		store, err := File(path)
		require.NoError(t, err)
		_, _, err = store.Load(t.Context(), "form-1")
		require.ErrorContains(t, err, want)
		_, err = store.Create(t.Context(), "form-1", Record{Version: "A"}, time.Hour)
		require.ErrorContains(t, err, want)
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(kept))
	}
}

// FuzzRecord: a damaged record is an error or means the same when it is written again. It never means that there is none.
func FuzzRecord(f *testing.F) {
	for _, r := range []record{underWay, finished, {Format: 9}} {
		data, err := json.Marshal(r)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decode(data)
		if err != nil {
			require.Zero(t, r)
			return
		}
		require.NotEmpty(t, r.Input)
		first, err := json.Marshal(r)
		require.NoError(t, err)
		again, err := decode(first)
		require.NoError(t, err)
		second, err := json.Marshal(again)
		require.NoError(t, err)
		require.True(t, bytes.Equal(first, second))
	})
}
