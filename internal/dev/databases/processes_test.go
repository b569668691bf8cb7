package databases

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/deed"
	"github.com/tourney-go/tourney/internal/clienttest"
	"github.com/tourney-go/tourney/mockserver"
)

// unpaid is a team of the tests.
const unpaid = 4999

// writes are the writes of the tests, and how often a host got them.
var writes = map[string]struct {
	in    tourney.Input
	count func(*mockserver.Server) int
}{
	"team": {tourney.TeamCreateInput{DivisionID: 2001, Name: new("Lantern Otters"), Paid: new(false)},
		func(srv *mockserver.Server) int { return len(srv.Calls.All("Teams.Create")) }},
	"payment": {payment(), func(srv *mockserver.Server) int { return len(srv.Payments.All()) }},
}

func payment() tourney.PaymentInput {
	in := clienttest.CardPayment()
	in.TeamID = unpaid
	return in
}

func newHost(t *testing.T) *mockserver.Server {
	t.Helper()
	srv, err := mockserver.New(tourney.Lacrosse)
	require.NoError(t, err)
	srv.Teams.Add(tourney.Team{
		ID: unpaid, Name: "Copper Spenders", Division: &tourney.TeamDivision{ID: 2001}, Paid: new(false),
		Coaches: []tourney.Coach{{Email: "somebody@example.com"}},
	})
	return srv
}

// job is what a process of the tests does.
type job struct {
	Kind, Address string
	Key           string
	Host          string
	Write         string
	Step          string // where the process kills itself; "" nowhere
	FileSize      uint64 // the most bytes of a file; 0 without a limit
	Calls         int    // at the same time
	Options       deed.Options
}

// result is what a call of a job returned.
type result struct {
	Done    deed.Done
	Earlier bool
	Err     string
}

func TestMain(m *testing.M) {
	var j job
	if text := os.Getenv("DEED_JOB"); text != "" {
		if err := json.Unmarshal([]byte(text), &j); err != nil {
			panic(err)
		}
		j.do()
		return
	}
	goleak.VerifyTestMain(m)
}

// do does a job in this process, and prints its results.
func (j job) do() {
	die := func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) }
	own := clienttest.Transport(func(req *http.Request) (*http.Response, error) {
		write := req.Method == http.MethodPost
		if !write && j.Step == "before the note" || write && j.Step == "before the send" {
			die()
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if write && j.Step == "before the result is kept" {
			die()
		}
		return res, err
	})
	ctx := context.Background()
	client, err := tourney.New(j.Host, tourney.Lacrosse, tourney.WithHTTPClient(&http.Client{Transport: own}))
	if err != nil {
		panic(err)
	}
	store, stop, err := kinds[j.Kind].open(ctx, j.Address)
	if err != nil {
		panic(err)
	}
	defer stop()
	if j.FileSize > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: j.FileSize, Max: j.FileSize}); err != nil {
			panic(err)
		}
	}
	results := make([]result, j.Calls)
	var calls sync.WaitGroup
	for i := range results {
		calls.Go(func() {
			done, err := deed.Once(ctx, store, j.Key, client, writes[j.Write].in, j.Options)
			if results[i] = (result{Done: done, Earlier: done.Earlier}); err != nil {
				results[i].Err = err.Error()
			}
		})
	}
	calls.Wait()
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}

// start starts a process that does a job. The function that it returns waits for its results, which are missing if it
// was killed.
func (j job) start(t *testing.T) (*os.Process, func() []result) {
	t.Helper()
	text, err := json.Marshal(j)
	require.NoError(t, err)
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), "DEED_JOB="+string(text), "GOMAXPROCS=2")
	var out, failure bytes.Buffer
	process.Stdout, process.Stderr = &out, &failure
	require.NoError(t, process.Start())
	return process.Process, func() (results []result) {
		if err := process.Wait(); err != nil {
			require.Equal(t, -1, process.ProcessState.ExitCode(), "it was killed: %s", &failure)
			return nil
		}
		require.NoError(t, json.Unmarshal(out.Bytes(), &results), "%s%s", &out, &failure)
		return results
	}
}

