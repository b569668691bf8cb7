package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// childProcess is the first argument of a child process. The second argument is the kind of its server.
const childProcess = "serve"

// serve runs the server of a child process, and prints its address. For each line of input it prints how much
// processor time the process has used. It returns when the input ends.
func serve(kind string, commands *bufio.Reader, out io.Writer) {
	address, err := listen(kind)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	fmt.Fprintln(out, address)
	for {
		if _, err := commands.ReadString('\n'); err != nil {
			return
		}
		fmt.Fprintln(out, used().Nanoseconds())
	}
}

// listen starts a server of a kind, and returns its address. The mock listens with its method Listen, as for a user.
func listen(kind string) (address string, err error) {
	if kind == "mock" {
		mock, err := world()
		if err != nil {
			return "", err
		}
		err = mock.Listen("127.0.0.1:0")
		return strings.TrimPrefix(mock.URL(), "http://"), err
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: &static{answers: map[string]kept{}}, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return listener.Addr().String(), nil
}

// used returns how much processor time this process has used.
func used() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// static answers a request with the body and the headers of an earlier PUT with the same path and the same Accept.
type static struct {
	mu      sync.RWMutex
	answers map[string]kept
}

type kept struct {
	header http.Header
	body   []byte
}

func keyOf(req *http.Request) string { return req.Header.Get("Accept") + " " + req.URL.RequestURI() }

func (s *static) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method == http.MethodPut {
		body, _ := io.ReadAll(req.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		header := req.Header.Clone()
		header.Del("Accept")
		header.Set("Content-Length", strconv.Itoa(len(body)))
		s.answers[keyOf(req)] = kept{header, body}
		return
	}
	s.mu.RLock()
	answer, known := s.answers[keyOf(req)]
	s.mu.RUnlock()
	if !known {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	for name, values := range answer.header {
		w.Header()[name] = values
	}
	_, _ = w.Write(answer.body)
}

// host is a child process with a server.
type host struct {
	address string
	process *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Reader
	times   func() (time.Duration, error) // returns the processor time that the server has used
}

// start starts a server in a process of its own, which runs this program.
func start(kind string) (*host, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	h := &host{process: exec.CommandContext(context.Background(), self, childProcess, kind)} //nolint:gosec // ourselves
	h.process.Stderr = os.Stderr
	if h.input, err = h.process.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := h.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	h.output = bufio.NewReader(output)
	if err := h.process.Start(); err != nil {
		return nil, err
	}
	line, err := h.output.ReadString('\n')
	h.address, h.times = strings.TrimSpace(line), h.tell
	return h, err
}

// stop ends the process.
func (h *host) stop() { _ = errors.Join(h.input.Close(), h.process.Wait()) }

// tell asks the process how much processor time it has used.
func (h *host) tell() (time.Duration, error) {
	if _, err := io.WriteString(h.input, "\n"); err != nil {
		return 0, err
	}
	line, err := h.output.ReadString('\n')
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
	return time.Duration(n), err
}
