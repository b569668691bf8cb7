package console_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/console"
)

func ExampleServe() {
	srv, err := mockserver.New(tourney.Soccer, console.Serve())
	if err != nil {
		fmt.Println(err)
		return
	}
	client := http.Client{Transport: srv} // a browser opens this path of a server that listens
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, srv.URL()+"/_mock/console/", http.NoBody)
	if err != nil {
		fmt.Println(err)
		return
	}
	page, err := client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(page.Status, page.Header.Get("Content-Type"), page.Body.Close())
	// Output:
	// 200 OK text/html; charset=utf-8 <nil>
}

// TestConsolePageStart runs the code of docs/mockserver.md. A test compares the page with this file.
func TestConsolePageStart(t *testing.T) {
	srv := mockserver.Start(t, tourney.Soccer, console.Serve())
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, srv.URL()+"/_mock/console/", http.NoBody)
	require.NoError(t, err)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	require.NoError(t, err)
	page, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.Contains(t, string(page), "<h1>Requests</h1>")
}
