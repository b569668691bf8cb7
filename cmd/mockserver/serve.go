package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/auth"
	"github.com/tourney-go/tourney/cmd/internal/command"
	"github.com/tourney-go/tourney/mockserver"
	"github.com/tourney-go/tourney/mockserver/admin"
	"github.com/tourney-go/tourney/mockserver/console"
)

type serveCommand struct{ serveFlags }

// Run serves until ctx is done.
func (c *serveCommand) Run(ctx context.Context, to command.Terminal) error {
	if c.UntilEOF {
		ctx = untilEOF(ctx, to.In)
	}
	to, end := c.spooled(ctx, to.Unwatched()) // the mock continues when the reader of its output goes away
	defer end()
	if err := c.check(); err != nil {
		return command.Usage(err)
	}
	places, err := c.places(ctx)
	if err != nil {
		return command.Usage(err)
	}
	var all []*host
	defer func() {
		for _, h := range all {
			h.mock.Close()
		}
	}()
	requests := newLog(c.Log, to.Errs)
	for _, p := range places {
		h, err := c.newHost(ctx, p, to, requests)
		if err != nil {
			return command.Usage(err)
		}
		all = append(all, h)
	}
	return c.serve(ctx, all, to)
}

// untilEOF returns a context that ends with ctx, or when in ends. Nothing ends a read of a terminal, so the goroutine
// then goes on until the program ends.
func untilEOF(ctx context.Context, in io.Reader) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		defer cancel()
		_, _ = io.Copy(io.Discard, in)
	}()
	return ctx
}

// host is a mock that the program serves at a place.
type host struct {
	*serveFlags
	place

	mock       *mockserver.Server
	dataOpened bool // the file of --data existed at the start, so the mock has its rows
	url        string
	warnings   *log.Logger
	forwarder  forwarder
}

// newHost returns the mock of a place, with the options of the flags.
func (f *serveFlags) newHost(ctx context.Context, p place, to command.Terminal, requests *requestLog) (*host, error) {
	events, err := ids(f.AccountEvents)
	if err != nil {
		return nil, fmt.Errorf("--account-events: %w", err)
	}
	h := &host{serveFlags: f, place: p, warnings: f.warnings(to, requests)}
	opts := []mockserver.Option{
		mockserver.Account(f.Username, f.Password, tourney.Account{ID: 90001, Email: "director@example.com"}, events...),
		mockserver.AllowHosts(f.AllowHost...), mockserver.AllowOrigins(f.AllowOrigin...),
		mockserver.ErrorLog(f.plainLog(slog.LevelError, "mockserver: ", to, requests)),
	}
	rows, err := f.rows(ctx)
	if err != nil {
		return nil, err
	}
	opts = append(append(opts, rows...), requests.options()...)
	for _, choice := range []struct {
		made   bool
		option mockserver.Option
	}{
		{f.RequireAuth == authHMAC, mockserver.RequireAuth(auth.HMAC{})},
		{f.PlayBrackets, mockserver.PlayBrackets()},
		{f.WallClock, mockserver.WallClock()},
		{f.Admin, admin.Serve()},
		{f.hasConsole(), console.Serve()},
		{f.RefuseUnknownNames, mockserver.RefuseUnknownNames()},
		{f.Strict, mockserver.Strict()},
	} {
		if choice.made {
			opts = append(opts, choice.option)
		}
	}
	if f.AdminToken != nil {
		opts = append(opts, admin.Token(*f.AdminToken))
	}
	for _, file := range f.Fixtures {
		opts = append(opts, mockserver.Fixtures(inputFiles{ctx}, file))
	}
	if f.Data != nil {
		_, err := os.Stat(*f.Data)
		h.dataOpened = !errors.Is(err, fs.ErrNotExist)
		opts = append(opts, mockserver.DataFile(*f.Data, f.dataOptions(h.warnings)...))
	}
	h.forwarder, err = h.newForwarder()
	if err != nil {
		return nil, flagged(err)
	}
	profile, err := f.profile(p.host)
	if err == nil {
		h.mock, err = mockserver.New(profile, opts...)
	}
	if err = flagged(err); err != nil && f.SeedFile != "" {
		err = errors.New(strings.ReplaceAll(err.Error(), "--fixtures: "+f.SeedFile+":", "--seed-file: "+f.SeedFile+":"))
	}
	return h, err
}

// profile returns the profile of a host, changed by the flags.
func (f *serveFlags) profile(h tourney.Host) (p mockserver.Profile, err error) {
	p, isWhole := h.(mockserver.Profile)
	if !isWhole {
		p.Profile, err = tourney.ProfileOf(h)
	}
	if f.MaxPageSize != nil {
		p.MaxPageSize = *f.MaxPageSize
		p.RefuseLargePages = p.RefuseLargePages && p.MaxPageSize > 0
	}
	if f.KeyLifetime != nil {
		p.KeyLifetime = *f.KeyLifetime
		if f.RequireAuth != authHMAC && !p.RequireSignature {
			return p, errors.New("--key-lifetime needs --require-auth hmac: without it no request is refused for its keys")
		}
	}
	if f.RateLimit != nil {
		p.RateLimit.Requests, p.RateLimit.Per = f.RateLimit.Requests, f.RateLimit.Per
	}
	return p, err
}

