package answers

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/internal/mocktest"
	"github.com/tourney-go/tourney/secret"
)

func TestAuthenticate(t *testing.T) {
	srv := mocktest.Empty(t, tourney.Soccer)
	body := mocktest.Accept(t, srv, "POST", "/api/v1/authenticate", `{"username":"director","PASSWORD":"let-me-in"}`)
	require.JSONEq(t, `{"Id":90001,"Email":"director@example.com","ApiKey":"`+base64.StdEncoding.EncodeToString([]byte("mock-api-key"))+
		`","ApiSecretKey":"`+base64.StdEncoding.EncodeToString([]byte("mock-api-secret-not-real"))+`"}`, body)
}

func TestAuthenticateWithAnAccount(t *testing.T) {
	want := tourney.Account{
		ID: 7, Email: "pat@example.com",
		Credentials: auth.Credentials{APIKey: "key/+", APISecret: secret.New("\x00\xff not text")},
	}
	srv := mocktest.Empty(t, tourney.Soccer, mockserver.Account("pat", "pass", want), mockserver.RequireAuth(auth.HMAC{}))
	got, err := srv.Client().Authenticate(t.Context(), "pat", "pass")
	require.NoError(t, err)
	require.Equal(t, want, got)
	_, err = srv.Client().Venues.List(t.Context(), tourney.VenueListOptions{})
	require.NoError(t, err, "the client has the keys of the account")
	_, err = srv.Client().Authenticate(t.Context(), mockserver.DefaultUsername, mockserver.DefaultPassword)
	require.ErrorIs(t, err, tourney.ErrUnauthorized, "the account was replaced")
}
