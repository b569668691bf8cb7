package syntax_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney/internal/syntax"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOf(t *testing.T) {
	type known struct {
		contentType, body string
		want              syntax.Syntax
	}
	for _, tc := range []known{
		{"application/json", "", syntax.Syntax{}},
		{"text/json; charset=utf-8", "", syntax.Syntax{}},
		{"application/problem+json", "", syntax.Syntax{}},
		{"application/xml", "", syntax.Syntax{XML: true}},
		{"text/xml; charset=UTF-8", "", syntax.Syntax{XML: true, UTF8: true}},
		{"", "  {}", syntax.Syntax{}},
		{"", "\ufeff<?xml version='1.0'?>", syntax.Syntax{XML: true}},
		{"", "<Response/>", syntax.Syntax{XML: true}},
		{"", "", syntax.Syntax{}},
	} {
		got, err := syntax.Of(tc.contentType, []byte(tc.body))
		require.NoError(t, err, tc)
		require.Equal(t, tc.want, got, tc)
	}
	for contentType, body := range map[string]string{"text/html": "{}", "application/xhtml+xml": "", "": "<html>"} {
		_, err := syntax.Of(contentType, []byte(body))
		require.ErrorIs(t, err, syntax.ErrUnknown, contentType)
	}
}

func TestMemory(t *testing.T) {
	var out struct{ Errors []int }
	err := syntax.Syntax{}.Decode([]byte(`{"Errors":[1,2,3,4,5,6,7,8,9]}`), &out, "", 8)
	require.ErrorIs(t, err, syntax.ErrMemory)
	require.True(t, syntax.IsBeyondMemory(err, "Errors"))
	require.False(t, syntax.IsBeyondMemory(err, "Error"))
}