// TestManyProcesses: fifty calls, in as many processes or in some, do one deed with one key.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, name string, k kind) {
		processes := 5
		if os.Getenv("TOURNEY_THOROUGH") != "" {
			processes = 10
		}
		address, srv := k.begin(t), newHost(t)
		served := httptest.NewServer(srv)
		t.Cleanup(served.Close)
		var wait []func() []result
		for range processes {
			_, end := job{Kind: name, Address: address, Key: "form-17", Host: served.URL, Write: "payment", Calls: 50 / processes,
				Options: deed.Options{Timeout: 30 * time.Second}}.start(t)
			wait = append(wait, end)
		}
		first, ids := 0, map[string]bool{}
		for _, end := range wait {
			for _, r := range end() {
				require.Empty(t, r.Err)
				ids[r.Done.TransactionID] = true
				if !r.Earlier {
					first++
				}
			}
		}
		require.Equal(t, 1, first)
		require.Len(t, ids, 1)
		require.Len(t, srv.Payments.All(), 1)
		require.Len(t, srv.Calls.All("Payments.Pay"), 1)
	})
}

// steps are where a process is killed.
var steps = []string{"before the note", "before the send", "before the host acts", "before the answer", "before the result is kept"}

// deadly returns a host that kills the process of a channel at some steps.
func deadly(t *testing.T, srv *mockserver.Server, step string, process <-chan *os.Process) *httptest.Server {
	t.Helper()
	var once sync.Once
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r = r.WithContext(context.WithoutCancel(r.Context()))
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.Method == http.MethodPost && step == "before the answer" {
			once.Do(func() {
				srv.ServeHTTP(httptest.NewRecorder(), r)
				_ = (<-process).Kill()
				panic(http.ErrAbortHandler)
			})
		}
		if r.Method == http.MethodPost && step == "before the host acts" {
			once.Do(func() { _ = (<-process).Kill() })
		}
		srv.ServeHTTP(w, r)
	}))
	t.Cleanup(served.Close)
	return served
}

// TestKilledProcesses kills a process at every step of a write. Another process goes on with the same key.
func TestKilledProcesses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, name string, k kind) {
		address := k.begin(t)
		goOn := map[string]func(*testing.T){}
		for op, write := range writes {
			for _, step := range steps {
				srv, started, key := newHost(t), make(chan *os.Process, 1), op+", "+step
				served := deadly(t, srv, step, started)
				process, end := job{Kind: name, Address: address, Key: key, Host: served.URL, Write: op, Step: step, Calls: 1,
					Options: deed.Options{Lease: time.Second}}.start(t)
				started <- process
				goOn[key] = func(t *testing.T) {
					require.Empty(t, end(), "it was killed")
					store, stop, err := k.open(t.Context(), address)
					require.NoError(t, err)
					defer stop()
					client, err := tourney.New(served.URL, tourney.Lacrosse)
					require.NoError(t, err)
					o := deed.Options{Settle: 200 * time.Millisecond}
					done, err := deed.Once(t.Context(), store, key, client, write.in, o)
					if op == "payment" && step == "before the send" {
						require.ErrorIs(t, err, tourney.ErrOutcomeUnknown, "not to see a payment is no proof that there is none")
						require.Zero(t, write.count(srv))
						return
					}
					require.NoError(t, err)
					require.NotZero(t, done.ID)
					require.Equal(t, 1, write.count(srv))
					calls := len(srv.Calls.All(""))
					again, err := deed.Once(t.Context(), store, key, client, write.in, o)
					require.NoError(t, err)
					done.Earlier = true
					require.Equal(t, done, again)
					require.Len(t, srv.Calls.All(""), calls, "without a request")
				}
			}
		}
		for key, test := range goOn {
			t.Run(key, test)
		}
	})
}

// TestNoCardIsStored searches all that a store holds while the write is under way, and afterwards.
func TestNoCardIsStored(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, _ string, k kind) {
		address, srv := k.begin(t), newHost(t)
		store, stop, err := k.open(t.Context(), address)
		require.NoError(t, err)
		defer stop()
		held := ""
		client := srv.Client(tourney.WithHTTPClient(&http.Client{Transport: clienttest.Transport(func(req *http.Request) (*http.Response, error) {
			if req.Method == http.MethodPost {
				held += k.dump(t, address)
			}
			return srv.RoundTrip(req)
		})}))
		done, err := deed.Once(t.Context(), store, "pay", client, payment(), deed.Options{})
		require.NoError(t, err)
		held += k.dump(t, address)
		decoded := held
		for _, part := range strings.FieldsFunc(held, func(r rune) bool { return r == '"' || r < ' ' }) {
			if data, err := base64.StdEncoding.DecodeString(part); err == nil {
				decoded += string(data)
			}
		}
		require.Contains(t, decoded, "Payments.Pay", "a search that finds nothing would prove nothing")
		require.Contains(t, decoded, done.TransactionID)
		for _, secret := range []string{clienttest.CardNumber, `"` + clienttest.CardCode + `"`} {
			require.NotContains(t, decoded, secret)
		}
	})
}
