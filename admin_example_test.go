package tourney_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/fault"
)

// The code of docs/admin.md. A test compares the page with this file.

func TestAdminPageStart(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, mockserver.AdminAPI())
	far, err := mockserver.Remote(srv.URL())
	require.NoError(t, err)
	defer far.Close()
	require.Equal(t, srv.Info(), far.Info())
}

// losePayment makes a mock that runs beside the program lose the answer to the next payment.
func losePayment(at string) (*tourney.Client, error) {
	srv, err := mockserver.Remote(at)
	if err != nil {
		return nil, err
	}
	srv.Faults.Add(fault.On("Payments.Pay").Nth(1).AfterCommit().Drop())
	return srv.Client(tourney.WithRetry(tourney.Retry{})), nil
}

func Example_remote() {
	mock, err := mockserver.New(tourney.Soccer, mockserver.AdminAPI())
	if err != nil {
		fmt.Println(err)
		return
	}
	beside := httptest.NewServer(mock) // it stands for the program mockserver
	defer beside.Close()
	client, err := losePayment(beside.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = client.Payments.Pay(context.Background(), payment())
	fmt.Println(err != nil, len(mock.Payments.All()))
	// Output:
	// true 1
}
