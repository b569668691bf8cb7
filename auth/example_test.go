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

// The code of docs/hosts.md. A test compares the page with this file.

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

// The names of the headers are those of the host.
func ExampleHeader() {
	signer := auth.Header{Key: "X-Api-Key", Secret: "X-Api-Secret"}
	srv, err := mockserver.New(tourney.Soccer, mockserver.RequireAuth(signer)) // it compares what comes
	if err != nil {
		fmt.Println(err)
		return
	}
	keys, _ := srv.Accounts.Keys(mockserver.DefaultUsername)
	signed := srv.Client(tourney.WithSigner(signer), tourney.WithCredentials(keys))
	_, err = signed.Teams.Get(context.Background(), 4001)
	fmt.Println(err)
	other := srv.Client(tourney.WithSigner(signer), tourney.WithCredentials(auth.Credentials{APIKey: keys.APIKey}))
	_, err = other.Teams.Get(context.Background(), 4001)
	fmt.Println(errors.Is(err, tourney.ErrUnauthorized))
	// Output:
	// <nil>
	// true
}

// Every proxy on the way sees the address, with the keys in it.
func ExampleQuery() {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "https://soccer.example.com/api/v1/events", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = auth.Query{Key: "key", Secret: "secret"}.Sign(req, auth.Credentials{APIKey: "k", APISecret: secret.New("s")})
	fmt.Println(req.URL, err)
	// Output:
	// https://soccer.example.com/api/v1/events?key=k&secret=s <nil>
}

// Keys as a host issues them, with padding or without.
func ExampleDecode() {
	keys, err := auth.Decode("bW9jay1hcGkta2V5", "c2VjcmV0")
	fmt.Println(keys, keys.APISecret.Reveal() == "secret", err)
	// Output:
	// {mock-api-key [redacted]} true <nil>
}
