package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver"
)

// serveCommand is the command serve.
type serveCommand struct{ serveFlags }

// Run serves until ctx is done.
func (c *serveCommand) Run(ctx context.Context, to terminal) error {
	if err := c.check(); err != nil {
		return usageError{err}
	}
	places, err := c.places()
	if err != nil {
		return usageError{err}
	}
	var all []*host
	defer func() {
		for _, h := range all {
			h.mock.Close()
		}
	}()
	requests := newLog(c.Log, to.errs)
	for _, p := range places {
		h, err := c.newHost(p, to, requests)
		if err != nil {
			return usageError{err}
		}
		all = append(all, h)
	}
	return c.serve(ctx, all, to)
}

// host is a mock that the program serves at a place.
type host struct {
	*serveFlags
	place

	mock       *mockserver.Server
	dataOpened bool // the file of --data was there, so its rows are used
	listener   net.Listener
	url        string
}

// newHost returns the mock of a place, with the options of the flags.
func (f *serveFlags) newHost(p place, to terminal, requests *requestLog) (*host, error) {
	h := &host{serveFlags: f, place: p}
	opts := []mockserver.Option{
		mockserver.Scenario(f.Scenario), mockserver.Seed(f.Seed),
		mockserver.Account(f.Username, f.Password, tourney.Account{ID: 90001, Email: "director@example.com"}),
		mockserver.AllowHosts(f.AllowHost...), mockserver.AllowOrigins(f.CORS...),
	}
	opts = append(opts, requests.options()...)
	if f.ScenarioSize != nil {
		opts = append(opts, mockserver.ScenarioSize(*f.ScenarioSize))
	}
	if f.RequireAuth == authHMAC {
		opts = append(opts, mockserver.RequireAuth(tourney.HMACSigner{}))
	}
	if f.Admin {
		opts = append(opts, mockserver.AdminAPI())
	}
	if f.hasConsole() {
		opts = append(opts, mockserver.Console())
	}
	if f.AdminToken != "" {
		opts = append(opts, mockserver.AdminToken(f.AdminToken))
	}
	if f.Strict {
		opts = append(opts, mockserver.Strict())
	}
	if f.MaxPageSize > 0 {
		opts = append(opts, mockserver.MaxPageSize(f.MaxPageSize))
	}
	for _, file := range f.SeedFile {
		opts = append(opts, mockserver.Fixtures(os.DirFS(filepath.Dir(file)), filepath.Base(file)))
	}
	if f.Data != nil {
		_, err := os.Stat(*f.Data)
		h.dataOpened = !errors.Is(err, fs.ErrNotExist)
		opts = append(opts, mockserver.DataFile(*f.Data, f.dataOptions(to)...))
	}
	var err error
	h.mock, err = mockserver.New(p.host, opts...)
	return h, flagged(err)
}

// flagNames are the flags in the place of the options that errors name.
var flagNames = strings.NewReplacer(
	"mockserver: DataFile: ", "--data ", "mockserver: Fixtures: ", "--seed-file: ",
	"mockserver: AllowOrigins: ", "--cors ", "mockserver: AllowHosts: ", "--allow-host ",
	"mockserver: ScenarioSize", "--scenario-size", "mockserver: AdminToken: ", "--admin-token: ",
)

// flagged returns an error about an option with the name of the flag in its place.
func flagged(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(flagNames.Replace(err.Error()))
}

// dataOptions returns the options of the file of --data.
func (f *serveFlags) dataOptions(to terminal) []mockserver.DataOption {
	logger := log.New(to.errs, "mockserver: ", 0)
	opts := []mockserver.DataOption{mockserver.DataNotes(func(note string) { logger.Print(note) })}
	if f.DataCompact != nil {
		opts = append(opts, mockserver.DataCompactAt(*f.DataCompact))
	}
	if f.DataSync {
		opts = append(opts, mockserver.DataSync())
	}
	return opts
}

// shutdownTime bounds the time for requests under way when the program stops.
const shutdownTime = 3 * time.Second

// serve listens everywhere, prints the greeting, and answers requests until ctx is done or a listener fails.
func (f *serveFlags) serve(ctx context.Context, all []*host, to terminal) error {
	secure, err := f.certificate(time.Now())
	if err != nil {
		return usageError{err}
	}
	defer func() {
		for _, h := range all {
			if h.listener != nil {
				_ = h.listener.Close()
			}
		}
	}()
	for _, h := range all {
		if err := h.listen(ctx, secure); err != nil {
			return err
		}
		h.warn(to)
	}
	// The listeners take connections already, so that the requests in the greeting work at once.
	if err := f.greet(ctx, all, secure, to); err != nil {
		return err
	}
	servers, failed := make([]*http.Server, len(all)), make(chan error, len(all))
	for i, h := range all {
		servers[i] = &http.Server{
			Handler: h.mock, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(to.errs, "mockserver: ", 0),
		}
		go func() { failed <- secure.serve(servers[i], h.listener) }()
	}
	select {
	case err = <-failed:
		failed <- http.ErrServerClosed // of the one that failed
	case <-ctx.Done():
	}
	for i, server := range servers {
		stop(ctx, server)
		all[i].mock.Close() // ends requests whose connections were closed
	}
	for range servers {
		if ended := <-failed; !errors.Is(ended, http.ErrServerClosed) {
			err = errors.Join(err, ended)
		}
	}
	if err == nil && !f.PrintJSON {
		fmt.Fprintln(to.out, "mockserver: stopped")
	}
	return err
}

// stop waits for the requests under way, at most shutdownTime, and closes the server.
func stop(ctx context.Context, server *http.Server) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		_ = server.Close()
	}
}

// listen listens at the place of the host.
func (h *host) listen(ctx context.Context, secure *certificate) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", h.address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("the address %s is in use: stop what listens there, or choose another one with --listen "+
			"(127.0.0.1:0 takes any free port)", h.address)
	}
	if err != nil {
		return fmt.Errorf("cannot listen on %q (--listen takes host:port): %w", h.address, err)
	}
	h.listener, h.url = listener, baseURL(secure.scheme(), listener.Addr())
	return nil
}

// warn warns of a listener that other machines reach.
func (h *host) warn(to terminal) {
	address, err := netip.ParseAddrPort(h.listener.Addr().String())
	if err == nil && !address.Addr().IsLoopback() {
		fmt.Fprintf(to.errs, "mockserver: warning: other machines reach %s, and the mock trusts whoever asks\n", h.address)
	}
}

// baseURL returns a URL at which this machine reaches a listener. The listener can be on all addresses of the machine.
func baseURL(scheme string, address net.Addr) string {
	name, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return scheme + "://" + address.String()
	}
	if ip := net.ParseIP(name); ip != nil && ip.IsUnspecified() {
		name = "localhost"
	}
	return scheme + "://" + net.JoinHostPort(name, port)
}
