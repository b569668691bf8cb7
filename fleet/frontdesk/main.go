// Command frontdesk shows two desks, each a process, that enroll one team with the same key. One is killed while the
// host answers its payment. The other one finds out what happened, and the fee is paid once.
//
//	go run ./frontdesk
//
// It uses the Redis of the variable REDIS_URL. Without the variable it starts redis-server.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/fleet"
	"github.com/tourney-go/tourney/mockserver"
)

func main() {
	work := run
	if os.Getenv("DESK_HOST") != "" {
		work = enroll
	}
	if err := work(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "frontdesk:", err)
		os.Exit(1)
	}
}

// run starts the host and the desks.
func run(ctx context.Context, out io.Writer) error {
	shared, stop, err := startRedis(ctx)
	if err != nil {
		return err
	}
	defer stop()
	host, err := mockserver.New(tourney.Lacrosse)
	if err != nil {
		return err
	}
	first := make(chan *os.Process, 1)
	var killed sync.Once
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/payments") {
			host.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		host.ServeHTTP(answer, r)
		killed.Do(func() {
			_ = (<-first).Kill()
			panic(http.ErrAbortHandler)
		})
		_, _ = w.Write(answer.Body.Bytes())
	}))
	defer served.Close()
	for number := range 2 {
		desk := exec.CommandContext(ctx, os.Args[0]) //nolint:gosec // this program
		desk.Env = append(os.Environ(), "DESK_HOST="+served.URL, "REDIS_URL="+shared, fmt.Sprint("DESK_NUMBER=", number+1))
		desk.Stdout, desk.Stderr = out, os.Stderr
		if err := desk.Start(); err != nil {
			return err
		}
		if number == 0 {
			first <- desk.Process
		}
		if err := desk.Wait(); err != nil {
			fmt.Fprintf(out, "desk %d: %v\n", number+1, err)
		}
	}
	_, err = fmt.Fprintf(out, "The host has %d registration and %d payment.\n", len(host.Registrations.All()),
		len(host.Payments.All()))
	return err
}

// startRedis returns the URL of a Redis.
func startRedis(ctx context.Context) (address string, stop func(), err error) {
	if address = os.Getenv("REDIS_URL"); address != "" {
		return address, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "frontdesk")
	if err != nil {
		return "", nil, err
	}
	socket := filepath.Join(dir, "redis.sock")
	server := exec.CommandContext(ctx, "redis-server", //nolint:gosec // a file of this program
		"--port", "0", "--unixsocket", socket, "--save", "", "--dir", dir)
	if err = server.Start(); err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	running, ended := context.WithCancelCause(ctx)
	go func() { ended(fmt.Errorf("redis-server has ended: %w", cmp.Or(server.Wait(), io.EOF))) }()
	stop = func() { _ = server.Process.Kill(); <-running.Done(); _ = os.RemoveAll(dir) }
	for running.Err() == nil {
		if link, err := new(net.Dialer).DialContext(running, "unix", socket); err == nil {
			return "unix://" + socket, stop, link.Close()
		}
		<-time.After(10 * time.Millisecond)
	}
	stop()
	return "", nil, context.Cause(running)
}

// enroll is the work of a desk: it registers the team of an order, and pays its fee.
func enroll(ctx context.Context, out io.Writer) error {
	options, err := redis.ParseURL(os.Getenv("REDIS_URL"))
	if err != nil {
		return err
	}
	options.ContextTimeoutEnabled = true
	shared := redis.NewClient(options)
	defer shared.Close()
	host, desk := os.Getenv("DESK_HOST"), os.Getenv("DESK_NUMBER")
	client, err := tourney.New(host, tourney.Lacrosse)
	if err != nil {
		return err
	}
	f, err := fleet.New(shared, host, "director", fleet.Options{})
	if err != nil {
		return err
	}
	store := f.Deeds(0)
	by := map[bool]string{false: "by this desk", true: "by an earlier one"}
	o := deed.Options{Lease: 2 * time.Second, Settle: time.Second}
	team, err := deed.Once(ctx, store, "order-17/team", client, form, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "desk %s: team %d was registered %s\n", desk, team.ID, by[team.Earlier])
	paid, err := deed.Once(ctx, store, "order-17/fee", client, tourney.PaymentInput{
		TeamID: team.ID, EnableCreditCard: new(false), Payment: &fee,
	}, o)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "desk %s: team %d was paid for %s\n", desk, paid.ID, by[paid.Earlier])
	return err
}

// What the desks send. Without MarkAsPaid the host would take the team for paid.
var (
	form = tourney.RegistrationInput{
		DivisionID: 2001, Name: new("Lantern Otters"), Year: new(2026), MarkAsPaid: new(false),
		Coaches: []tourney.RegistrationCoachInput{{
			PrimaryContact: new(true), FirstName: new("Nettie"), LastName: new("Butterwhisk"),
			Email: new("nettie.butterwhisk@example.com"), Type: new(tourney.CoachHeadCoach),
		}},
	}
	fee = tourney.PaymentDetailsInput{
		Amount: new(tourney.MustDecimal("395.00")), Title: new("Team entry"), Description: new("Three games"),
	}
)
