// Command mockserver runs the mock of the Sports Event Management Interface as a program, to try the interface with
// curl, from another language, or in a browser. See mockserver --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // such as a port in use
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends a shutdown that hangs
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the program until ctx is done, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	s, err := parse(args)
	if errors.Is(err, errHelp) {
		printHelp(stdout)
		return exitOK
	}
	if err == nil {
		s.mock, err = s.newMock(stdout, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "mockserver: %s\nmockserver --help explains every flag.\n", unprefixed(err))
		return exitUsage
	}
	if err := serve(ctx, s, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "mockserver: %s\n", unprefixed(err))
		return exitFailed
	}
	fmt.Fprintln(stdout, "mockserver: stopped")
	return exitOK
}

// newMock returns a mock with the options of the flags. With --log it logs requests to stdout. It logs to stderr what
// it did to the file of --data.
func (s *settings) newMock(stdout, stderr io.Writer) (*mockserver.Server, error) {
	opts := []mockserver.Option{
		mockserver.Scenario(s.scenario), mockserver.Seed(s.seed),
		mockserver.Account(s.username, s.password, tourney.Account{ID: 90001, Email: "director@example.com"}),
	}
	if s.size != 0 {
		opts = append(opts, mockserver.ScenarioSize(s.size))
	}
	if s.auth == authHMAC {
		opts = append(opts, mockserver.RequireAuth(tourney.HMACSigner{}))
	}
	if s.log {
		opts = append(opts, logTo(stdout))
	}
	if s.strict {
		opts = append(opts, mockserver.Strict())
	}
	if s.maxPageSize > 0 {
		opts = append(opts, mockserver.MaxPageSize(s.maxPageSize))
	}
	if s.data != "" {
		_, err := os.Stat(s.data)
		s.dataOpened = err == nil
		opts = append(opts, mockserver.DataFile(s.data, s.dataOptions(stderr)...))
	}
	opts = append(opts, mockserver.AllowHosts(s.hosts...), mockserver.AllowOrigins(s.origins...))
	mock, err := mockserver.New(s.host, opts...)
	return mock, flagged(err)
}

// flagged returns an error about an option with the name of the flag in its place.
func flagged(err error) error {
	if err == nil {
		return nil
	}
	for option, flag := range map[string]string{
		"DataFile: ": "--data ", "AllowOrigins: ": "--cors ", "AllowHosts: ": "--allow-host ",
		"ScenarioSize: ": "--scenario-size: ", "ScenarioSize is ": "--scenario-size is ",
	} {
		if about, ok := strings.CutPrefix(err.Error(), "mockserver: "+option); ok {
			return errors.New(flag + about)
		}
	}
	return err
}

// dataOptions returns the options of the file of --data.
func (s *settings) dataOptions(stderr io.Writer) []mockserver.DataOption {
	logger := log.New(stderr, "mockserver: ", 0)
	opts := []mockserver.DataOption{mockserver.DataNotes(func(note string) { logger.Print(note) })}
	if s.dataCompact > 0 {
		opts = append(opts, mockserver.DataCompactAt(s.dataCompact))
	}
	if s.dataSync {
		opts = append(opts, mockserver.DataSync())
	}
	return opts
}

// shutdownTime bounds the time for requests under way when the program stops.
const shutdownTime = 3 * time.Second

// serve listens, prints the greeting, and answers requests until ctx is done.
func serve(ctx context.Context, s *settings, stdout, stderr io.Writer) error {
	listener, err := listen(ctx, s.listen)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: s.mock, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(stderr, "mockserver: ", 0),
	}
	// The listener takes connections already, so that the requests in the greeting work at once.
	if err := greet(ctx, s, baseURL(listener.Addr()), stdout); err != nil {
		return errors.Join(err, listener.Close())
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		stop(ctx, server)
		s.mock.Close() // ends requests whose connections were closed
		if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	}
}

func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("the address %s is in use: stop what listens there, or choose another one with --listen "+
			"(127.0.0.1:0 takes any free port)", address)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %q (--listen takes host:port): %w", address, err)
	}
	return listener, nil
}

// stop waits for the requests under way, at most shutdownTime, and closes the server.
func stop(ctx context.Context, server *http.Server) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		_ = server.Close()
	}
}

// baseURL returns a URL at which this machine reaches a listener. The listener can be on all addresses of the machine.
func baseURL(address net.Addr) string {
	host, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return "http://" + address.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// logTo returns the option that logs the status, method and path of every request. Query, headers and body can hold
// secrets.
func logTo(w io.Writer) mockserver.Option {
	var mu sync.Mutex
	return mockserver.OnCall(func(c mockserver.Call) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, "%d %s %s\n", c.Status, c.Method, c.Path)
	})
}
