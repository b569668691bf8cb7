// Command static is a plain file server, with which the command mock compares the program mockserver. It serves a
// folder on a free port of this machine, and prints its URL.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, "static:", err)
		os.Exit(1)
	}
	fmt.Fprintf(os.Stdout, "http://%s\n", listener.Addr())
	server := &http.Server{Handler: http.FileServer(http.Dir(os.Args[1])), ReadHeaderTimeout: time.Minute}
	if err := server.Serve(listener); err != nil {
		fmt.Fprintln(os.Stderr, "static:", err)
		os.Exit(1)
	}
}
