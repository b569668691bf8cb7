package envelope_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/envelope"
)

func TestOf(t *testing.T) {
	type known struct {
		contentType, body string
		want              envelope.Syntax
	}
	for _, tc := range []known{
		{"application/json", "", envelope.Syntax{}},
		{"text/json; charset=utf-8", "", envelope.Syntax{}},
		{"application/problem+json", "", envelope.Syntax{}},
		{"application/xml", "", envelope.Syntax{XML: true}},
		{"text/xml; charset=UTF-8", "", envelope.Syntax{XML: true, UTF8: true}},
		{"", "  {}", envelope.Syntax{}},
		{"", "\ufeff<?xml version='1.0'?>", envelope.Syntax{XML: true}},
		{"", "<Response/>", envelope.Syntax{XML: true}},
		{"", "", envelope.Syntax{}},
	} {
		got, err := envelope.SyntaxOf(tc.contentType, []byte(tc.body))
		require.NoError(t, err, tc)
		require.Equal(t, tc.want, got, tc)
	}
	for contentType, body := range map[string]string{"text/html": "{}", "application/xhtml+xml": "", "": "<html>"} {
		_, err := envelope.SyntaxOf(contentType, []byte(body))
		require.ErrorIs(t, err, envelope.ErrUnknownSyntax, contentType)
	}
}

func TestMemory(t *testing.T) {
	var out struct{ Errors []int }
	err := envelope.Syntax{}.Decode([]byte(`{"Errors":[1,2,3,4,5,6,7,8,9]}`), &out, "", 8)
	require.ErrorIs(t, err, envelope.ErrMemory)
	require.True(t, envelope.IsBeyondMemory(err, "Errors"))
	require.False(t, envelope.IsBeyondMemory(err, "Error"))
}