// signer returns the signer whose signatures the mock requires; nil when it requires none.
func (h *host) signer() auth.Signer {
	switch profile := h.mock.Profile(); {
	case h.RequireAuth == authHMAC:
		return auth.HMAC{}
	case profile.RequireSignature:
		return profile.Signer
	}
	return nil
}

// flagNames replaces the names of options in errors by the names of flags.
var flagNames = strings.NewReplacer(
	"mockserver: DataFile: ", "--data ", "mockserver: Fixtures: ", "--fixtures: ",
	"mockserver: AllowOrigins: ", "--allow-origin ", "mockserver: AllowHosts: ", "--allow-host ",
	"mockserver: ScenarioSize", "--scenario-size",
	"mockserver: StartDate: ", "--start-date: ",
	"mockserver: Account: the events need RequireAuth", "--account-events needs --require-auth hmac",
	"mockserver: admin.Token: ", "--admin-token: ", "mockserver: Profile.", "--profile: ",
	"mockserver: Remote: expected a URL ", "--url: expected a URL ",
	"mockserver: Remote: Get ", "no mock answers at --url ",
	"tourney: webhook: the URL: ", "--webhook: ", "tourney: webhook: the key: ", "--webhook-secret: ",
)

// flagged replaces the name of an option in an error by the name of the flag that sets the option.
func flagged(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(flagNames.Replace(err.Error()))
}

// dataOptions returns the options of the file of --data.
func (f *serveFlags) dataOptions(warnings *log.Logger) []mockserver.DataOption {
	opts := []mockserver.DataOption{mockserver.DataNotes(func(note string) { warnings.Print(note) })}
	if f.DataCompact != nil {
		opts = append(opts, mockserver.DataCompactAt(*f.DataCompact))
	}
	if f.DataSync {
		opts = append(opts, mockserver.DataSync())
	}
	return opts
}

// shutdownTime is how long requests under way may take when the program stops.
const shutdownTime = 3 * time.Second

// serve listens for all hosts, prints the greeting, and answers requests until ctx is done.
func (f *serveFlags) serve(ctx context.Context, all []*host, to command.Terminal) error {
	secure, err := f.certificate(ctx, time.Now(), all)
	if err != nil {
		return command.Usage(err)
	}
	end := all[0].forward(ctx) // before the first request; --webhook allows one host
	defer end()
	for _, h := range all {
		if err := h.listen(secure); err != nil { //nolint:contextcheck // the listener outlives this call
			return err
		}
		h.warn()
	}
	if err := f.greet(ctx, all, secure, to); err != nil && ctx.Err() == nil {
		return err
	}
	<-ctx.Done()
	stop(ctx, all)
	end()
	if !f.PrintJSON {
		fmt.Fprintln(to.Out, "mockserver: stopped")
	}
	return nil
}

// stop waits at most shutdownTime for the requests under way, and closes the mocks.
func stop(ctx context.Context, all []*host) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	var stopping sync.WaitGroup
	for _, h := range all {
		stopping.Go(func() { _ = h.mock.Shutdown(ctx) }) // requests that take longer get no answer
	}
	stopping.Wait()
}

// listen listens at the place of the host.
func (h *host) listen(secure *certificate) error {
	listen := h.mock.Listen
	if secure != nil {
		listen = func(address string) error { return h.mock.ListenTLS(address, secure.Certificate) }
	}
	err := listen(h.address)
	if command.IsInUse(err) {
		return fmt.Errorf("the address %s is in use: stop what listens there, or choose another one with --listen "+
			"(127.0.0.1:0 takes any free port)", h.address)
	}
	if err != nil {
		err = fmt.Errorf("cannot listen on %q (--listen takes host:port): %w", h.address, err)
		if unreadable := (*net.AddrError)(nil); errors.As(err, &unreadable) {
			return command.Usage(err)
		}
		return err
	}
	h.url = h.mock.URL()
	return nil
}

// warn prints a warning for a listener that other machines can reach.
func (h *host) warn() {
	address, err := netip.ParseAddrPort(h.mock.Addr().String())
	if err == nil && !address.Addr().IsLoopback() {
		name, _, _ := net.SplitHostPort(h.address) // the system can have chosen another port
		h.warnings.Printf("other machines reach %s, and the mock trusts whoever asks",
			net.JoinHostPort(name, strconv.Itoa(int(address.Port()))))
	}
}
