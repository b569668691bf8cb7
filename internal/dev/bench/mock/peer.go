package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// stripeMock is the best known mock server that is written in Go. It mocks another interface.
const stripeMock = "github.com/stripe/stripe-mock@v0.203.0"

// peerTable compares an answer of stripe-mock with the static handler, as pageTable does for our mock. If stripe-mock
// cannot be installed, it prints NOT MEASURED.
func peerTable(w io.Writer) error {
	fmt.Fprintln(w, "stripe-mock against a static handler, same bytes\tbytes\trequests a second\tCPU")
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	program, err := install(dir)
	if err != nil {
		fmt.Fprintf(w, "NOT MEASURED: %v\n", err)
		return nil
	}
	peer, err := startPeer(program)
	if err != nil {
		return err
	}
	defer peer.kill()
	rival, err := start("static")
	if err != nil {
		return err
	}
	defer rival.stop()
	q := get("/v1/customers/cus_1", asJSON) // stripe-mock sends lists in chunks, which the load cannot read
	q.authorization = "Bearer sk_test_123"
	size, err := give(peer, rival, q)
	if err != nil {
		return fmt.Errorf("stripe-mock: %w", err)
	}
	perSecond, cpu, err := compare(peer, rival, q)
	if err != nil {
		return fmt.Errorf("stripe-mock: %w", err)
	}
	fmt.Fprintf(w, "one customer\t%d\t%.2f\t%.1f\n", size, perSecond, cpu)
	return nil
}

// install installs stripe-mock through the module proxy, and returns the path of the program.
func install(dir string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "go", "install", stripeMock)
	command.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=")
	if text, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go install %s: %w: %s", stripeMock, err, lastLine(text))
	}
	return filepath.Join(dir, "stripe-mock"), nil
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// listens is the beginning of the line in which stripe-mock prints its address.
const listens = "Listening for HTTP at address: "

// startPeer starts stripe-mock on free ports.
func startPeer(program string) (*host, error) {
	const free = "127.0.0.1:0"
	h := &host{process: exec.CommandContext(context.Background(), program, "-http-addr", free, "-https-addr", free)}
	output, err := h.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := h.process.Start(); err != nil {
		return nil, err
	}
	h.times = func() (time.Duration, error) { return usedBy(h.process.Process.Pid) }
	h.output = bufio.NewReader(output)
	for {
		line, err := h.output.ReadString('\n')
		if err != nil {
			h.kill()
			return nil, fmt.Errorf("stripe-mock told no address: %w", err)
		}
		if address, found := strings.CutPrefix(line, listens); found {
			h.address = strings.TrimSpace(address)
			go func() { _, _ = io.Copy(io.Discard, h.output) }() // stripe-mock prints a line for some requests
			return h, nil
		}
	}
}

// kill ends a process that reads no input.
func (h *host) kill() {
	_ = h.process.Process.Kill()
	_ = h.process.Wait()
}

// usedBy returns how much processor time another process has used, in steps of ten milliseconds. It reads
// /proc/PID/stat, where the 14th and the 15th field are the times in user and in kernel mode.
func usedBy(pid int) (time.Duration, error) {
	const tick = 10 * time.Millisecond
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name of the program comes before and can contain spaces
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	system, failed := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * tick, errors.Join(err, failed)
}
