package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/secret"
)

// The code of docs/authentication.md. A test compares the page with this file.

func Example_login() {
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithSigner(auth.HMAC{}),
		tourney.WithLogin("director", "password"),
	)
	fmt.Println(client.Variant(), err)
	// Output:
	// soccer <nil>
}

// A client with keys of its own, whose host then issues others.
func Example() {
	ctx := context.Background()
	srv, err := mockserver.New(tourney.Soccer, mockserver.RequireAuth(auth.HMAC{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	account, err := srv.Client().Authenticate(ctx, mockserver.DefaultUsername, mockserver.DefaultPassword)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := srv.Client(tourney.WithSigner(auth.HMAC{}), tourney.WithCredentials(account.Credentials))
	_, err = client.Teams.Get(ctx, 4001)
	fmt.Println(account.Credentials, err)

	keys := srv.Accounts.RotateKeys(mockserver.DefaultUsername)
	_, err = client.Teams.Get(ctx, 4001)
	fmt.Println("refused:", errors.Is(err, tourney.ErrUnauthorized))

	if client, err = client.With(tourney.WithCredentials(keys)); err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Teams.Get(ctx, 4001)
	fmt.Println("with the new keys:", err)
	// Output:
	// {mock-api-key [redacted]} <nil>
	// refused: true
	// with the new keys: <nil>
}

// bearer is a Signer for a host that wants the secret in a header of its own form.
type bearer struct{}

func (bearer) Sign(req *http.Request, keys auth.Credentials) error {
	req.Header.Set("Authorization", "Bearer "+keys.APISecret.Reveal())
	return nil
}

func ExampleSigner() {
	_, err := tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithCredentials(auth.Credentials{APIKey: "key", APISecret: secret.New("secret")}),
		tourney.WithSigner(bearer{}))
	fmt.Println(err)
	// Output:
	// <nil>
}

func ExampleHMAC() {
	signer := auth.HMAC{Now: func() time.Time { return time.Date(2012, 9, 27, 20, 33, 55, 356445300, time.UTC) }}
	keys := auth.Credentials{APIKey: "apikeyforaccount", APISecret: secret.New("apisecretkeyforaccount")}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "https://soccer.example.com/api/v1/events?page=2", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := signer.Sign(req, keys); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(req.Header.Get("Timestamp"))
	fmt.Println(req.Header.Get("Authentication"))
	// Output:
	// 2012-09-27T20:33:55.3564453Z
	// apikeyforaccount.LPtnmmZMu8wRvlTgenFTOxlwcuiGLsGQ0Jxy0BQYYxY=
}
