package xmlwire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/xmlwire"
)

func TestConcealed(t *testing.T) {
	const declared = `xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`
	for body, want := range map[string]bool{
		`<R><A>1</A></R>`: false,
		`<?xml version="1.1" encoding="UTF-8"?><R ` + declared + `><A i:nil="true"/><B><![CDATA[x]]>&amp;</B></R>`: false,
		`<?xml version="1.2"?><R/>`: true,
		`<R><!-- x --></R>`:         true,
		`<R/><!-- x -->`:            true,
		`<R><A>1<?x y?></A></R>`:    true,
		`<R x="y"/>`:                true,
		`<R><A x=""/></R>`:          true,
		`<R xmlns="x"/>`:            true,
		`<x:R xmlns:x="y"/>`:        true,
		`<R ` + declared + `><A i:nil="true">x</A></R>`: true,
		`<R ` + declared + `><A i:nil="true"></A></R>`:  false,
	} {
		concealed := !want
		_, _, err := xmlwire.ParseNode([]byte(body), xmlwire.Limits{Concealed: &concealed})
		require.NoError(t, err, body)
		require.Equal(t, want, concealed, body)
	}
}
