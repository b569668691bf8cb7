package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/fleet"
)

// exampleFleet returns a fleet whose Redis is down, and a function that closes it.
func exampleFleet() (*fleet.Fleet, func()) {
	down := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", ContextTimeoutEnabled: true, MaxRetries: -1})
	f, err := fleet.New(down, "https://soccer.example.com", "director", fleet.Options{Timeout: 100 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	return f, func() { _ = down.Close() }
}

func ExampleFleet_Keys() {
	f, done := exampleFleet()
	defer done()
	seal := []byte("made by crypto/rand, kept secret")
	client, err := sharingKeys(f, seal, "a password from the environment")
	fmt.Println(client != nil, err)
	// Output: true <nil>
}

func sharingKeys(f *fleet.Fleet, seal []byte, password string) (*tourney.Client, error) {
	store, err := f.Keys(seal) // 32 random bytes, the same in all processes
	if err != nil {
		return nil, err
	}
	return tourney.New("https://soccer.example.com", tourney.Soccer,
		tourney.WithSigner(auth.HMAC{}), tourney.WithLogin("director", password), tourney.WithKeyStore(store))
}

// Without Redis nothing is sent.
func ExampleFleet_Deeds() {
	ctx := context.Background()
	f, done := exampleFleet()
	defer done()
	client, err := tourney.New("https://soccer.example.com", tourney.Soccer)
	if err != nil {
		fmt.Println(err)
		return
	}
	payment := tourney.PaymentInput{
		TeamID: 4001, EnableCreditCard: new(false), Payment: &tourney.PaymentDetailsInput{PriceID: 1},
	}
	err = payOnce(ctx, f, client, payment)
	fmt.Println(errors.Is(err, fleet.ErrRedis))
	// Output: true
}

func payOnce(ctx context.Context, f *fleet.Fleet, client *tourney.Client, payment tourney.PaymentInput) error {
	store := f.Deeds(0) // or 1, so that a failover to a replica does not lose a note
	paid, err := deed.Once(ctx, store, "order-17/fee", client, payment, deed.Options{Settle: time.Minute})
	if err == nil {
		fmt.Println(paid.TransactionID, paid.Earlier)
	}
	return err
}
