package console_test

import (
	"context"
	"fmt"
	"net/http"

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
